import { beforeEach, describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import { databases, idOf, serviceErrorOf, sharedCore, writeGames } from '../testing/index.ts'

type Api = ReturnType<Core['caller']>
type Scope = { competition?: string; season?: string }

const NONE = { competition: 'cp_00000000', season: 'ss_00000000', team: 'tm_00000000', player: 'pl_00000000' }
const [team, player] = [idOf('team', 'A'), idOf('player', 'p')]
const [league, cup] = [idOf('competition', 'L'), idOf('competition', 'CUP')]
const ofLeague = idOf('season', 'L2026')

/** Every endpoint of a single record that takes a competition or a season. */
const RECORDS: { name: string; takes: (keyof Scope)[]; ask: (api: Api, known: boolean, scope: Scope) => unknown }[] = [
  {
    name: 'standings',
    takes: ['competition', 'season'],
    ask: (api, _, { competition = league, season }) => api.standings.get({ competition, ...(season && { season }) }),
  },
  {
    name: 'leaders',
    takes: ['competition', 'season'],
    ask: (api, _, { competition = league, season }) => api.leaders.get({ competition, ...(season && { season }) }),
  },
  {
    name: 'roster',
    takes: ['season'],
    ask: (api, known, scope) => api.teams.roster({ id: known ? team : NONE.team, ...scope }),
  },
  {
    name: 'form',
    takes: ['competition'],
    ask: (api, known, scope) => api.teams.form({ id: known ? team : NONE.team, ...scope }),
  },
  {
    name: 'head-to-head',
    takes: ['competition'],
    ask: (api, known, scope) =>
      api.teams.headToHead({ id: known ? team : NONE.team, opponent: idOf('team', 'B'), ...scope }),
  },
  {
    name: 'seasons of a player',
    takes: ['competition'],
    ask: (api, known, scope) => api.players.seasons({ id: known ? player : NONE.player, ...scope }),
  },
  {
    name: 'splits',
    takes: ['competition', 'season'],
    ask: (api, known, scope) => api.players.splits({ id: known ? player : NONE.player, ...scope }),
  },
]

const WRONG: { scope: Scope; message: RegExp }[] = [
  { scope: { competition: NONE.competition }, message: /^competition: there is no competition cp_00000000/ },
  { scope: { season: NONE.season }, message: /^season: there is no season ss_00000000/ },
  { scope: { competition: cup, season: ofLeague }, message: /^season: ss_\w+ is a season of cp_\w+, not of cp_\w+/ },
]

const asked = async (answer: unknown) => serviceErrorOf(Promise.resolve(answer))

describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind)
  beforeEach(async () => {
    const sheet = { home: { players: { p: {} } } }
    await writeGames(core(), { id: 'g1', sheet }, { id: 'g2', league: 'CUP', sheet })
  })

  describe.each(RECORDS)('$name', ({ takes, ask }) => {
    const wrong = WRONG.filter(({ scope }) => Object.keys(scope).every((name) => takes.some((one) => one === name)))

    test('an unknown competition or season, or a season of another competition, returns 400 even if the id is unknown', async () => {
      for (const { scope, message } of wrong)
        for (const known of [true, false])
          expect(await asked(ask(core().caller(), known, scope))).toMatchObject({
            code: 'bad_request',
            message: expect.stringMatching(message),
          })
      expect(wrong).not.toHaveLength(0)
    })

    test('a known competition and season return the record', async () => {
      const scope = { competition: league, season: ofLeague }
      const fitting = Object.fromEntries(takes.map((name) => [name, scope[name]]))
      expect(await asked(ask(core().caller(), true, fitting))).toBeNull()
    })
  })

  test('an unknown id in the path returns 404', async () => {
    const { players, teams } = core().caller()
    const [id, ofTeam] = [NONE.player, NONE.team]
    const answers = [
      players.get({ id }),
      players.games({ id }),
      players.seasons({ id }),
      players.splits({ id }),
      teams.roster({ id: ofTeam }),
      teams.form({ id: ofTeam }),
      teams.headToHead({ id: ofTeam, opponent: team }),
    ]
    for (const refusal of await Promise.all(answers.map(serviceErrorOf)))
      expect(refusal).toMatchObject({ code: 'not_found' })
  })

  test('an invalid cursor returns 400 even if the player is unknown', async () => {
    for (const id of [NONE.player, player])
      expect(await serviceErrorOf(core().caller().players.games({ id, cursor: 'x' }))).toMatchObject({
        code: 'bad_request',
      })
  })

  test('an unknown opponent, or the team itself as opponent, returns 400', async () => {
    const { headToHead } = core().caller().teams
    for (const opponent of [NONE.team, team])
      expect(await serviceErrorOf(headToHead({ id: team, opponent }))).toMatchObject({
        code: 'bad_request',
        message: expect.stringMatching(/^opponent: /),
      })
    const both = headToHead({ id: 'tm_00000001', opponent: NONE.team })
    expect(await serviceErrorOf(both)).toMatchObject({ code: 'bad_request' })
  })

  test('an id of another kind returns 400, in the path and as a parameter', async () => {
    const api = core().caller()
    const answers = [
      api.players.get({ id: team }),
      api.teams.form({ id: player }),
      api.standings.get({ competition: ofLeague }),
      api.leaders.get({ competition: league, season: cup }),
      api.teams.headToHead({ id: team, opponent: player }),
    ]
    for (const refusal of await Promise.all(answers.map(serviceErrorOf)))
      expect(refusal).toMatchObject({ code: 'bad_request' })
  })
})
