import type {
  BasketballData,
  CompetitionRef,
  Event,
  Game,
  GameStreamEvent,
  LiveScore,
  LogEntry,
  PlayChange,
} from '@basketball-data/client'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { Failed, UsageError } from './failures.ts'
import { interruptible, printsJson } from './session.ts'
import { columns } from './terminal.ts'

/** Names a period of a game, e.g. Q4. */
type PeriodName = (period: number) => string

/** Finds the names of the periods of a competition, which is read once. */
const createPeriodNames = async (client: BasketballData) => {
  const { DEFAULT_PERIODS, periodName } = await import('@basketball-data/core/contract')
  const regular = new Map<string, number>()
  return async ({ id }: CompetitionRef): Promise<PeriodName> => {
    if (!regular.has(id)) {
      regular.set(id, DEFAULT_PERIODS)
      for await (const competition of client.competitions.list()) regular.set(competition.id, competition.periods)
    }
    return (period) => periodName(period, regular.get(id) ?? DEFAULT_PERIODS)
  }
}

/** A game of the board. */
type Shown = LiveScore & { periodName: PeriodName }

const scoreText = (home: number | null, away: number | null): string =>
  home === null || away === null ? '' : `${home}–${away}`

const getState = ({ game: { status, tip_off }, state, period, clock, periodName }: Shown): string => {
  switch (state) {
    case 'running':
      return period === null ? 'Live' : `${periodName(period)} ${clock ?? ''}`.trim()
    case 'break':
      return period === null ? 'Break' : `End of ${periodName(period)}`
    case 'ended':
      return status === 'no_result' ? 'No result' : 'Final'
    case 'upcoming':
      return tip_off === null ? 'Later' : `${tip_off.slice(11, 16)} UTC`
  }
}

/** Live games first, then those that are over, then those to come. */
const ORDER: readonly LiveScore['state'][] = ['running', 'break', 'ended', 'upcoming']

const inOrder = (scores: Iterable<Shown>): Shown[] =>
  [...scores].toSorted(
    (a, b) =>
      ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || (a.game.tip_off ?? '').localeCompare(b.game.tip_off ?? ''),
  )

const toRow = (score: Shown): string[] => {
  const { game, home_score, away_score } = score
  return [getState(score), game.home.name, scoreText(home_score, away_score) || '–', game.away.name]
}

/** Milliseconds in which changes of games are shown together: the games of the board come one after the other. */
const REFRESH = 200

/** Shows games in a table: in a terminal it replaces the one before, elsewhere each row that changes is a line. */
const createBoard = (output: NodeJS.WriteStream) => {
  const scores = new Map<string, Shown>()
  let shown: readonly string[] = []
  let timer: NodeJS.Timeout | undefined
  const refresh = (): void => {
    timer = undefined
    const cells = inOrder(scores.values()).map(toRow)
    const lines = columns(cells).split('\n')
    const rows = cells.map((row) => row.join('  ')) // without the blanks that depend on the other rows
    const changed = lines.filter((_line, index) => output.isTTY || !shown.includes(rows[index] ?? ''))
    const erase = output.isTTY && shown.length > 0 ? `\u001b[${shown.length}A\u001b[0J` : ''
    if (changed.length > 0) output.write(`${erase}${changed.join('\n')}\n`)
    shown = rows
  }
  return (score: Shown): void => {
    scores.set(score.game.id, score)
    timer ??= setTimeout(refresh, REFRESH)
  }
}

const printLine = (line: string, stream: NodeJS.WriteStream = process.stdout): void => void stream.write(`${line}\n`)
const printProblem = (line: string): void => printLine(line, process.stderr)

/** Says when the connection is lost, and when it is there again. */
const reportConnection = () => {
  let wasConnected: boolean | undefined
  return (connected: boolean): void => {
    if (wasConnected !== undefined && wasConnected !== connected)
      printProblem(connected ? 'Connected again.' : 'The connection is lost; connecting again every few seconds.')
    wasConnected = connected
  }
}

type Watching = { client: BasketballData; signal: AbortSignal; json: boolean }

const watchDay = async ({ client, signal, json }: Watching, date: string | undefined): Promise<void> => {
  const { liveScores } = await import('@basketball-data/client')
  const { utcDay } = await import('@basketball-data/core/contract')
  const isPast = date !== undefined && date < utcDay(new Date())
  const games = new Map<string, LiveScore>()
  const findPeriodNames = await createPeriodNames(client)
  const showScore = createBoard(process.stdout)
  const onConnection = reportConnection()
  let isBoardShown = false
  for await (const update of liveScores(client, { date, signal })) {
    if (json) printLine(JSON.stringify(update))
    if (update.type === 'score') {
      games.set(update.game.id, update)
      if (!json) showScore({ ...update, periodName: await findPeriodNames(update.game.competition) })
      continue
    }
    onConnection(update.connected)
    if (isBoardShown) continue
    isBoardShown = true // the games of the board come before the first connection
    if (games.size === 0 && isPast) throw new Failed(`There are no games on ${date}; name another day with --date.`)
    if (games.size === 0) printProblem('There are no games yet; waiting for some. --date names another day.')
    if (isPast && [...games.values()].every(({ state }) => state === 'ended')) return
  }
}

