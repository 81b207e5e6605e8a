import { once } from 'node:events'
import type { CommandCore } from '@basketball-data/core'
import type { Replay } from '@basketball-data/feeds/replay'
import type { Command } from 'commander'
import { Failed, Interrupted, Stopped } from './failures.ts'
import { scoreLine } from './follow-feed.ts'
import { openLogger } from './long-running.ts'
import { decimal, readPort } from './option-values.ts'
import { readCommandConfig, interruptible, print, withCore } from './session.ts'
import { counted } from './terminal.ts'

type Options = { speed: number; games?: string; atOnce?: boolean; serve?: number }

/** Milliseconds until the first tip-off, in which followers read the schedule. */
const LEAD = 10_000

/** The command that follows a replay. */
const followCommand = ({ feed, games }: Replay, origin: string): string =>
  `npx basketball-data follow ${feed.live.name} --season ${games[0]?.recorded.season} --api ${origin}`

/** Serves the games of a replay like the host of their feed, until Ctrl-C. */
const serveUntilStopped = async (command: Command, replay: Replay, port: number) => {
  const { createReplayHost, startReplayServer } = await import('@basketball-data/feeds/replay')
  const server = await startReplayServer(createReplayHost(replay), port).catch((error: unknown) => {
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
  const { requests, busiestMinute } = server.counts
  process.stderr.write(`${requests} requests, ${busiestMinute} in the busiest minute.\n`)
}

/** Ingests the games of a replay as they happen. */
const playInto = async (command: Command, core: CommandCore, replay: Replay): Promise<void> => {
  const logger = await openLogger(await readCommandConfig(command))
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
  const { serve, speed, atOnce = false } = options
  const { pickGames, planReplay, readRecordings } = await import('@basketball-data/feeds/replay')
  const { feed, games, refused } = await interruptible(
    (signal) => readRecordings(path, signal),
    'Interrupted; nothing was played.',
  )
  for (const { game, reason } of refused) process.stderr.write(`basketball-data: ${game}: ${reason}\n`)
  const chosen = options.games === undefined ? games : pickGames(games, options.games)
  const plan = () => planReplay(feed, chosen, { start: Date.now() + LEAD, speed, atOnce })
  plan() // refuses games that cannot be replayed together, before a database is opened
  if (serve === undefined) await withCore(command, (core) => playInto(command, core, plan()))
  else await serveUntilStopped(command, plan(), serve)
}

/** `replay` */
export const defineReplay = (command: Command): void => {
  command
    .argument('<path>', 'a file or folder of recorded games of the EuroLeague or the NBA, as import reads them')
    .option('--speed <factor>', 'how many times as fast as they were played', decimal(0.01, 100_000), 60)
    .option('--games <list>', 'some of the games, by id, number or range, like E2022_12 or 1,5,7-9')
    .option('--at-once', 'all games begin together')
    .option('--serve <port>', 'be a host that "follow --api" can request, instead of writing the database', readPort)
    .addHelpText(
      'after',
      `
The games are played as if they happened now, the first one in ${LEAD / 1000} seconds; nights follow each other without the days between
them. Use a database of its own: final games that it already has are refused.`,
    )
    .action(replay)
}
