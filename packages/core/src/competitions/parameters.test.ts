import { beforeEach, describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import { anyDatabase, sampleId, catchServiceError, sharedCore, writeGames } from '../testing/index.ts'

type Api = ReturnType<Core['caller']>
type SeasonFilters = { competition?: string; season?: string }

const NONE = {
  competition: 'cp_00000000',
  season: 'ss_00000000',
  team: 'tm_00000000',
  player: 'pl_00000000',
  game: 'gm_00000000',
}
const [team, player] = [sampleId('team', 'A'), sampleId('player', 'p')]
const [league, cup] = [sampleId('competition', 'L'), sampleId('competition', 'CUP')]
const ofLeague = sampleId('season', 'L2026')
const DAY = '2026-11-20'

/** The endpoints of single records that have the parameter competition or season. */
const RECORDS: {
  name: string
  takes: (keyof SeasonFilters)[]
  call: (api: Api, exists: boolean, filters: SeasonFilters) => unknown
}[] = [
  {
    name: 'standings',
    takes: ['competition', 'season'],
    call: (api, _, { competition = league, season }) => api.standings.get({ competition, ...(season && { season }) }),
  },
  {
    name: 'leaders',
    takes: ['competition', 'season'],
    call: (api, _, { competition = league, season }) => api.leaders.get({ competition, ...(season && { season }) }),
  },
  {
    name: 'race',
    takes: ['competition', 'season'],
    call: (api, _, { competition = league, season }) => api.standings.race({ competition, ...(season && { season }) }),
  },
  {
    name: 'what-if standings',
    takes: ['competition', 'season'],
    call: (api, _, { competition = league, season }) =>
      api.standings.whatIf({ competition, results: `${sampleId('game', 'g1')}:home`, ...(season && { season }) }),
  },
  {
    name: 'standings on a day',
    takes: ['competition', 'season'],
    call: (api, _, { competition = league, season }) =>
      api.history.standings({ competition, date: DAY, ...(season && { season }) }),
  },
  {
    name: 'leaders on a day',
    takes: ['competition', 'season'],
    call: (api, _, { competition = league, season }) =>
      api.history.leaders({ competition, date: DAY, ...(season && { season }) }),
  },
  {
    name: 'averages over a span',
    takes: ['competition', 'season'],
    call: (api, exists, filters) => api.players.averages({ id: exists ? player : NONE.player, ...filters }),
  },
  {
    name: 'roster',
    takes: ['season'],
    call: (api, exists, filters) => api.teams.roster({ id: exists ? team : NONE.team, ...filters }),
  },
  {
    name: 'form',
    takes: ['competition'],
    call: (api, exists, filters) => api.teams.form({ id: exists ? team : NONE.team, ...filters }),
  },
  {
    name: 'head-to-head',
    takes: ['competition'],
    call: (api, exists, filters) =>
      api.teams.headToHead({ id: exists ? team : NONE.team, opponent: sampleId('team', 'B'), ...filters }),
  },
  {
    name: 'seasons of a player',
    takes: ['competition'],
    call: (api, exists, filters) => api.players.seasons({ id: exists ? player : NONE.player, ...filters }),
  },
  {
    name: 'splits',
    takes: ['competition', 'season'],
    call: (api, exists, filters) => api.players.splits({ id: exists ? player : NONE.player, ...filters }),
  },
  {
    name: 'trends',
    takes: ['competition', 'season'],
    call: (api, exists, filters) => api.teams.trends({ id: exists ? team : NONE.team, ...filters }),
  },
  {
    name: 'line-ups of a team',
    takes: ['competition', 'season'],
    call: (api, exists, filters) => api.teams.lineUps({ id: exists ? team : NONE.team, ...filters }),
  },
  {
    name: 'on and off court',
    takes: ['competition', 'season'],
    call: (api, exists, filters) => api.players.onOff({ id: exists ? player : NONE.player, ...filters }),
  },
  {
    name: 'shot chart of a player',
    takes: ['competition', 'season'],
    call: (api, exists, filters) => api.players.shotChart({ id: exists ? player : NONE.player, ...filters }),
  },
  {
    name: 'shot chart of a team',
    takes: ['competition', 'season'],
    call: (api, exists, filters) => api.teams.shotChart({ id: exists ? team : NONE.team, ...filters }),
  },
]

const WRONG: { filters: SeasonFilters; message: RegExp }[] = [
  { filters: { competition: NONE.competition }, message: /^competition: there is no competition cp_00000000/ },
  { filters: { season: NONE.season }, message: /^season: there is no season ss_00000000/ },
  { filters: { competition: cup, season: ofLeague }, message: /^season: ss_\w+ is a season of cp_\w+, not of cp_\w+/ },
]

const getServiceError = async (response: unknown) => catchServiceError(Promise.resolve(response))

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  beforeEach(async () => {
    const sheet = { home: { players: { p: {} } } }
    await writeGames(core(), { id: 'g1', sheet }, { id: 'g2', league: 'CUP', sheet })
  })

  describe.each(RECORDS)('$name', ({ takes, call }) => {
    const invalid = WRONG.filter(({ filters }) =>
      Object.keys(filters).every((name) => takes.some((one) => one === name)),
    )

    test('an unknown competition or season, or a season of another competition, returns 400 even if the id is unknown', async () => {
      for (const { filters, message } of invalid)
        for (const exists of [true, false])
          expect(await getServiceError(call(core().caller(), exists, filters))).toMatchObject({
            code: 'bad_request',
            message: expect.stringMatching(message),
          })
      expect(invalid).not.toHaveLength(0)
    })

    test('an existing competition and season return the record', async () => {
      const all = { competition: league, season: ofLeague }
      const filters = Object.fromEntries(takes.map((name) => [name, all[name]]))
      expect(await getServiceError(call(core().caller(), true, filters))).toBeNull()
    })
  })

  test('an unknown id in the path returns 404', async () => {
    const { players, teams } = core().caller()
    const [id, ofTeam] = [NONE.player, NONE.team]
    const calls = [
      players.get({ id }),
      players.games({ id }),
      players.seasons({ id }),
      players.splits({ id }),
      teams.roster({ id: ofTeam }),
      teams.form({ id: ofTeam }),
      teams.headToHead({ id: ofTeam, opponent: team }),
      teams.trends({ id: ofTeam }),
      teams.lineUps({ id: ofTeam, season: ofLeague }),
      teams.shotChart({ id: ofTeam, season: ofLeague }),
      players.onOff({ id, season: ofLeague }),
      players.shotChart({ id, season: ofLeague }),
    ]
    for (const refusal of await Promise.all(calls.map(catchServiceError)))
      expect(refusal).toMatchObject({ code: 'not_found' })
  })

  test('an invalid cursor returns 400 even if the player is unknown', async () => {
    for (const id of [NONE.player, player])
      expect(await catchServiceError(core().caller().players.games({ id, cursor: 'x' }))).toMatchObject({
        code: 'bad_request',
      })
  })

  test('an unknown opponent, or the team itself as opponent, returns 400', async () => {
    const { headToHead } = core().caller().teams
    for (const opponent of [NONE.team, team])
      expect(await catchServiceError(headToHead({ id: team, opponent }))).toMatchObject({
        code: 'bad_request',
        message: expect.stringMatching(/^opponent: /),
      })
    const bothUnknown = headToHead({ id: 'tm_00000001', opponent: NONE.team })
    expect(await catchServiceError(bothUnknown)).toMatchObject({ code: 'bad_request' })
  })

  test('an unknown player as parameter of the shot chart of a game returns 400, even if the game is unknown', async () => {
    const { shotChart } = core().caller().games
    for (const id of [NONE.game, sampleId('game', 'g1')])
      expect(await catchServiceError(shotChart({ id, player: NONE.player }))).toMatchObject({
        code: 'bad_request',
        message: `player: there is no player ${NONE.player}.`,
      })
    expect(await catchServiceError(shotChart({ id: NONE.game, player }))).toMatchObject({ code: 'not_found' })
  })

  test('an id of another kind returns 400, in the path and as a parameter', async () => {
    const api = core().caller()
    const calls = [
      api.players.get({ id: team }),
      api.teams.form({ id: player }),
      api.standings.get({ competition: ofLeague }),
      api.leaders.get({ competition: league, season: cup }),
      api.teams.headToHead({ id: team, opponent: player }),
    ]
    for (const refusal of await Promise.all(calls.map(catchServiceError)))
      expect(refusal).toMatchObject({ code: 'bad_request' })
  })
})
