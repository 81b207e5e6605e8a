import { z } from 'zod'
import type { Driver } from '../../packages/core/src/store/store.ts'
import { lostConnection } from './database.ts'
import type { Hooks } from './hooks.ts'

/** A world that misbehaves as a mistake in the service would let it, to show that nights find such mistakes. */
export type PlantedFault = {
  name: string
  /** What is wrong, in a sentence. */
  what: string
  /** A night that finds it, which is another one when the statements of the service change. */
  seed: string
  hooks: Partial<Hooks>
}

type Row = Record<string, unknown>

/** Changes the rows of the statements whose text matches. */
const changeRows =
  (statement: RegExp, change: (rows: Row[], parameters: readonly unknown[]) => Row[]) =>
  (driver: Driver): Driver => ({
    ...driver,
    rows: async (text, parameters) => {
      const rows = await driver.rows(text, parameters)
      return statement.test(text) ? change(rows, parameters) : rows
    },
  })

const Written = z.array(z.object({ account_id: z.string() }))

/** A process that believes that it still has the lease that it took, and that it writes what it counts. */
const keepLease = (driver: Driver): Driver => {
  let lease: { id: unknown; asked: unknown } | undefined
  return {
    values: async (text, parameters) => {
      const rows = await driver.values(text, parameters)
      if (lease === undefined || !text.includes('(select lease from counting_lease)')) return rows
      const { id, asked } = lease
      // After the columns of a key, or alone.
      const index = text.startsWith('select coalesce((select lease') ? 0 : 6
      return rows.map((row) => row.with(index, id).with(index + 1, asked))
    },
    rows: async (text, parameters) => {
      const rows = await driver.rows(text, parameters)
      if (text.startsWith('insert into counting_lease') && rows[0] !== undefined)
        lease = { id: parameters[0], asked: rows[0]['asked'] }
      if (lease === undefined) return rows
      if (text.startsWith('update counting_lease')) return [{ asked: lease.asked }]
      return text.startsWith('with own as') ? Written.parse(JSON.parse(String(parameters[1]))) : rows
    },
  }
}

/** Mistakes of the kind that reviews and tests of single parts miss. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'recorded-before-it-is-stored',
    what: 'That a response was received is recorded even if its game is not stored, so that it is not read again.',
    seed: '4',
    hooks: {
      survivesRollback: (text) => /^(?:update|insert into) follow_/.test(text),
      // Half of the responses lose the connection when they have been recorded.
      database: changeRows(/^update follow_resources r set received_at/, (rows, parameters) => {
        if (parameters.some((value) => /"hash":"[0-7]/.test(String(value)))) throw lostConnection()
        return rows
      }),
    },
  },
  {
    name: 'claim-for-ever',
    what: 'The lease of a delivery lasts so long that those of a dead worker are not taken over.',
    seed: '2',
    hooks: { worker: { lease: 3_000_000 } },
  },
  {
    name: 'delivered-without-response',
    what: 'A delivery without a response counts as delivered.',
    seed: '1',
    hooks: { confirm: (failure) => (typeof failure === 'string' ? { status: 204, body: '' } : failure) },
  },
  {
    name: 'stream-resumes-too-early',
    what: 'A stream that is resumed begins with the event that its reader has already.',
    seed: '3',
    hooks: { resumeAfter: (ids) => ids.at(-2) ?? ids.at(-1) },
  },
  {
    name: 'stream-resumes-too-late',
    what: 'A stream that was cut between the events of a change is resumed behind the next one of them.',
    seed: '60',
    hooks: { resumeAfter: (ids) => ids.at(-1)?.replace(/-(\d+)$/, (_, index: string) => `-${Number(index) + 1}`) },
  },
  {
    name: 'stream-without-finals',
    what: 'Streams have no final scores.',
    seed: '1',
    hooks: {
      database: changeRows(/from webhook_events where number is not null/, (rows) =>
        rows.filter(({ body }) => !String(body).includes('"game.final"')),
      ),
    },
  },
  {
    name: 'stream-misses-a-change',
    what: 'A stream takes the next change for one that it has already.',
    seed: '3',
    hooks: {
      database: changeRows(/^select coalesce\(\(select number from change_number\), 0\)::float8 as number$/, (rows) =>
        rows.map((row) => ({ ...row, number: Number(row['number']) + 1 })),
      ),
    },
  },
  {
    name: 'line-ups-lost',
    what: 'A corrected game has no line-ups.',
    seed: '1',
    hooks: {
      beforeCommit: 'delete from line_ups l using games g where g.id = l.game_id and g.revision > 1',
    },
  },
  {
    name: 'call-over-the-limit',
    what: 'A key has one call more in a minute than its plan.',
    seed: '3',
    hooks: {
      plans: ({ complete, ...plans }) => ({
        ...plans,
        complete: { ...complete, per_minute: (complete?.per_minute ?? 0) + 1 },
      }),
    },
  },
  {
    name: 'counts-past-its-lease',
    what: 'A process that was suspended keeps counting in memory after its lease has ended.',
    seed: '86',
    hooks: { countingTrust: 3_000_000, database: keepLease },
  },
  {
    name: 'stop-that-waits-for-ever',
    what: 'A worker that is asked to stop waits until its receivers have responded, however long they take.',
    seed: '18',
    hooks: { worker: { timeout: 3_000_000 } },
  },
  {
    name: 'ten-times-the-budget',
    what: 'Followers send ten times the requests that the host of their feed tolerates.',
    seed: '3',
    hooks: { feed: (feed) => ({ ...feed, requestsPerMinute: feed.requestsPerMinute * 10 }) },
  },
  {
    name: 'change-log-without-games',
    what: 'The response to a call is sent from memory although its game has changed.',
    seed: '3',
    hooks: {
      database: changeRows(/select count\(\*\) from newer/, (rows) => rows.map((row) => ({ ...row, parts: [] }))),
    },
  },
  {
    name: 'change-number-of-before',
    what: 'A response that is being made is shared with calls that come after a change.',
    seed: '7',
    hooks: {
      database: (driver) => ({
        ...driver,
        values: async (text, parameters) => {
          const rows = await driver.values(text, parameters)
          if (!text.includes('count_calls(')) return rows
          return rows.map((row) => [...row.slice(0, -1), Math.max(0, Number(row.at(-1)) - 1)])
        },
      }),
    },
  },
  {
    name: 'standings-of-before',
    what: 'A game does not mark the standings of its season as stale.',
    seed: '1',
    hooks: { beforeCommit: 'update seasons set standings_stale = false' },
  },
  {
    name: 'period-again',
    what: 'The number of periods that have ended follows the feed when it goes back.',
    seed: '28',
    hooks: { beforeCommit: `update games set ended_periods = coalesce(jsonb_array_length(periods->'home'), 0)` },
  },
  {
    name: 'started-again',
    what: 'That a game has started is forgotten with every write.',
    seed: '3',
    hooks: { beforeCommit: `update games set started = false where status = 'scheduled'` },
  },
  {
    name: 'superseded-write',
    what: 'A follower whose claim was taken over writes its response over the newer one of its successor.',
    seed: '301',
    hooks: {
      database: changeRows(/^select 1 from follow_games g/, (_, [claims]) =>
        Array.from({ length: String(claims).split('claim_number').length - 1 }, () => ({})),
      ),
    },
  },
]