const playText = ({ home, away }: Game, play: Event, periodName: PeriodName): string => {
  const { period, clock, home_score, away_score, player, side, description } = play
  const team = side === 'home' ? home : side === 'away' ? away : undefined
  const who = player?.name ?? team?.name
  const score = scoreText(home_score, away_score).padEnd(7)
  return `${periodName(period)} ${(clock ?? '').padStart(5)}  ${score}  ${who === undefined ? '' : `${who}: `}${description}`
}

const changeText = (game: Game, { op, event }: PlayChange, periodName: PeriodName): string =>
  op === 'remove'
    ? `Play ${event.seq} was removed.`
    : `${op === 'edit' ? 'Corrected: ' : ''}${playText(game, event, periodName)}`

/** The line about an event of a game; undefined if there is nothing to say. */
const formatLine = (game: Game, streamed: GameStreamEvent, periodName: PeriodName): string | undefined => {
  switch (streamed.event) {
    case 'game':
    case 'period':
      return undefined
    case 'play':
      return changeText(game, streamed.data, periodName)
    case 'final': {
      const { home_score, away_score } = streamed.data.data.game
      return `Final: ${game.home.name} ${scoreText(home_score, away_score)} ${game.away.name}`
    }
  }
}

const watchGame = async ({ client, signal, json }: Watching, id: string): Promise<void> => {
  const game = await client.games.get(id)
  const periodName = await (await createPeriodNames(client))(game.competition)
  if (!json) printLine(`${game.home.name} – ${game.away.name}`)
  const onConnection = reportConnection()
  const logger = ({ status }: LogEntry): void => onConnection(status === 200)
  for await (const streamed of client.games.stream(id, { signal, logger })) {
    const line = json ? JSON.stringify(streamed) : formatLine(game, streamed, periodName)
    if (line !== undefined) printLine(line)
  }
}

const readDay = (text: string): string => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw new InvalidArgumentError('Use a day like 2026-11-23.')
  return text
}

const LOCAL_URL = 'http://127.0.0.1:3000/v1'

/** An address without a path is completed. An empty one, such as that of an empty variable, is as good as none. */
const readUrl = (text: string): string => {
  if (text === '') return LOCAL_URL
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError(`Use an address like ${LOCAL_URL}.`)
  return url.pathname === '/' ? new URL('/v1', url).href : text
}

/** One line about what the service refuses. */
const explain = async (error: unknown, url: string): Promise<unknown> => {
  const { BasketballDataError, UnauthorizedError } = await import('@basketball-data/client')
  if (error instanceof UnauthorizedError)
    return new Failed(`BASKETBALL_DATA_KEY is not, or no longer, a key of ${url}.`, { cause: error })
  if (error instanceof BasketballDataError) return new Failed(error.message, { cause: error })
  return error instanceof TypeError ? new UsageError(error.message, { cause: error }) : error
}

/** `watch` */
export const defineWatch = (command: Command): void => {
  command
    .argument('[game]', 'id of a game: prints its play-by-play; without it, the scores of all games of a day')
    .option('--date <day>', 'only games of this day (default: all that are running, and those of today)', readDay)
    .addOption(
      new Option('--url <address>', 'address of the service')
        .env('BASKETBALL_DATA_URL')
        .argParser(readUrl)
        .default(LOCAL_URL),
    )
    .addHelpText(
      'after',
      '\nEnvironment: BASKETBALL_DATA_KEY is a key on plan live or higher. With --json, each change is a line.',
    )
    .action(async (game: string | undefined, { date, url }: { date?: string; url: string }) => {
      const { BASKETBALL_DATA_KEY: apiKey } = process.env // oxlint-disable-line no-process-env -- a key of a caller is no setting of the service
      if (apiKey === undefined) throw new UsageError('Set BASKETBALL_DATA_KEY to a key on plan live or higher.')
      const { BasketballData } = await import('@basketball-data/client')
      await interruptible(async (signal) => {
        try {
          const client = new BasketballData({ apiKey, baseUrl: url, signal })
          const watching = { client, signal, json: printsJson(command) }
          if (game === undefined) await watchDay(watching, date)
          else await watchGame(watching, game)
        } catch (error) {
          if (!signal.aborted) throw await explain(error, url)
        }
      })
    })
}
