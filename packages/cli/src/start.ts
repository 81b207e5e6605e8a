import { relative } from 'node:path'
import type { Core } from '@basketball-data/core'
import type { Plan } from '@basketball-data/core/contract'
import type { Command } from 'commander'
import { PLANS } from './contract-values.ts'
import type { DemoKeys } from './demo-keys.ts'
import type { Demo } from './demo-live.ts'
import { decimal } from './option-values.ts'
import { serveUntilStopped, withServeOptions } from './serve.ts'
import { UsageError } from './failures.ts'
import { configOf, print } from './session.ts'
import { columns, painter } from './terminal.ts'

/** The ids in the example calls. */
type Example = { game: string; competition: string }

/** The latest final game with box score, play-by-play and shots; null if there is no game yet. */
const exampleOf = async (core: Core): Promise<Example | null> => {
  const { MAX_PER_PAGE } = await import('@basketball-data/core/contract')
  const { data } = await core.caller().games.list({ status: 'final', per_page: MAX_PER_PAGE })
  const game = data.find(({ has }) => has.boxscore && has.playbyplay && has.shots) ?? data[0]
  return game === undefined ? null : { game: game.id, competition: game.competition.id }
}

/** An example call for each plan; without a game, only one that needs none. */
const examplePaths = (example: Example | null): Partial<Record<Plan, string>> => ({
  free: '/games?status=final&per_page=3',
  ...(example && {
    live: `/games/${example.game}/boxscore`,
    archive: `/games/${example.game}/playbyplay`,
    complete: `/stats/leaders?competition=${example.competition}&top=3`,
  }),
})

/** `signIn` is the address of a page that signs in to the account on plan complete, of `email`; `demo` is null for games of one's own. */
type Prepared = DemoKeys & { example: Example | null; email: string; signIn: string; demo: Demo | null }

/** Opens the demo keys, and the demo itself if there are no other games and none are followed. */
const prepare = async (core: Core, { speed, follow }: StartOptions): Promise<Prepared> => {
  const { demoAccount, openDemoKeys } = await import('./demo-keys.ts')
  const { openDemo } = await import('./demo-live.ts')
  const { id, email, created_at } = await demoAccount(core, 'complete')
  const demo = follow === undefined ? await openDemo(core, created_at, speed) : null
  const keys = await openDemoKeys(core)
  const { signInLink } = await import('@basketball-data/pages')
  const signIn = signInLink(core, await core.signIn.linkFor(id))
  return { ...keys, example: await exampleOf(core), email, signIn, demo }
}

/** How to see that games are being played. */
const watching = (url: string, key: string, playing: string | undefined): string[] => [
  `  API_KEY=${key} npx basketball-data watch --url ${url}`,
  ...(playing === undefined ? [] : [`  curl -N -H 'Authorization: Bearer ${key}' '${url}/games/${playing}/stream'`]),
]

const headingOf = (demo: Demo | null, { follow }: StartOptions): string | null => {
  if (follow !== undefined) return `Games of ${follow} are being followed`
  return demo === null ? null : 'Games of today are being played'
}

const keysHeading = (file: string | null): string =>
  file === null
    ? 'One key per plan, shown only once; those of earlier starts are revoked'
    : `One key per plan, the same at every start: they are kept in ${shortest(file)}`

/** A path as it is seen from the working folder, if that is shorter. */
const shortest = (path: string): string => {
  const below = relative(process.cwd(), path)
  return below.length < path.length ? below : path
}

const REASONS = { revoked: 'the earlier one was revoked', lost: 'demo-keys.json did not have it' } as const

/** Says which keys are other ones than after the start before, and why. */
const changedKeys = (changed: DemoKeys['changed']): string[] =>
  (['revoked', 'lost'] as const).flatMap((reason) => {
    const plans = PLANS.filter((plan) => changed.get(plan) === reason)
    return plans.length === 0 ? [] : [`  New, because ${REASONS[reason]}: ${plans.join(', ')}`]
  })

const welcome = (url: string, prepared: Prepared, options: StartOptions): string => {
  const { keys, changed, file, example, email, signIn, demo } = prepared
  const paint = painter(process.stdout)
  const listed = columns(PLANS.map((plan) => [`  ${plan}`, keys[plan]]))
  const paths = examplePaths(example)
  const heading = headingOf(demo, options)
  const calls = PLANS.flatMap((plan) =>
    paths[plan] === undefined ? [] : [`  curl -H 'Authorization: Bearer ${keys[plan]}' '${url}${paths[plan]}'`],
  )
  return [
    `${paint('bold', 'Basketball Data')}  ${url}`,
    `${paint('bold', 'Documentation')}    ${url.replace(/\/v1$/, '/docs')}`,
    `${paint('bold', 'Account pages')}    ${url.replace(/\/v1$/, '/account')}`,
    '',
    paint('bold', `Signs you in to the account pages as ${email}, once, within 15 minutes`),
    `  ${signIn}`,
    '',
    paint('bold', keysHeading(file)),
    listed,
    ...changedKeys(changed),
    '',
    paint('bold', 'Try'),
    ...calls,
    '',
    ...(heading === null ? [] : [paint('bold', heading), ...watching(url, keys.live, demo?.playing), '']),
    'Ctrl-C stops the service.',
  ].join('\n')
}

/** `follow` is the name of a feed whose games are imported; there is no demo then. */
type StartOptions = { speed: number; follow?: string }

/** The demo fills its database: a server must have been meant for that. @throws UsageError */
const refuseServer = async (command: Command): Promise<void> => {
  const { database } = command.optsWithGlobals<{ database?: string }>()
  const { isPostgres } = await import('@basketball-data/core')
  if (database === undefined && isPostgres((await configOf(command)).DATABASE_URL))
    throw new UsageError(
      'start would fill the database of DATABASE_URL with simulated games and demo accounts: use "serve", or name a database for the demo with --database.',
    )
}

/** `start` */
export const defineStart = (command: Command): void => {
  withServeOptions(command)
    .option(
      '--speed <factor>',
      'how fast the simulated games of today are played: 1 is as in reality',
      decimal(1, 1000),
      5,
    )
    .action(async (options: StartOptions) => {
      await refuseServer(command)
      const onListening = (url: string, prepared: Prepared) =>
        print(command, { url, keys: prepared.keys, sign_in: prepared.signIn }, welcome(url, prepared, options))
      await serveUntilStopped(command, (core) => prepare(core, options), onListening, {
        migrate: true,
        emails: 'terminal',
        beside: async (_core, { demo }, logger, signal) => demo?.run(logger, signal),
      })
    })
}
