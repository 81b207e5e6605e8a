import type { GameBundle, LiveFeed } from '../contract/index.ts'
import type { IngestOptions } from '../ingest/ingest.ts'
import type { IngestResult } from '../ingest/write-batch.ts'
import type { Store } from '../store/index.ts'

/** A season of a feed that a follower follows. */
export type FollowedSeason = {
  store: Store
  feed: LiveFeed
  /** Its name in the feed, and its id in `follow_seasons`. */
  season: string
  id: number
  ingest: (bundle: GameBundle, options?: IngestOptions) => Promise<IngestResult>
}
