import { domainToASCII, domainToUnicode } from 'node:url'
import { HIDDEN_CHARACTER } from '../contract/scalars.ts'
import { badRequest } from '../errors.ts'

/** An e-mail address in its one normal form. */
export type EmailAddress = {
  /** As it is stored: in lower case, the name composed (NFC), the domain in ASCII and without a dot at its end. */
  address: string
  /** What its account may be stored as, the likeliest first: earlier versions stored addresses as they were typed. */
  spellings: readonly string[]
  /** The address without a tag: name@example.org for name+tag@example.org. Limits count by it. */
  mailbox: string
}

/**
 * One address, without a name or a comment. The characters that separate or surround addresses in the header of an e-mail are
 * refused, so that it is sent to this address and no other.
 */
const SHAPE = /^(?<name>[^@\s\p{Cc},;:<>()[\]"\\]+)@(?<domain>[\w.\-\u0080-\u{10FFFF}]+)$/su
/** A domain of two labels or more, which is no IPv4 address. */
const DOMAIN = /^(?:[\w-]{1,63}\.)+(?!\d+$)[\w-]{1,63}$/

/** The domain in ASCII, as DNS knows it; undefined if it is none. */
const toDomain = (text: string): string | undefined => {
  const domain = domainToASCII(text).replace(/\.$/, '')
  return DOMAIN.test(domain) ? domain : undefined
}

/** The name with every compatible character in its plain form, and without those that are not seen. */
const toPlainName = (name: string): string =>
  Array.from(name.normalize('NFKC'))
    .filter((character) => !HIDDEN_CHARACTER.test(character) && !/\p{Default_Ignorable_Code_Point}/u.test(character))
    .join('')

/**
 * Reads an e-mail address. The domain gets the form that DNS compares. The name is what its mail server makes of it, so one
 * with characters that some servers replace or drop is refused.
 * @throws ServiceError bad_request if it is not an address, or not a plain one
 */
export const parseEmailAddress = (text: string): EmailAddress => {
  const typed = text.trim().toLowerCase()
  const { name: typedName = '', domain: typedDomain = '' } = SHAPE.exec(typed)?.groups ?? {}
  const name = typedName.normalize('NFC')
  const domain = toDomain(typedDomain)
  const address = `${name}@${domain}`
  const plain = toPlainName(name)
  if (!SHAPE.test(`${plain}@${domain}`) || domain === undefined || address.length > 254 || !name.isWellFormed())
    throw badRequest(`"${text}" is not an e-mail address, like name@example.org.`)
  if (plain !== name)
    throw badRequest(
      `The name before @ has characters that are not seen, or that mail servers may replace. Write it in plain characters, like ${plain}@${domain}.`,
    )
  const mailbox = `${name.replace(/(?<=.)\+.*$/s, '')}@${domain}`
  return { address, spellings: [...new Set([typed, address, `${name}@${domainToUnicode(domain)}`])], mailbox }
}
