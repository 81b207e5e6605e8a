/** A mistake that is made on purpose in the source of the core, to show that nights find it. */
export type PlantedFault = {
  name: string
  /** What the mistake is, in a sentence. */
  what: string
  /** A night that finds it. */
  seed: string
  /** The file, from the folder of the source. */
  file: string
  /** The text that is replaced, which occurs once, and what replaces it. */
  from: string
  to: string
}

/** Mistakes of the kind that reviews and tests of single parts miss. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'recorded-before-it-is-stored',
    what: 'A follower records a response before it has stored the game, so that the response is not read again if it dies then.',
    seed: '20',
    file: 'follow/follower.ts',
    from: 'return [await ingest(bundle, { fence: { check, record } })]',
    to: 'await store.transaction(async (tx) => { if (await check(tx)) await record(tx) }); return [await ingest(bundle)]',
  },
  {
    name: 'claim-for-ever',
    what: 'The lease of a delivery lasts a thousand times as long, so that those of a dead worker are not taken over.',
    seed: '5',
    file: 'webhooks/leases.ts',
    from: 'claimDeliveries(store, { ...options, lease, heardAt, maxSilence })',
    to: 'claimDeliveries(store, { ...options, lease: lease * 1000, heardAt, maxSilence })',
  },
  {
    name: 'delivered-without-response',
    what: 'A delivery without a response counts as delivered.',
    seed: '2',
    file: 'webhooks/retry.ts',
    from: 'status !== null && status >= 200 && status < 300',
    to: 'status === null || (status >= 200 && status < 300)',
  },
  {
    name: 'stream-goes-on-too-early',
    what: 'A stream that goes on begins with the event that its reader has already.',
    seed: '1',
    file: 'streams/streams.ts',
    from: 'isAfter(item, position) ? eventOf(item, position) : []',
    to: 'item.number >= position.number ? eventOf(item, position) : []',
  },
  {
    name: 'line-ups-of-before',
    what: 'A correction leaves the line-ups as they were.',
    seed: '1',
    file: 'ingest/write-batch.ts',
    from: '...insertLineUps(writes.map(({ lineUps }) => lineUps)),',
    to: '...insertLineUps(writes.map(({ lineUps, stored }) => (stored === undefined ? lineUps : null))),',
  },
  {
    name: 'call-over-the-limit',
    what: 'A call that waits with others of its key passes although the limit is reached.',
    seed: '1',
    file: 'accounts/count-call.ts',
    from: 'const isCounted = countsThis && before < count.counted',
    to: 'const isCounted = countsThis && before <= count.counted',
  },
  {
    name: 'stop-that-waits-for-ever',
    what: 'A worker that is asked to stop waits until its receivers have responded, however long they take.',
    seed: '39',
    file: 'webhooks/send.ts',
    from: "reject(new SendFailure('timeout')), timeout)",
    to: "reject(new SendFailure('timeout')), timeout * 1000)",
  },
  {
    name: 'ten-times-the-budget',
    what: 'A follower opens its budget with ten times the requests that its host tolerates.',
    seed: '3',
    file: 'follow/claim-queries.ts',
    from: 'values (${budget}, ${perMinute}::integer, follow_now())',
    to: 'values (${budget}, ${perMinute * 10}::integer, follow_now())',
  },
  {
    name: 'cached-while-it-changed',
    what: 'A response is cached although its game has changed while it was being made.',
    seed: '192',
    file: 'response-cache/response-cache.ts',
    from: "if (changed !== 'everything' && !tags.some((tag) => changed.has(tag))) cache.set(key, response, tags)",
    to: "if (changed !== 'everything') cache.set(key, response, tags)",
  },
  {
    name: 'shared-with-a-later-call',
    what: 'A response that is being made is shared with calls that come after a change.',
    seed: '192',
    file: 'response-cache/response-cache.ts',
    from: 'pending !== undefined && pending.since >= call.change ?',
    to: 'pending !== undefined ?',
  },
  {
    name: 'stream-begins-too-early',
    what: 'A stream begins with a state that was read for another one, although the game has changed since.',
    seed: '3',
    file: 'streams/streams.ts',
    from: 'const isNew = shared !== undefined && shared.number >= since',
    to: 'const isNew = shared !== undefined',
  },
  {
    name: 'stream-without-finals',
    what: 'A stream that goes on gets no final scores.',
    seed: '1',
    file: 'streams/queries.ts',
    from: 'from webhook_events where number is not null and ${which}`',
    to: "from webhook_events where number is not null and type <> 'game.final' and ${which}`",
  },
  {
    name: 'stream-goes-on-too-late',
    what: 'A stream that was cut between the events of a change goes on behind the next one of them.',
    seed: '329',
    file: 'streams/streams.ts',
    from: 'isAfter(item, position) ? eventOf(item, position) : []',
    to: 'isAfter(item, { ...position, index: position.index + 1 }) ? eventOf(item, position) : []',
  },
  {
    name: 'standings-of-before',
    what: 'A game does not mark the standings of its season as stale.',
    seed: '1',
    file: 'standings/stale-queries.ts',
    from: 'if (seasons.length > 0) await mark(within(sql`id`, seasons))',
    to: '',
  },
  {
    name: 'period-again',
    what: 'The number of periods that have ended follows the feed when it goes back.',
    seed: '469',
    file: 'ingest/write/game-row.ts',
    from: 'Math.max(stored?.ended_periods ?? 0, periods?.home.length ?? 0)',
    to: 'periods?.home.length ?? 0',
  },
  {
    name: 'superseded-write',
    what: 'A follower whose claim was taken over writes its response over the newer one of its successor.',
    seed: '748',
    file: 'follow/follower.ts',
    from: 'return holdsClaims(tx, id, [claimed])',
    to: 'return true',
  },
]
