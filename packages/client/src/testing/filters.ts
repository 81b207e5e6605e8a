import type { Game, PlayerGame, PlayerLine, StatLine, TeamBox } from '@basketball-data/client'
import { league, records } from './league.ts'
import { type Query } from './query.ts'
import { badRequest } from './refusal.ts'

/** Letters that Unicode does not take apart into a base letter and an accent. */
const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ø', 'o')

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether each word of `q` is the start of a word of the name. */
export const isNamed = (name: string, q: string): boolean =>
  wordsOf(q).every((word) => wordsOf(name).some((own) => own.startsWith(word)))

/** The days asked for. @throws Refusal bad_request for days that cannot go together */
export const daysOf = (query: Query): ((game: { date: string }) => boolean) => {
  const [date, from, to] = [query.day('date'), query.day('from'), query.day('to')]
  if (date !== undefined && (from ?? to) !== undefined)
    throw badRequest('date cannot be sent together with from or to.')
  if (from !== undefined && to !== undefined && from > to) throw badRequest('from must not be after to.')
  return (game) => (date ?? game.date) === game.date && (from ?? '') <= game.date && game.date <= (to ?? '9999')
}

/** What a record is asked for within. */
export interface Scope {
  competition: string | undefined
  season: string | undefined
}

/** The competition and season of a list: one that is not there is in no record. */
export const scopeOf = (query: Query): Scope => ({
  competition: query.id('competition', 'cp_'),
  season: query.id('season', 'ss_'),
})

/** The competition and season of a single record. @throws Refusal bad_request for one that is not there */
export const requiredScope = (query: Query): Scope => {
  const { competition, season } = scopeOf(query)
  const found = league.seasons.find(({ id }) => id === season)
  if (competition !== undefined && !league.competitions.some(({ id }) => id === competition))
    throw badRequest(`competition: there is no competition ${competition}.`)
  if (season !== undefined && found === undefined) throw badRequest(`season: there is no season ${season}.`)
  if (found && competition !== undefined && found.competition.id !== competition)
    throw badRequest(`season: ${season} is a season of another competition.`)
  return { competition, season }
}

/** Whether something of a season is within a scope. */
export const isWithin = (
  { competition, season }: Scope,
  of: { competition: { id: string }; season: { id: string } },
): boolean => (competition ?? of.competition.id) === of.competition.id && (season ?? of.season.id) === of.season.id

/** Whether a scope holds the one season in which games were played: the other has no statistics. */
export const isPlayed = (scope: Scope): boolean =>
  league.games.some((game) => game.has.boxscore && isWithin(scope, game))

export const isOf = (team: string | undefined, { home, away }: Game): boolean =>
  team === undefined || home.id === team || away.id === team

type Line = Omit<PlayerLine, 'player'> & StatLine

const lineOf = (player: string, box: TeamBox): Line | undefined => {
  const found = box.players.find((line) => line.player.id === player)
  if (found === undefined) return undefined
  const { player: _, ...line } = found
  return line
}

/** Every box line of a player, newest first. */
export const gameLog = (player: string): PlayerGame[] =>
  league.games.flatMap((game) => {
    const box = records['/games/{id}/boxscore'][game.id]
    return (['home', 'away'] as const).flatMap((venue): PlayerGame[] => {
      const other = venue === 'home' ? 'away' : 'home'
      const line = box && lineOf(player, box[venue])
      if (line === undefined) return []
      const [team_score, opponent_score] = [game[`${venue}_score`] ?? 0, game[`${other}_score`] ?? 0]
      const { id, date, competition, season, stage } = game
      return [
        {
          game: { id, date, competition, season, stage },
          team: game[venue],
          opponent: game[other],
          venue,
          result: team_score > opponent_score ? 'W' : 'L',
          team_score,
          opponent_score,
          ...line,
        },
      ]
    })
  })
