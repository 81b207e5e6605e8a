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
import { readCommandConfig, print } from './session.ts'
import { columns, painter } from './terminal.ts'

/** Paths of example calls by plan, of the latest final game with box score, play-by-play and shots; without a game, only one. */
const findExamples = async (core: Core): Promise<Partial<Record<Plan, string>>> => {
  const { MAX_PER_PAGE } = await import('@basketball-data/core/contract')
  const { data } = await core.caller().games.list({ status: 'final', per_page: MAX_PER_PAGE })
  const game = data.find(({ has }) => has.boxscore && has.playbyplay && has.shots) ?? data[0]
  const free = '/games?status=final&per_page=3'
  if (game === undefined) return { free }
  return {
    free,
    live: `/games/${game.id}/boxscore`,
    archive: `/games/${game.id}/playbyplay`,
    complete: `/stats/leaders?competition=${game.competition.id}&top=3`,
  }
}

/** `signIn` is the address of a page that signs in to the account on plan complete, of `email`; `demo` is null for games of one's own. */
type Prepared = DemoKeys & { paths: Partial<Record<Plan, string>>; email: string; signIn: string; demo: Demo | null }

/** Opens the demo keys, and the demo itself if there are no other games and none are followed. */
const prepare = async (core: Core, { speed, follow }: StartOptions): Promise<Prepared> => {
  const { demoAccount, openDemoKeys } = await import('./demo-keys.ts')
  const { openDemo } = await import('./demo-live.ts')
  const { signInLink } = await import('@basketball-data/pages')
  const { id, email, created_at } = await demoAccount(core, 'complete')
  const demo = follow === undefined ? await openDemo(core, created_at, speed) : null
  const keys = await openDemoKeys(core)
  const signIn = signInLink(core, await core.signIn.linkFor(id))
  return { ...keys, paths: await findExamples(core), email, signIn, demo }
}

/** How to see that games are being played. */
const watching = (url: string, key: string, playing: string | undefined): string[] => [
  `  API_KEY=${key} npx basketball-data watch --url ${url}`,
  ...(playing === undefined ? [] : [`  curl -N -H 'Authorization: Bearer ${key}' '${url}/games/${playing}/stream'`]),
]

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

const welcome = (url: string, prepared: Prepared, { follow }: StartOptions): string => {
  const { keys, changed, file, paths, email, signIn, demo } = prepared
  const paint = painter(process.stdout)
  const kept =
    file === null
      ? 'shown only once; those of earlier starts are revoked'
      : `the same at every start: they are kept in ${shortest(file)}`
  const listed = columns(PLANS.map((plan) => [`  ${plan}`, keys[plan]]))
  const played = demo === null ? null : 'Games of today are being played'
  const heading = follow === undefined ? played : `Games of ${follow} are being followed`
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
    paint('bold', `One key per plan, ${kept}`),
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
  if (database === undefined && isPostgres((await readCommandConfig(command)).DATABASE_URL))
    throw new UsageError(
      'start would fill the database of DATABASE_URL with simulated games and demo accounts: use "serve", or name a database for the demo with --database.',
    )
}

const readSpeed = decimal(1, 1000)

/** `start` */
export const defineStart = (command: Command): void => {
  withServeOptions(command)
    .option('--speed <factor>', 'how fast the simulated games of today are played: 1 is as in reality', readSpeed, 5)
    .action(async (options: StartOptions) => {
      await refuseServer(command)
      const open = async (core: Core) => {
        const prepared = await prepare(core, options)
        const { keys, signIn: sign_in, demo } = prepared
        const onListening = (url: string) => print(command, { url, keys, sign_in }, welcome(url, prepared, options))
        return { onListening, beside: demo?.run }
      }
      await serveUntilStopped(command, open, { migrate: true, emails: 'terminal' })
    })
}
