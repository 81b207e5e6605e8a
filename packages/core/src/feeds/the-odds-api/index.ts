export { FeedError } from '../feed-error.ts'
export type { FeedItem, LeftOutPrices } from './feed-item.ts'
export { eventsFromFiles, eventsOfText } from './files.ts'
