import type { GameBundle, LiveFeed } from '@basketball-data/core/contract'
import type { IngestOptions, IngestResult, Store } from '@basketball-data/core'

/** A season of a feed that a follower follows. */
export type FollowedSeason = {
  store: Store
  feed: LiveFeed
  /** Its name in the feed, and its id in `follow_seasons`. */
  season: string
  id: number
  ingest: (bundle: GameBundle, options?: IngestOptions) => Promise<IngestResult>
}
