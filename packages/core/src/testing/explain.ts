import { z } from 'zod'
import type { Store } from '../store/index.ts'

/** A node of a query plan, as EXPLAIN (FORMAT JSON) gives it. */
export type Plan = {
  'Node Type': string
  'Index Name'?: string | undefined
  'Relation Name'?: string | undefined
  Plans?: Plan[] | undefined
}

const Plan: z.ZodType<Plan> = z.object({
  'Node Type': z.string(),
  'Index Name': z.string().optional(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(Plan).optional()
  },
})
const Explained = z.object({ 'QUERY PLAN': z.array(z.object({ Plan })) })

type Send = (query: string, parameters: unknown[], options?: object) => Promise<unknown>

/** The drivers as they send statements: postgres.js by `unsafe`, PGlite by `query`, and by `exec` without parameters. */
type Client = { unsafe?: Send; query?: Send; exec?: (query: string) => Promise<unknown[]> }

const clientOf = ({ db }: Store): Client => {
  if (!('$client' in db)) throw new TypeError('Drizzle does not show its client')
  // Drizzle's types leave the client out, and the two drivers have no type in common.
  return db.$client as Client
}

type Sent = { query: string; parameters: unknown[] }

/** The statements that `work` sends outside transactions. */
const statementsOf = async (client: Client, work: () => Promise<unknown>): Promise<Sent[]> => {
  const method = client.unsafe === undefined ? 'query' : 'unsafe'
  const send = client[method]
  if (send === undefined) throw new TypeError('the driver sends statements in a way of its own')
  const sent: Sent[] = []
  client[method] = (query, parameters, options) => {
    sent.push({ query, parameters })
    return send.call(client, query, parameters, options)
  }
  await work().finally(() => {
    client[method] = send
  })
  return sent
}

const explain = async (client: Client, { query, parameters }: Sent): Promise<Plan> => {
  const statement = `explain (format json) ${query}`
  const result = client.unsafe
    ? await client.unsafe(statement, parameters)
    : await client.query?.(statement, parameters)
  return planOf(result)
}

/** The plan for whatever parameters come, as the database makes it for a statement that it has met often. */
const explainPrepared = async (client: Client, { query }: Sent): Promise<Plan> => {
  const statement = `explain (generic_plan, format json) ${query}`
  const result = client.unsafe
    ? await client.unsafe(statement, [], { simple: true })
    : (await client.exec?.(statement))?.[0]
  return planOf(result)
}

const planOf = (result: unknown): Plan => {
  const rows: unknown = typeof result === 'object' && result !== null && 'rows' in result ? result.rows : result
  const [row] = z.array(z.unknown()).parse(Array.isArray(rows) ? [...rows] : rows)
  const [explained] = Explained.parse(row)['QUERY PLAN']
  if (explained === undefined) throw new TypeError('there is no plan')
  return explained.Plan
}

/** How the database goes about one statement. */
export type Plans = { chosen: Plan; prepared: Plan }

/** How the database goes about every statement of `work` that reads from `table` first. */
export const plansOf = async (store: Store, table: string, work: () => Promise<unknown>): Promise<Plans[]> => {
  const client = clientOf(store)
  const plans: Plans[] = []
  for (const sent of await statementsOf(client, work))
    if (sent.query.includes(`from "${table}"`))
      plans.push({ chosen: await explain(client, sent), prepared: await explainPrepared(client, sent) })
  return plans
}

/** Every node of a plan. */
export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** A table as a statement reads it: by which index, undefined where it reads none, and in which plan. */
export type Reading = { table: string; index: string | undefined; plan: Plan }

/** How every statement of `work` reads its tables, as the database chooses for the parameters at hand. */
export const readingsOf = async (store: Store, work: () => Promise<unknown>): Promise<Reading[]> => {
  const client = clientOf(store)
  const readings: Reading[] = []
  for (const sent of await statementsOf(client, work)) {
    const plan = await explain(client, sent)
    for (const node of nodesOf(plan)) {
      const { 'Relation Name': table, 'Index Name': index } = node
      if (table !== undefined) readings.push({ table, index, plan })
    }
  }
  return readings
}
