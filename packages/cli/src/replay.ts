import { once } from 'node:events'
import type { Core } from '@basketball-data/core'
import type { EditOptions, HostOptions, Replay } from '@basketball-data/feeds/replay'
import type { Command } from 'commander'
import { Failed, Interrupted, Stopped, UsageError } from './failures.ts'
import { scoreLine } from './follow-feed.ts'
import { openLogger } from './long-running.ts'
import { decimal, readPort } from './option-values.ts'
import { configOf, interruptible, print, withCore } from './session.ts'
import { counted } from './terminal.ts'

type Options = EditOptions &
  Pick<HostOptions, 'faults' | 'stale'> & {
    speed: number
    games?: string
    atOnce?: boolean
    serve?: number
    perMinute?: number
  }

/** Milliseconds until the first tip-off, in which followers read the schedule. */
const LEAD = 10_000

const readShare = decimal(0, 1, 'a share')
const readSeconds = decimal(0, 86_400, 'seconds')

/** The command that follows a replay. */
const followCommand = ({ feed, games }: Replay, origin: string): string =>
  `npx basketball-data follow ${feed.live.name} --season ${games[0]?.recorded.season} --api ${origin}`

/** Serves the games of a replay like the host of their feed, until Ctrl-C. */
const serveUntilStopped = async (command: Command, replay: Replay, port: number, options: HostOptions) => {
  const { createReplayHost, startReplayServer } = await import('@basketball-data/feeds/replay')
  const host = createReplayHost(replay, options)
  const server = await startReplayServer(host, port).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new Failed(`Cannot listen on 127.0.0.1:${port}: address already in use; choose another port with --serve.`)
    throw error
  })
  try {
    await interruptible(async (signal) => {
      const origin = `http://127.0.0.1:${server.port}`
      const seconds = Math.round((replay.end - Date.now()) / 1000)
      const record = { url: origin, feed: replay.feed.live.name, games: replay.games.length, seconds }
      const text = `Replaying ${counted(replay.games.length, 'game')} at ${origin}, to the end in ${seconds} s. Follow with\n  ${followCommand(replay, origin)}`
      print(command, record, text)
      if (!signal.aborted) await once(signal, 'abort')
    })
  } finally {
    await server.close()
  }
  const { requests, refused, busiestMinute } = host.counts()
  process.stderr.write(`${requests} requests, ${busiestMinute} in the busiest minute, ${refused} refused.\n`)
}

/** Ingests the games of a replay as they happen. */
const playInto = async (command: Command, core: Core, replay: Replay): Promise<void> => {
  const logger = await openLogger(await configOf(command))
  const { playedBundles } = await import('@basketball-data/feeds/replay')
  const shown = new Map<string, string>()
  const counts = { games: replay.games.length, ingested: 0, refused: 0 }
  const stopped = await interruptible(async (signal) => {
    for await (const { game, bundle, error } of playedBundles(replay, signal)) {
      const result =
        error === undefined ? await core.ingest(bundle) : { outcome: 'refused' as const, reason: error.reason }
      if (result.outcome === 'refused') {
        // Its first bundle has nothing but the schedule: the database has another game under this id.
        if (!shown.has(game))
          throw new Failed(
            `${game} cannot be replayed into this database: ${result.reason}; name a new one with --database.`,
          )
        counts.refused += 1
        logger.warn({ game, reason: result.reason }, 'A replayed game was refused.')
        continue
      }
      counts.ingested += 1
      if (bundle === undefined) continue
      // A line when a game begins, a period ends, and the game ends.
      const state = `${bundle.events?.length ? 'begun' : ''} ${bundle.game.periods?.home.length} ${bundle.game.status}`
      if (shown.get(game) !== state) logger.info({ game }, scoreLine(bundle))
      shown.set(game, state)
    }
    return signal.reason instanceof Stopped ? signal.reason : null
  })
  const refused = counts.refused === 0 ? '' : ` ${counts.refused} updates were refused.`
  const played = `${stopped === null ? '' : 'a part of '}${counted(counts.games, 'game')}`
  print(command, counts, `Played ${played} in ${counts.ingested} updates.${refused}`)
  if (stopped !== null) throw new Interrupted('Interrupted; what was played until then is stored.', stopped)
}

const replay = async (path: string, options: Options, command: Command): Promise<void> => {
  const { serve, speed, atOnce = false, lateEdits, median, vanishing, faults, stale, perMinute, seed } = options
  if (serve === undefined && (faults > 0 || stale > 0 || perMinute !== undefined))
    throw new UsageError('--faults, --stale and --per-minute are those of a host; name its port with --serve.')
  const { pickGames, planReplay, readRecordings } = await import('@basketball-data/feeds/replay')
  const edits = { lateEdits, median, vanishing, seed }
  const { feed, games, refused } = await interruptible(
    (signal) => readRecordings(path, edits, signal),
    'Interrupted; nothing was played.',
  )
  for (const { game, reason } of refused) process.stderr.write(`basketball-data: ${game}: ${reason}\n`)
  const chosen = options.games === undefined ? games : pickGames(games, options.games)
  const plan = () => planReplay(feed, chosen, { start: Date.now() + LEAD, speed, atOnce })
  plan() // refuses games that cannot be replayed together, before a database is opened
  if (serve === undefined) await withCore(command, (core) => playInto(command, core, plan()))
  else await serveUntilStopped(command, plan(), serve, { faults, stale, seed, perMinute: perMinute ?? null })
}

/** `replay` */
export const defineReplay = (command: Command): void => {
  command
    .argument('<path>', 'a file or folder of recorded games of the EuroLeague or the NBA, as import reads them')
    .option('--speed <factor>', 'how many times as fast as they were played', decimal(0.01, 100_000), 60)
    .option('--games <list>', 'some of the games, by id, number or range, like E2022_12 or 1,5,7-9')
    .option('--at-once', 'all games begin together')
    .option('--serve <port>', 'be a host that "follow --api" can request, instead of writing the database', readPort)
    .option('--late-edits <share>', 'share of rows that are entered with a mistake and edited later', readShare, 0)
    .option('--vanishing <share>', 'share of rows beside which another one stands until it vanishes', readShare, 0)
    .option('--median <seconds>', 'median time until such a row is edited or vanishes', readSeconds, 6)
    .option('--faults <share>', 'share of responses that are 429, 5xx, HTML or cut off', readShare, 0)
    .option('--stale <share>', 'share of responses that are up to a minute old, and so out of order', readShare, 0)
    .option(
      '--per-minute <number>',
      'requests in any 60 seconds beyond which the host responds with 429 for 5 minutes',
      decimal(1, 100_000),
    )
    .option('--seed <text>', 'the same seed makes the same mistakes and faults', '1')
    .addHelpText(
      'after',
      `
The games are played as if they happened now, the first one in ${LEAD / 1000} seconds; nights follow each other without the days between
them. Use a database of its own: final games that it already has are refused.`,
    )
    .action(replay)
}
