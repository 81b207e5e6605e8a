import { GetGameFlow, GetGameShotChart, Picture, reaches, type Game, type Shots } from '../contract/index.ts'
import { badRequest, upgradeRequired } from '../errors.ts'
import { readWinProbability } from '../forecasts/get.ts'
import { partResponse } from '../games/get.ts'
import { readPlayByPlay, readShots } from '../records/read-parts.ts'
import { read } from '../trpc.ts'
import { selectPlayerName } from '../players/queries.ts'
import { listPlayedSeconds, periodSeconds } from '../statistics/on-court/index.ts'
import type { Database } from '../store/index.ts'
import { getCourtLines } from './court-lines.ts'
import { gameFlow, type FlowScore } from './game-flow.ts'
import { shotChart, type Panel } from './shot-chart.ts'
import { selectCourt, selectPeriods } from './shot-queries.ts'

const toTitle = ({ home, away, home_score, away_score, date }: Game): string =>
  `${home.name} ${home_score === null ? '–' : `${home_score}–${away_score}`} ${away.name}, ${date}`

/** A half court for each team, or for the side or the player of the request. */
const buildPanels = ({ game, shots }: Shots, side: 'home' | 'away' | undefined, player: string | null): Panel[] => {
  const selectSide = (each: 'home' | 'away') => shots.filter((shot) => shot.side === each)
  if (player !== null) return [{ label: player, shots: side === undefined ? shots : selectSide(side) }]
  const sides = side === undefined ? (['home', 'away'] as const) : [side]
  return sides.map((each) => ({ label: game[each].name, shots: selectSide(each) }))
}

export const getGameShotChart = read
  .meta({
    plan: 'live',
    invalidatedBy: null,
    extension: true,
    openapi: {
      operationId: 'getGameShotChart',
      method: 'GET',
      path: '/games/{id}/shots.svg',
      tags: ['Charts'],
      summary: 'Shot chart of a game',
      description:
        'A picture (SVG) of the shots of a game on the lines of its competition, in feet: a half court for each team, or only for a side or a player. Made shots are dots and missed ones crosses. An addition of this service.',
    },
  })
  .input(GetGameShotChart)
  .output(Picture)
  .query(async ({ ctx, input: { id, side, player } }) => {
    const name = player === undefined ? null : await selectPlayerName(ctx.store.db, player)
    if (name === undefined) throw badRequest(`player: there is no player ${player}.`)
    const { data } = await partResponse(ctx, id, async (db, game) => {
      const chart = await readShots(db, game)
      const shots = player === undefined ? chart.shots : chart.shots.filter((shot) => shot.player?.id === player)
      const court = getCourtLines(await selectCourt(db, game.competition.id))
      return shotChart(toTitle(game), court, buildPanels({ game, shots }, side, name))
    })
    return data
  })

/** The lengths of the periods that have begun, regulation at least, and the score after each event. */
const buildFlow = async (db: Database, game: Game, probability: boolean) => {
  const { events } = await readPlayByPlay(db, game)
  const rules = await selectPeriods(db, game.id)
  const last = events.reduce((latest, { period }) => Math.max(latest, period), rules.periods)
  const periods = Array.from({ length: last }, (_, index) => periodSeconds(index + 1, rules))
  const played = listPlayedSeconds(events, rules)
  const scores = events.flatMap(({ home_score, away_score }, index): FlowScore[] =>
    home_score === null || away_score === null
      ? []
      : [{ second: played[index] ?? 0, home: home_score, away: away_score }],
  )
  const { points } = probability ? await readWinProbability(db, game) : { points: [] }
  const chances = points.map((point, index) => ({
    second: played[index] ?? 0,
    probability: point.home_win_probability,
  }))
  return { periods, regular: rules.periods, scores, chances }
}

export const getGameFlow = read
  .meta({
    plan: 'live',
    invalidatedBy: null,
    extension: true,
    openapi: {
      operationId: 'getGameFlow',
      method: 'GET',
      path: '/games/{id}/flow.svg',
      tags: ['Charts'],
      summary: 'Flow of a game',
      description:
        'A picture (SVG) of the margin over the time of a game, from its play-by-play, with runs of 8 points or more, and on request with how likely the home team was to win. An addition of this service.',
    },
  })
  .input(GetGameFlow)
  .output(Picture)
  .query(async ({ ctx, input: { id, probability } }) => {
    if (probability && !reaches(ctx.caller.plan, 'complete'))
      throw upgradeRequired(ctx, 'complete', 'The win probability needs plan complete.')
    const { data } = await partResponse(ctx, id, async (db, game) =>
      gameFlow({
        title: toTitle(game),
        home: game.home.name,
        away: game.away.name,
        ...(await buildFlow(db, game, probability)),
      }),
    )
    return data
  })
