import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { WebhookEvent, WebhookEventType, type GameBundle } from '../contract/index.ts'
import { createSubscriber, LOCAL_WEBHOOKS } from '../deliveries/testing/subscribers.ts'
import { execute } from '../store/index.ts'
import {
  anyDatabase,
  finalGame,
  findRebuildChanges,
  ingestOrThrow,
  sampleId,
  scheduledGame,
  sharedCore,
  writeGames,
  SAMPLE_QUOTE,
} from '../testing/index.ts'

/** A complete game, Alpha 8, Beta 6, with prices, and another one of the two teams a week later, Beta 6, Alpha 4. */
const FINAL = finalGame([8, 6], { quotes: [SAMPLE_QUOTE] })
const OTHER = finalGame([4, 6], { game: { external_id: 'g2', date: '2026-11-26', tip_off: null } })

const forfeit = (
  forfeit_winner: GameBundle['game']['forfeit_winner'],
  game: Partial<GameBundle['game']> = {},
): GameBundle => scheduledGame({ game: { stage: 'regular', status: 'forfeit', forfeit_winner, ...game } })

const [game, home, away, player] = [
  sampleId('game', 'g1'),
  sampleId('team', 'A'),
  sampleId('team', 'B'),
  sampleId('player', 'A1'),
]
const competition = sampleId('competition', 'L')

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind, LOCAL_WEBHOOKS)
  const api = () => core().caller()
  const ingest = async (...bundles: GameBundle[]) => {
    for (const bundle of bundles) await ingestOrThrow(core(), bundle)
  }
  const getTable = async () => (await api().standings.get({ competition })).data
  const records = async () =>
    (await getTable()).table.map(({ team, played, won, lost, points_for, streak }) =>
      [team.name, `${won}-${lost} of ${played}`, points_for, streak].join(' ').trim(),
    )

  /** What every response tells of games that are played. */
  const ofPlayedGames = async () => ({
    leaders: (await api().leaders.get({ competition, min_games: 1 })).data,
    form: (await api().teams.form({ id: home })).data,
    headToHead: (await api().teams.headToHead({ id: home, opponent: away })).data,
    trends: (await api().teams.trends({ id: home })).data,
    log: (await api().players.games({ id: player })).data,
    seasons: (await api().players.seasons({ id: player })).data,
    splits: (await api().players.splits({ id: player, by: 'result' })).data,
    roster: (await api().teams.roster({ id: home })).data,
    final: (await api().games.list({ status: 'final' })).data,
    yesterday: (await api().results.yesterday()).data,
  })

  test('a forfeit is a win and a defeat of the table, without points, at home, away, in the streak and in the last ten', async () => {
    await ingest(OTHER, forfeit('home', { date: '2026-12-01' }))
    const { games, through, table } = await getTable()
    expect([games, through]).toEqual([2, '2026-12-01'])
    expect(table).toMatchObject([
      { team: { id: away }, played: 2, won: 1, lost: 1, win_share: 0.5, points_for: 6, points_against: 4, away: '1-1' },
      { team: { id: home }, played: 2, won: 1, lost: 1, home: '1-1', last_ten: '1-1', streak: 'W1', points_for: 4 },
    ])
  })

  test('a game that both teams forfeit is lost by both', async () => {
    await ingest(forfeit('neither'))
    expect(await records()).toEqual(['Alpha 0-1 of 1 0 L1', 'Beta 0-1 of 1 0 L1'])
  })

  test('its record is that of a game without a result', async () => {
    await ingest(forfeit('away'))
    const { data } = await api().games.get({ id: game })
    expect(data).toMatchObject({ status: 'no_result', home_score: null, away_score: null, periods: null })
    expect((await api().games.list({ status: 'no_result' })).data.map(({ id }) => id)).toEqual([game])
  })

  test('it is in no average, no form, no head-to-head record, no log, no trend and no list of final games', async () => {
    await ingest(OTHER)
    const without = await ofPlayedGames()
    await ingest(FINAL)
    expect(await ofPlayedGames()).not.toEqual(without)
    await ingest(forfeit('home'))
    expect(await ofPlayedGames()).toEqual(without)
    expect(await records()).toEqual(['Beta 1-1 of 2 6 W1', 'Alpha 1-1 of 2 4 L1'])
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('a box score of what was played before a forfeit is kept, and counts in nothing', async () => {
    await ingest(OTHER)
    const without = await ofPlayedGames()
    const { periods: _, ...abandoned } = FINAL.game
    await ingest({
      ...FINAL,
      game: { ...abandoned, status: 'forfeit', forfeit_winner: 'away', home_score: null, away_score: null },
    })
    expect((await api().games.boxScore({ id: game })).data.home.players).not.toEqual([])
    expect(await ofPlayedGames()).toEqual(without)
  })

  test('on the live board it has ended, without a score', async () => {
    await ingest(forfeit('home'))
    const [shown] = (await api().live({ date: '2026-11-19' })).data
    expect(shown).toMatchObject({ state: 'ended', home: { score: null }, away: { score: null } })
  })

  test('a receiver is told game.no_result where a game was expected or final, and game.final of a later score', async () => {
    await (
      await createSubscriber(core())
    ).subscribe({ url: 'http://127.0.0.1:9/', events: [...WebhookEventType.options] })
    await ingest(scheduledGame(), forfeit('home'), forfeit('away'), FINAL, forfeit('neither'), FINAL)
    const bodies = await execute(core().store.db, sql`select body from webhook_events order by created_at, type`)
    const events = bodies.map(({ body }) => WebhookEvent.parse(JSON.parse(String(body))))
    expect(events.map(({ type, data }) => [type, data.game.revision, data.game.home_score])).toEqual([
      ['game.no_result', 1, null],
      ['game.final', 1, 8],
      ['game.no_result', 2, null],
      ['game.final', 3, 8],
    ])
  })

  test('corrections change the table: of the winner, to a final score, back, and to no result', async () => {
    const steps: [GameBundle, string[]][] = [
      [forfeit('home'), ['Alpha 1-0 of 1 0 W1', 'Beta 0-1 of 1 0 L1']],
      [forfeit('away'), ['Beta 1-0 of 1 0 W1', 'Alpha 0-1 of 1 0 L1']],
      [FINAL, ['Alpha 1-0 of 1 8 W1', 'Beta 0-1 of 1 6 L1']],
      [forfeit('away'), ['Beta 1-0 of 1 0 W1', 'Alpha 0-1 of 1 0 L1']],
      [scheduledGame({ game: { status: 'no_result' } }), ['Alpha 0-0 of 0 0', 'Beta 0-0 of 0 0']],
    ]
    for (const [bundle, expected] of steps) {
      await ingest(bundle)
      expect(await records()).toEqual(expected)
    }
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('a forfeit follows its team when a bundle exchanges home and away, since it names the winner', async () => {
    await ingest(forfeit('home'))
    const { home: first, away: second, ...rest } = forfeit('away')
    await ingest({ ...rest, home: second, away: first })
    expect((await records())[0]).toBe('Alpha 1-0 of 1 0 W1')
  })

  test('reopening takes it back, and removing leaves nothing', async () => {
    await ingest(OTHER, forfeit('home'))
    expect(await core().reopenGame(game)).toBe(true)
    expect(await records()).toEqual(['Beta 1-0 of 1 6 W1', 'Alpha 0-1 of 1 4 L1'])
    await ingest(forfeit('home'))
    await core().removeGame(game)
    expect(await records()).toEqual(['Beta 1-0 of 1 6 W1', 'Alpha 0-1 of 1 4 L1'])
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test.each<[string, GameBundle, GameBundle, string]>([
    ['a scheduled game gets the forfeit of the other one', scheduledGame(), forfeit('away'), 'Beta 1-0 of 1 0 W1'],
    ['a forfeit stays one', forfeit('away'), FINAL, 'Beta 1-0 of 1 0 W1'],
    ['a final score stays', FINAL, forfeit('away'), 'Alpha 1-0 of 1 8 W1'],
  ])('merging two games: %s', async (_, into, from, expected) => {
    await ingest(into, { ...from, game: { ...from.game, external_id: 'other' } })
    await core().mergeRecords(sampleId('game', 'other'), game)
    expect((await records())[0]).toBe(expected)
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('merging a game whose other identifier has the other team at home keeps the winner', async () => {
    const { home: first, away: second, ...rest } = forfeit('home', { external_id: 'other' })
    await ingest(scheduledGame(), { ...rest, home: second, away: first })
    await core().mergeRecords(sampleId('game', 'other'), game)
    expect((await records())[0]).toBe('Beta 1-0 of 1 0 W1')
  })

  test('a forfeit that the league struck from its table, or of another stage, is not in it', async () => {
    await ingest(OTHER, forfeit('home', { counts_in_standings: false }))
    expect(await records()).toEqual(['Beta 1-0 of 1 6 W1', 'Alpha 0-1 of 1 4 L1'])
    await writeGames(
      core(),
      { id: 'g3', league: 'M', stage: 'regular' },
      { id: 'g4', league: 'M', stage: 'playoffs', status: 'forfeit', forfeit_winner: 'home' },
    )
    expect((await api().standings.get({ competition: sampleId('competition', 'M') })).data.games).toBe(1)
  })

  test.each<[string, Partial<GameBundle['game']>, string]>([
    ['without its winner', { status: 'forfeit' }, 'must be home, away or neither in a game of status forfeit'],
    [
      'with a score',
      { status: 'forfeit', forfeit_winner: 'home', home_score: 20, away_score: 0 },
      'has no score, because',
    ],
    ['that is final', { status: 'final', forfeit_winner: 'home', home_score: 9, away_score: 8 }, 'is only for a game'],
    ['that is scheduled', { status: 'scheduled', forfeit_winner: 'away' }, 'is only for a game of status forfeit'],
  ])('a forfeit %s is refused', async (_, fields, reason) => {
    expect(await core().ingest(scheduledGame({ game: fields }))).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining(reason),
    })
  })
})
