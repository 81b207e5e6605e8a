import type { LiveFeed, PlanChanges } from '../../packages/core/src/contract/index.ts'
import type { Driver } from '../../packages/core/src/store/store.ts'
import type { Reply } from './network.ts'

/** Where the world of a night can misbehave on purpose, in a way that the service must never see. */
export type Hooks = {
  /** The database as its processes see it. */
  database: (driver: Driver) => Driver
  /** A statement that the database runs by itself before it commits a transaction that has written games; '' for none. */
  beforeCommit: string
  /** Whether what a statement has written stays when its transaction is rolled back. */
  survivesRollback: (text: string) => boolean
  /** The reply to a delivery that its receiver has not received. */
  confirm: (failure: Reply) => Reply
  /** The id behind which a reader resumes a stream, of all that it has received. */
  resumeAfter: (ids: readonly string[]) => string | undefined
  /** How processes are configured. */
  feed: (feed: LiveFeed) => LiveFeed
  plans: (plans: PlanChanges) => PlanChanges
  worker: { lease?: number; timeout?: number }
  /** How many milliseconds a process counts in memory after it has renewed its lease. */
  countingTrust: number | undefined
}

/** A world that does what it should, apart from the mishaps of a night. */
export const NO_HOOKS: Hooks = {
  database: (driver) => driver,
  beforeCommit: '',
  survivesRollback: () => false,
  confirm: (failure) => failure,
  resumeAfter: (ids) => ids.at(-1),
  feed: (feed) => feed,
  plans: (plans) => plans,
  worker: {},
  countingTrust: undefined,
}
