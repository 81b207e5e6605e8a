import { z } from 'zod'
import { nameWords } from '../names.ts'
import { listSchema, sameFields } from '../schemas.ts'
import { benchSide, isLeagueId, localId } from './people.ts'
import { PLAY_LISTS, Text } from './schemas.ts'

/** A player as one response about a game names them. */
type Mention = { team: string; id: string; name: string; number: string }

/** What the responses of a season say about one id in one team; each value once. The lists are short. */
type Facts = { names: string[]; numbers: string[]; games: number[] }

/** The facts by id. */
type Squad = Map<string, Facts>

const PlayerRow = z.object({ Player_ID: Text, Player: Text, Team: Text, Dorsal: Text })
const Box = z.object({ Stats: listSchema(z.object({ PlayersStats: listSchema(PlayerRow) })) })

const PlayRow = z.object({ PLAYER_ID: Text, PLAYER: Text, CODETEAM: Text, DORSAL: Text })
const Plays = z.object(sameFields(PLAY_LISTS, listSchema(PlayRow)))

const mentionsInBox = (box: unknown): Mention[] => {
  const checked = Box.safeParse(box)
  if (!checked.success) return []
  return checked.data.Stats.flatMap(({ PlayersStats }) => PlayersStats).map((row) => ({
    team: row.Team,
    id: row.Player_ID === '' ? row.Player : row.Player_ID,
    name: row.Player,
    number: row.Dorsal,
  }))
}

const mentionsInPlays = (plays: unknown): Mention[] => {
  const checked = Plays.safeParse(plays)
  if (!checked.success) return []
  return PLAY_LISTS.flatMap((list) => checked.data[list])
    .filter((row) => benchSide(row.PLAYER_ID) === null)
    .map((row) => ({ team: row.CODETEAM, id: row.PLAYER_ID, name: row.PLAYER, number: row.DORSAL }))
}

/**
 * A name as its words in alphabetical order, in lower case without accents and punctuation: "GARCÍA-RUIZ, J.M." and
 * "Jm Garcia Ruiz" both become "garcia jm ruiz".
 */
export const nameKey = (name: string): string => nameWords(name).toSorted().join(' ')

/** Whether a name has two words that are no initials, so that hardly two players of one team share it. */
const isFullName = (key: string): boolean => key.split(' ').filter((word) => word.length > 1).length > 1

const share = <Item>(a: readonly Item[], b: readonly Item[]): boolean => a.some((item) => b.includes(item))

const addOnce = <Item>(list: Item[], item: Item): void => {
  if (!list.includes(item)) list.push(item)
}

/** Whether two ids with the same name can be one player: never in the same game, and not under two shirt numbers. */
const canBeOne = (a: Facts, b: Facts, key: string): boolean => {
  if (share(a.games, b.games)) return false
  const numbersKnown = a.numbers.length > 0 && b.numbers.length > 0
  return numbersKnown ? share(a.numbers, b.numbers) : isFullName(key)
}

/** The league's id of the same player; null if none or several fit. */
const findLeagueId = (local: Facts, squad: Squad): string | null => {
  const [name, ...otherNames] = local.names
  if (name === undefined || otherNames.length > 0) return null
  const [same, ...others] = [...squad].filter(([id, { names }]) => isLeagueId(id) && names.includes(name))
  return same !== undefined && others.length === 0 && canBeOne(local, same[1], name) ? same[0] : null
}

/** The local ids of a team that are the league's id of another player, by local id. */
const joinedInSquad = (squad: Squad): Map<string, string> => {
  const joined = new Map<string, string>()
  for (const [id, facts] of squad) {
    const leagueId = isLeagueId(id) ? null : findLeagueId(facts, squad)
    if (leagueId !== null) joined.set(id, leagueId)
  }
  // Two ids in the same game are two players, so at most one of them is the league's, and nothing says which.
  const isContradicted = ([id, leagueId]: [string, string]): boolean =>
    [...joined].some(
      ([other, same]) =>
        other !== id && same === leagueId && share(squad.get(id)?.games ?? [], squad.get(other)?.games ?? []),
    )
  return new Map([...joined].filter((entry) => !isContradicted(entry)))
}

/**
 * Finds players of old games who have a made-up id in some games of a season and the league's own id in others of the same
 * season and team. They are one player if the name agrees with exactly one id of the league, and no fact contradicts it.
 * The order in which games are added does not matter.
 */
export class PlayerIds {
  /** By season, then team. */
  readonly #seasons = new Map<string, Map<string, Squad>>()

  /** Adds the players in the Boxscore of a game. Returns whether it has players. */
  addBox(season_code: string, game_code: number, box: unknown): boolean {
    const mentions = mentionsInBox(box)
    this.#add(season_code, game_code, mentions)
    return mentions.length > 0
  }

  /** Adds the players in the PlaybyPlay of a game, for games without a Boxscore. */
  addPlays(season_code: string, game_code: number, plays: unknown): void {
    this.#add(season_code, game_code, mentionsInPlays(plays))
  }

  /** Returns the league's ids by local id (`external_id`) for a season whose games have all been added, and forgets them. */
  takeJoined(season_code: string): ReadonlyMap<string, string> {
    const squads = this.#seasons.get(season_code) ?? []
    this.#seasons.delete(season_code)
    return new Map(
      [...squads].flatMap(([team, squad]) =>
        Array.from(joinedInSquad(squad), ([id, leagueId]) => [localId(id, season_code, team), leagueId] as const),
      ),
    )
  }

  #add(season_code: string, game_code: number, mentions: Mention[]): void {
    const squads = this.#seasons.get(season_code) ?? new Map<string, Squad>()
    this.#seasons.set(season_code, squads)
    for (const { team, id, name, number } of mentions) {
      if (team === '' || id === '') continue
      const squad: Squad = squads.get(team) ?? new Map()
      squads.set(team, squad)
      const facts = squad.get(id) ?? { names: [], numbers: [], games: [] }
      squad.set(id, facts)
      addOnce(facts.games, game_code)
      const key = nameKey(name)
      if (key !== '') addOnce(facts.names, key)
      if (number !== '') addOnce(facts.numbers, number)
    }
  }
}
