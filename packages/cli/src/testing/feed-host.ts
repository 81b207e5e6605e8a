// A host of a feed and made-up games of the EuroLeague; they are not published, so they are imported by path.
export { openFeedHost, type FeedHost, type HostResponse } from '../../../feeds/src/follow/test-support/feed-host.js'
export * as euroleagueSample from '../../../feeds/src/euroleague/test-support/sample-game.js'
export { madeUpGame } from '../../../feeds/src/replay/test-support/made-up-game.js'
