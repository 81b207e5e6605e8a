import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, without leading zeros. */
const toGroups = (address: string): string[] => {
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const [first, last] = [head, tail].map((text) => (text === '' ? [] : text.split(':')))
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0')
  return [...(first ?? []), ...zeros, ...(last ?? [])]
}

const MAPPED = '0:0:0:0:0:ffff:'

/**
 * The networks that an address belongs to, the smallest first: an IPv4 address alone; of an IPv6 address its /64, which its
 * holder usually has to themselves, its /48, which a site has, and its /32, which a provider has.
 */
export const toNetworks = (address: string): readonly [own: string, ...wider: string[]] => {
  if (!isIPv6(address)) return [address]
  const groups = toGroups(address)
  if (groups.join(':').startsWith(MAPPED)) {
    const bytes = groups.slice(6).flatMap((group) => {
      const value = Number.parseInt(group, 16)
      return [value >> 8, value & 255]
    })
    return [bytes.join('.')]
  }
  return [groups.slice(0, 4).join(':'), groups.slice(0, 3).join(':'), groups.slice(0, 2).join(':')]
}
