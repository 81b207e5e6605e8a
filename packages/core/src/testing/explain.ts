import { z } from 'zod'
import type { Store } from '../store/index.ts'

/** A node of a query plan, as EXPLAIN (FORMAT JSON) returns it. */
export type QueryPlan = {
  'Node Type': string
  'Index Name'?: string | undefined
  'Relation Name'?: string | undefined
  'Scan Direction'?: string | undefined
  'Index Cond'?: string | undefined
  Plans?: QueryPlan[] | undefined
}

const QueryPlan: z.ZodType<QueryPlan> = z.object({
  'Node Type': z.string(),
  'Index Name': z.string().optional(),
  'Relation Name': z.string().optional(),
  'Scan Direction': z.string().optional(),
  'Index Cond': z.string().optional(),
  get Plans() {
    return z.array(QueryPlan).optional()
  },
})
const Explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: QueryPlan })]) })])

type Statement = { text: string; parameters: unknown[] }

/** The statements that `work` sends outside transactions. */
const recordStatements = async ({ driver }: Store, work: () => Promise<unknown>): Promise<Statement[]> => {
  const { values, rows } = driver
  const sent: Statement[] = []
  driver.values = (text, parameters) => {
    sent.push({ text, parameters })
    return values(text, parameters)
  }
  driver.rows = (text, parameters) => {
    sent.push({ text, parameters })
    return rows(text, parameters)
  }
  await work().finally(() => Object.assign(driver, { values, rows }))
  return sent
}

const explainPlan = async ({ driver }: Store, statement: string, parameters: unknown[]): Promise<QueryPlan> => {
  const [explained] = Explained.parse([...(await driver.rows(statement, parameters))])
  return explained['QUERY PLAN'][0].Plan
}

const customPlan = (store: Store, { text, parameters }: Statement): Promise<QueryPlan> =>
  explainPlan(store, `explain (format json) ${text}`, parameters)

const genericPlan = (store: Store, { text }: Statement): Promise<QueryPlan> =>
  explainPlan(store, `explain (generic_plan, format json) ${text}`, [])

/** The custom plan of a statement, for the parameters it was sent with, and its generic plan. */
export type QueryPlans = { custom: QueryPlan; generic: QueryPlan }

/** The plans of the statements of `work` whose first table is `table`. */
export const explainPlans = async (
  store: Store,
  table: string,
  work: () => Promise<unknown>,
): Promise<QueryPlans[]> => {
  const plans: QueryPlans[] = []
  for (const sent of await recordStatements(store, work))
    if (sent.text.includes(`from "${table}"`))
      plans.push({ custom: await customPlan(store, sent), generic: await genericPlan(store, sent) })
  return plans
}

/** Every node of a plan. */
export const listNodes = (plan: QueryPlan): QueryPlan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)]

/** How a statement reads a table: the index, undefined for a scan of the table itself, and the plan. */
export type Reading = { table: string; index: string | undefined; plan: QueryPlan }

/** How each statement of `work` reads its tables, according to its custom plan. */
export const countReadings = async (store: Store, work: () => Promise<unknown>): Promise<Reading[]> => {
  const readings: Reading[] = []
  for (const sent of await recordStatements(store, work)) {
    const plan = await customPlan(store, sent)
    for (const node of listNodes(plan)) {
      const { 'Relation Name': table, 'Index Name': index } = node
      if (table !== undefined) readings.push({ table, index, plan })
    }
  }
  return readings
}
