// A host of a feed and a sample game of the EuroLeague; neither is published, so they are imported by path.
export { openFeedHost, type FeedHost, type HostResponse } from '../../../core/src/follow/testing/feed-host.js'
export * as euroleagueSample from '../../../feeds/src/euroleague/test-support/sample-game.js'
