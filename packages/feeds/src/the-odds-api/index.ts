export { FeedError } from '../feed-error.ts'
export type { FeedItem, LeftOutPrices, Unreadable } from './feed-item.ts'
export { eventsFromFiles, eventsOfText } from './files.ts'
