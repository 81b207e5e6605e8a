import type { Core } from '@basketball-data/core'
import { MAX_ACTIVE_KEYS, MAX_PER_PAGE, PLANS, type Plan } from '@basketball-data/core/contract'
import type { Command } from 'commander'
import { importDemo } from './demo.ts'
import { serveUntilStopped, withListener } from './listen.ts'
import { answer } from './session.ts'
import { columns, painter } from './terminal.ts'

const demoAccount = async ({ accounts }: Core, plan: Plan) => {
  const email = `demo-${plan}@example.org`
  const known = (await accounts.list()).find((account) => account.email === email)
  if (known === undefined) return accounts.create({ email, plan })
  return known.plan === plan ? known : accounts.setPlan(known.id, plan)
}

/** Keys cannot be shown again, so every start makes one; the oldest makes room for it. */
const demoKey = async (core: Core, plan: Plan): Promise<string> => {
  const { id } = await demoAccount(core, plan)
  const active = (await core.keys.list(id)).filter(({ revoked_at }) => revoked_at === null)
  const oldest = active.at(-1)
  if (oldest !== undefined && active.length >= MAX_ACTIVE_KEYS) await core.keys.revoke(oldest.id)
  return (await core.keys.create(id)).key
}

/** What the examples ask for, by id. */
type Example = { game: string; competition: string }

/** The latest final game with a box score. */
const exampleOf = async (core: Core): Promise<Example> => {
  const { data } = await core.caller().games.list({ status: 'final', per_page: MAX_PER_PAGE })
  const found = data.find(({ has }) => has.boxscore && has.playbyplay && has.shots) ?? data[0]
  return { game: found?.id ?? 'gm_…', competition: found?.competition.id ?? 'cp_…' }
}

/** What a first look at each plan could ask for. */
const examplePaths = ({ game, competition }: Example): Record<Plan, string> => ({
  free: '/games?status=final&per_page=3',
  live: `/games/${game}/boxscore`,
  archive: `/games/${game}/playbyplay`,
  complete: `/stats/leaders?competition=${competition}&top=3`,
})

type Prepared = { keys: Record<Plan, string>; example: Example }

/** Demo data where there is none, and new demo keys. */
const prepare = async (core: Core): Promise<Prepared> => {
  if (await core.isEmpty()) {
    process.stderr.write('No games yet: loading demo data.\n')
    await importDemo(core, {}, (_record, text) => process.stderr.write(`${text}\n`))
  }
  const keys: Record<Plan, string> = { free: '', live: '', archive: '', complete: '' }
  for (const plan of PLANS) keys[plan] = await demoKey(core, plan)
  return { keys, example: await exampleOf(core) }
}

const welcome = (url: string, { keys, example }: Prepared): string => {
  const paint = painter(process.stdout)
  const listed = columns(PLANS.map((plan) => [`  ${plan}`, keys[plan]]))
  const paths = examplePaths(example)
  const calls = PLANS.map((plan) => `  curl -H 'X-API-Key: ${keys[plan]}' '${url}${paths[plan]}'`)
  return [
    `${paint('bold', 'Basketball Data')}  ${url}`,
    `${paint('bold', 'Documentation')}    ${url.replace(/\/v1$/, '/docs')}`,
    '',
    paint('bold', 'A key per plan, shown this once'),
    listed,
    '',
    paint('bold', 'Try'),
    ...calls,
    '',
    'Ctrl-C stops the service.',
  ].join('\n')
}

/** `start` */
export const addStart = (program: Command): void => {
  withListener(program.command('start'))
    .description('All at once: migrate, load demo data if there are no games, make a demo key per plan, and serve.')
    .action(async (_options: object, command: Command) => {
      const announce = (url: string, prepared: Prepared) =>
        answer(command, { url, keys: prepared.keys }, welcome(url, prepared))
      await serveUntilStopped(command, prepare, announce, { migrate: true })
    })
}
