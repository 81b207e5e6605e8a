import type { Core } from '@basketball-data/core'
import type { Plan } from '@basketball-data/core/contract'
import type { Command } from 'commander'
import { MAX_KEYS, PLANS } from './contract-values.ts'
import type { DemoKeys } from './demo-keys.ts'
import type { Demo } from './demo-live.ts'
import { decimal } from './option-values.ts'
import { serveUntilStopped, withServeOptions } from './serve.ts'
import { UsageError } from './failures.ts'
import { readCommandConfig, print, shortenPath } from './session.ts'
import { columns, painter } from './terminal.ts'

/** Paths of example calls by plan: the table of the latest final game, and the latest one with a box score; without one, only those that show something. */
const findExamples = async (core: Core): Promise<Partial<Record<Plan, string>>> => {
  const { MAX_PER_PAGE } = await import('@basketball-data/core/contract')
  const { games } = core.caller()
  const { data: final } = await games.list({ status: 'final', per_page: MAX_PER_PAGE })
  const listed = final.length > 0 ? final : (await games.list({ per_page: 1 })).data
  const game = listed.find(({ has }) => has.boxscore)
  const competition = listed[0]?.competition.id
  return {
    free: final.length > 0 ? '/games?status=final&per_page=3' : '/games?per_page=3',
    ...(competition !== undefined && { live: `/standings?competition=${competition}` }),
    ...(game !== undefined && {
      archive: `/games/${game.id}/boxscore`,
      complete: `/stats/leaders?competition=${game.competition.id}&top=3`,
    }),
  }
}

/** `signIn` is the address of a page that signs in to the account on plan complete, of `email`; `demo` is null for games of one's own. */
type Prepared = DemoKeys & {
  name: string
  paths: Partial<Record<Plan, string>>
  email: string
  signIn: string
  demo: Demo | null
}

/** Opens the demo keys, and the demo itself if there are no other games and none are followed. */
const prepare = async (core: Core, { speed, follow }: StartOptions): Promise<Prepared> => {
  const { demoAccount, openDemoKeys } = await import('./demo-keys.ts')
  const { openDemo } = await import('./demo-live.ts')
  const { signInLink } = await import('@basketball-data/pages')
  const { id, email, created_at } = await demoAccount(core, 'complete')
  const demo = follow === undefined ? await openDemo(core, created_at, speed) : null
  const keys = await openDemoKeys(core)
  const signIn = signInLink(core, await core.signIn.linkFor(id))
  return { name: core.service.name, ...keys, paths: await findExamples(core), email, signIn, demo }
}

/** How to see that games are being played. */
const watching = (url: string, key: string, playing: string | undefined): string[] => [
  `  BASKETBALL_DATA_KEY=${key} npx basketball-data watch --url ${url}`,
  ...(playing === undefined ? [] : [`  curl -N -H 'Authorization: Bearer ${key}' '${url}/games/${playing}/stream'`]),
]

const REASONS = { revoked: 'the earlier one was revoked', lost: 'demo-keys.json did not have it' } as const

/** Says which keys are other ones than after the start before, and why. */
const changedKeys = (changed: DemoKeys['changed']): string[] =>
  (['revoked', 'lost'] as const).flatMap((reason) => {
    const plans = PLANS.filter((plan) => changed.get(plan) === reason)
    return plans.length === 0 ? [] : [`  New, because ${REASONS[reason]}: ${plans.join(', ')}`]
  })

const welcome = (url: string, prepared: Prepared, { follow }: StartOptions): string => {
  const { name, keys, changed, file, paths, email, signIn, demo } = prepared
  const paint = painter(process.stdout)
  const address = (what: string, at: string) =>
    paint('bold', what) + at.padStart(at.length + Math.max(2, 17 - what.length))
  const kept =
    file === null
      ? 'shown only once; those of earlier starts still work'
      : `the same at every start: they are kept in ${shortenPath(file)}`
  const listed = columns(
    PLANS.map((plan) => [
      `  ${plan}`,
      keys[plan] ?? `none: the ${MAX_KEYS} keys of demo-${plan}@example.org still work, and it can have no more`,
    ]),
  )
  const played = demo === null ? null : 'Games of today are being played'
  const heading = follow === undefined ? played : `Games of ${follow} are being followed`
  const calls = PLANS.flatMap((plan) =>
    paths[plan] === undefined || keys[plan] === undefined
      ? []
      : [`  curl -H 'Authorization: Bearer ${keys[plan]}' '${url}${paths[plan]}'`],
  )
  return [
    address(name, url),
    address('Documentation', url.replace(/\/v1$/, '/docs')),
    address('Account pages', url.replace(/\/v1$/, '/account')),
    '',
    paint('bold', `Signs you in to the account pages as ${email}, once, within 15 minutes`),
    `  ${signIn}`,
    '',
    paint('bold', `One key per plan, of the accounts demo-<plan>@example.org, ${kept}`),
    listed,
    ...changedKeys(changed),
    ...(demo === null
      ? ['  Their accounts are for trying out. For real ones: npx basketball-data accounts create --help']
      : []),
    '',
    paint('bold', 'Try'),
    ...calls,
    '',
    ...(heading === null
      ? []
      : [paint('bold', heading), ...watching(url, keys.live ?? '<key of plan live>', demo?.playing), '']),
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
