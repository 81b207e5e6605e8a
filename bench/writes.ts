import { startChild, type ChildProcess } from './child-process.ts'
import { buildRequests } from './requests.ts'
import { measureLoad, type Cost, type Setup } from './rounds.ts'
import { everything } from './scenarios.ts'
import { startServer, type ServerProcess } from './servers.ts'

const [GAMES, WRITES_PER_SECOND, CONNECTIONS] = [9, 30, 32]

/** What calls cost while games are written. The time of Postgres includes the writes. */
export type WritesResult = Cost & {
  seconds: number
  paths: number
  writes_per_second: number
  /** The share of calls that found their response in memory. */
  hit_rate: number
}

/** Reads everything once and then for a while. */
const measure = async (
  { postgres, sample, keys }: Omit<Setup, 'servers'>,
  seconds: number,
  { server, writer, generator }: { server: ServerProcess; writer: ChildProcess; generator: ChildProcess },
): Promise<WritesResult> => {
  const running: string[] = JSON.parse(await writer.request('games'))
  const paths = everything({
    ...sample,
    games: [...sample.games, ...running],
    playByPlays: [...sample.playByPlays, ...running],
  })
  const load = { requests: buildRequests(paths, keys), connections: CONNECTIONS }
  await measureLoad(generator, postgres, [server], { ...load, seconds: seconds / 2 })
  const written = Number(await writer.request(`start ${WRITES_PER_SECOND}`))
  const before = await server.hits()
  const cost = await measureLoad(generator, postgres, [server], { ...load, seconds })
  const after = await server.hits()
  const [hits, misses] = [after.hits - before.hits, after.misses - before.misses]
  const writes_per_second = (Number(await writer.request('written')) - written) / seconds
  return { ...cost, seconds, paths: paths.length, writes_per_second, hit_rate: hits / (hits + misses) }
}

/** Reads everything from one process while another one writes updates of games in progress. */
export const measureWrites = async (
  database: string,
  setup: Omit<Setup, 'servers'>,
  seconds: number,
): Promise<WritesResult> => {
  const server = await startServer('ours', database)
  const writer = startChild('writer.ts', [database, String(GAMES)])
  const generator = startChild('load-generator.ts')
  try {
    return await measure(setup, seconds, { server, writer, generator })
  } finally {
    await Promise.all([server.stop(), writer.stop(), generator.stop()])
  }
}
