import type { BundlePlayer } from '@basketball-data/core/contract'

/** A player as one answer names them. */
export type Person = {
  id: string
  name: string
}

/** Everyone once, as the first answer spells them that does. */
export const bundlePlayers = (people: Person[]): BundlePlayer[] => {
  const names = new Map<string, string>()
  for (const { id, name } of people) if (id !== '' && !names.get(id)) names.set(id, name.normalize('NFC'))
  return [...names].map(([external_id, name]) => ({ external_id, name: name === '' ? external_id : name }))
}
