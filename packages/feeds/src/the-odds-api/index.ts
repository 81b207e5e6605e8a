export { FeedError, type FeedPrices, type FeedProblem, type LeftOutPrices, type PriceFeed } from '../feed.ts'
export { eventsOfText, theOddsApi } from './files.ts'
