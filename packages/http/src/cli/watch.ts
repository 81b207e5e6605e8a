import type { BasketballData, Event, Game, GameStreamEvent } from '@basketball-data/client'
import { InvalidArgumentError, type Command } from 'commander'
import { Failed, UsageError } from './failures.ts'
import { interruptible, printsJson } from './session.ts'
import { columns } from './terminal.ts'

/** A game as its stream has shown it so far. */
type Watched = { game: Game; plays: Map<number, Event> }

type OnEvent = (watched: Watched, streamed: GameStreamEvent) => void

const apply = (watched: Watched, streamed: GameStreamEvent): void => {
  switch (streamed.event) {
    case 'game':
      watched.game = streamed.data
      break
    case 'play':
      if (streamed.data.op === 'remove') watched.plays.delete(streamed.data.event.seq)
      else watched.plays.set(streamed.data.event.seq, streamed.data.event)
      break
    case 'period':
      break
    case 'final': {
      const { home_score, away_score } = streamed.data.data.game
      watched.game = { ...watched.game, status: 'final', home_score, away_score }
    }
  }
}

const watchGame = async (client: BasketballData, watched: Watched, onEvent: OnEvent): Promise<void> => {
  for await (const streamed of client.games.stream(watched.game.id)) {
    apply(watched, streamed)
    onEvent(watched, streamed)
  }
}

const periodName = (period: number): string => (period > 4 ? `OT${period - 4}` : `Q${period}`)

const scoreText = (home: number | null | undefined, away: number | null | undefined): string =>
  home == null || away == null ? '' : `${home}–${away}`

const stateOf = ({ game, plays }: Watched): string => {
  const latest = plays.get(plays.size)
  if (game.status !== 'scheduled') return game.status === 'final' ? 'Final' : 'No result'
  if (latest !== undefined) return `${periodName(latest.period)} ${latest.clock ?? ''}`.trim()
  return game.tip_off === null ? 'Later' : `${game.tip_off.slice(11, 16)} UTC`
}

const rowOf = (watched: Watched): string[] => {
  const { game, plays } = watched
  const latest = plays.get(plays.size)
  const score = scoreText(game.home_score ?? latest?.home_score, game.away_score ?? latest?.away_score)
  return [stateOf(watched), game.home.name, score === '' ? '–' : score, game.away.name]
}

const playText = ({ game: { home, away } }: Watched, play: Event): string => {
  const { period, clock, home_score, away_score, player, side, description } = play
  const team = side === 'home' ? home : side === 'away' ? away : undefined
  const who = player?.name ?? team?.name
  const score = scoreText(home_score, away_score).padEnd(7)
  return `${periodName(period)} ${(clock ?? '').padStart(5)}  ${score}  ${who === undefined ? '' : `${who}: `}${description}`
}

/** The line about an event of a game; undefined if there is nothing to say. */
const lineOf = (watched: Watched, streamed: GameStreamEvent): string | undefined => {
  switch (streamed.event) {
    case 'game':
    case 'period':
      return undefined
    case 'play':
      if (streamed.data.op === 'remove') return `Play ${streamed.data.event.seq} was removed.`
      return `${streamed.data.op === 'edit' ? 'Corrected: ' : ''}${playText(watched, streamed.data.event)}`
    case 'final':
      return `Final: ${rowOf(watched).slice(1).join(' ')}`
  }
}

/** Milliseconds in which changes of games are shown together: a stream begins with many plays at once. */
const REFRESH = 200

/** Shows games in a table: in a terminal it replaces the one before, elsewhere each row that changes is a line. */
const createBoard = (games: readonly Watched[], output: NodeJS.WriteStream) => {
  let shown: string[] = []
  let timer: NodeJS.Timeout | undefined
  const refresh = (): void => {
    timer = undefined
    const rows = columns(games.map(rowOf)).split('\n')
    const changed = output.isTTY ? rows : rows.filter((row, index) => row !== shown[index])
    const erase = output.isTTY && shown.length > 0 ? `\u001b[${shown.length}A\u001b[0J` : ''
    if (changed.length > 0) output.write(`${erase}${changed.join('\n')}\n`)
    shown = rows
  }
  return (): void => {
    timer ??= setTimeout(refresh, REFRESH)
  }
}

const printLine = (line: string | undefined): void => {
  if (line !== undefined) process.stdout.write(`${line}\n`)
}

const newWatched = (game: Game): Watched => ({ game, plays: new Map() })

const watchDay = async (client: BasketballData, date: string, onJson: OnEvent | undefined): Promise<void> => {
  const games = (await client.games.list({ date }).all()).map(newWatched)
  if (games.length === 0) throw new Failed(`There are no games on ${date}; name another day with --date.`)
  const show = createBoard(games, process.stdout)
  if (onJson === undefined) show()
  await Promise.all(games.map((watched) => watchGame(client, watched, onJson ?? show)))
}

const printJson: OnEvent = (_watched, streamed) => printLine(JSON.stringify(streamed))

const watch = async (client: BasketballData, game: string | undefined, date: string, json: boolean): Promise<void> => {
  if (game === undefined) return watchDay(client, date, json ? printJson : undefined)
  const watched = newWatched(await client.games.get(game))
  const { home, away } = watched.game
  if (!json) printLine(`${home.name} – ${away.name}`)
  await watchGame(client, watched, json ? printJson : (now, streamed) => printLine(lineOf(now, streamed)))
}

const readDay = (text: string): string => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw new InvalidArgumentError('Use a day like 2026-11-23.')
  return text
}

/** `watch` */
export const defineWatch = (command: Command): void => {
  command
    .argument('[game]', 'id of a game: prints its play-by-play; without it, the scores of all games of a day')
    .option('--date <day>', 'the day whose games are shown (default: today, UTC)', readDay)
    .option('--url <address>', 'address of the service', 'http://127.0.0.1:3000/v1')
    .addHelpText('after', '\nEnvironment: API_KEY is a key on plan live or higher. With --json, each event is a line.')
    .action(async (game: string | undefined, { date, url }: { date?: string; url: string }) => {
      const { API_KEY: apiKey } = process.env // oxlint-disable-line no-process-env -- a key of a caller is no setting of the service
      if (apiKey === undefined) throw new UsageError('Set API_KEY to a key on plan live or higher.')
      const { BasketballData, BasketballDataError } = await import('@basketball-data/client')
      const { utcDay } = await import('@basketball-data/core/contract')
      await interruptible(async (signal) => {
        try {
          const client = new BasketballData({ apiKey, baseUrl: url, signal })
          await watch(client, game, date ?? utcDay(new Date()), printsJson(command))
        } catch (error) {
          if (signal.aborted) return
          if (error instanceof BasketballDataError) throw new Failed(error.message, { cause: error })
          throw error instanceof TypeError ? new UsageError(error.message, { cause: error }) : error
        }
      })
    })
}
