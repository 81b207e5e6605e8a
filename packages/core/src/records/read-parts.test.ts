import { describe, expect, test } from 'vitest'
import { LineFields, StatLine } from '../contract/index.ts'
import { anyDatabase, finalGame, ingestOrThrow, sharedCore } from '../testing/index.ts'
import { boxLines } from '../store/index.ts'
import { toLineFields } from './read-parts.ts'

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('lines and totals have exactly the fields of the contract', async () => {
    const { game } = await ingestOrThrow(core(), finalGame([8, 6]))
    const { data } = await core().caller().games.boxScore({ id: game })
    for (const { totals, players } of [data.home, data.away]) {
      expect(StatLine.strict().parse(totals)).toEqual(totals)
      for (const { player: _player, ...line } of players) expect(LineFields.strict().parse(line)).toEqual(line)
    }
  })

  test('a column that is not in the contract is left out', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const [row] = await core().store.db.select().from(boxLines)
    if (row === undefined) throw new Error('there is a line')
    expect(toLineFields({ ...row, rating: 7 } as typeof row)).toEqual(toLineFields(row))
  })
})
