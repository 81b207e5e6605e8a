import { distinctTimes, type Fields, type RecordedGame } from '../../packages/feeds/src/replay/recorded-game.ts'
import { Random } from '../../packages/feeds/src/simulator/random.ts'

/** What statisticians correct later. */
export type MistakeOptions = {
  /** The share of rows that are entered with a mistake, from 0 to 1. */
  lateEdits: number
  /** The share of rows beside which another one stands that vanishes. */
  vanishing: number
  /** The median of the seconds until a row is edited or vanishes. */
  median: number
  /** The same seed makes the same mistakes. */
  seed: string
}

/** How the play-by-play of a feed is written. */
export type RowFormat = {
  /** The kind of its resource. */
  kind: string
  /** The response with other rows in each of its lists. */
  replaceRows: (response: Fields, replace: (rows: readonly Fields[]) => Fields[]) => Fields
  /** The field with the number of a row, that with its team, and those with its player. */
  number: string
  team: string
  player: readonly string[]
  /** Whether rows like it are entered with mistakes: those of a player on court, without substitutions. */
  isEdited: (row: Fields) => boolean
  /** What is different in a row that vanishes. */
  vanishing: Fields
}

/**
 * The spread of the delays, log-normal: with a median of 6 s, 19 % of rows change after more than a minute and 10 % after three,
 * as was counted in files of the NBA.
 */
const SPREAD = 2.65
/** Seconds. */
const MAX_DELAY = 900
/** What is added to the number of a row for the one that vanishes beside it. */
const EXTRA_NUMBER = 100_000

const randomDelay = (random: Random, median: number): number =>
  Math.round(Math.min(MAX_DELAY, median * Math.exp(SPREAD * random.normal())) * 1000)

const unmoved = (elapsed: number): number => elapsed

/** A row that is wrong at first: until when, and who is named in it. */
type Mistake = { player: Fields; wrongUntil: number; extraUntil: number }

/** A recorded game whose rows are edited late, by the seed, the game and the number of the row alone. */
export const withMistakes = (
  recorded: RecordedGame,
  format: RowFormat,
  { lateEdits, vanishing, median, seed }: MistakeOptions,
): RecordedGame => {
  const { kind, replaceRows, number, team, player, isEdited } = format
  const first = new Map<unknown, { row: Fields; from: number }>()
  for (const from of recorded.changes) {
    const response = recorded.responseAt(kind, from, unmoved)
    const note = (row: Fields) => {
      if (!first.has(row[number])) first.set(row[number], { row, from })
    }
    if (response !== undefined) replaceRows(response, (rows) => rows.map((row) => (note(row), row)))
  }
  const edited = [...first.values()].filter(({ row }) => isEdited(row))
  const ofTeam = Map.groupBy(edited, ({ row }) => row[team])
  const mistakes = new Map(
    edited.map(({ row, from }): [unknown, Mistake] => {
      const random = new Random(`${seed}/${recorded.game}/${String(row[number])}`)
      const other = random.pick(ofTeam.get(row[team]) ?? [{ row, from }]).row
      const until = (share: number) => (random.chance(share) ? from + randomDelay(random, median) : -Infinity)
      const named = Object.fromEntries(player.map((field) => [field, other[field]]))
      return [row[number], { player: named, wrongUntil: until(lateEdits), extraUntil: until(vanishing) }]
    }),
  )
  const untils = [...mistakes.values()].flatMap(({ wrongUntil, extraUntil }) => [wrongUntil, extraUntil])

  return {
    ...recorded,
    changes: distinctTimes([...recorded.changes, ...untils]),
    responseAt: (asked, elapsed, toMoment) => {
      const response = recorded.responseAt(asked, elapsed, toMoment)
      if (asked !== kind || response === undefined) return response
      return replaceRows(response, (rows) =>
        rows.flatMap((row) => {
          const mistake = mistakes.get(row[number])
          if (mistake === undefined) return [row]
          const extra = { ...row, ...mistake.player, ...format.vanishing, [number]: Number(row[number]) + EXTRA_NUMBER }
          return [
            elapsed < mistake.wrongUntil ? { ...row, ...mistake.player } : row,
            ...(elapsed < mistake.extraUntil ? [extra] : []),
          ]
        }),
      )
    },
  }
}

const toRows = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter((row): row is Fields => typeof row === 'object' && row !== null) : []

const LISTS = ['FirstQuarter', 'SecondQuarter', 'ThirdQuarter', 'ForthQuarter', 'ExtraTime']

/** The play-by-play of the EuroLeague. */
export const EUROLEAGUE_ROWS: RowFormat = {
  kind: 'PlaybyPlay',
  replaceRows: (response, replace) => ({
    ...response,
    ...Object.fromEntries(
      LISTS.flatMap((list) => (Array.isArray(response[list]) ? [[list, replace(toRows(response[list]))]] : [])),
    ),
  }),
  number: 'NUMBEROFPLAY',
  team: 'CODETEAM',
  player: ['PLAYER_ID', 'PLAYER', 'DORSAL'],
  isEdited: ({ PLAYER_ID, PLAYTYPE }) => {
    const [player, type] = [PLAYER_ID, PLAYTYPE].map((value) => (typeof value === 'string' ? value.trim() : ''))
    return player !== '' && !/^(?:CO|AC)_[AB]$/.test(player ?? '') && type !== 'IN' && type !== 'OUT'
  },
  vanishing: { PLAYTYPE: 'CM', PLAYINFO: 'Foul', POINTS_A: null, POINTS_B: null },
}

/** The play-by-play of the NBA. */
export const NBA_ROWS: RowFormat = {
  kind: 'playbyplay',
  replaceRows: (response, replace) => {
    const game = response['game']
    if (typeof game !== 'object' || game === null || !('actions' in game)) return response
    return { ...response, game: { ...game, actions: replace(toRows(game.actions)) } }
  },
  number: 'actionNumber',
  team: 'teamId',
  player: ['personId', 'playerName', 'playerNameI'],
  isEdited: ({ personId, actionType }) => Number(personId ?? 0) > 0 && actionType !== 'substitution',
  vanishing: { actionType: 'violation', subType: 'kicked ball', description: 'Violation' },
}
