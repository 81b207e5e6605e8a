export { eventsFromFiles, eventsOfText } from './files.ts'
export { FeedError, type Found, type LeftOut } from './found.ts'
