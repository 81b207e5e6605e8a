export * from './connection.ts'
export { FolderInUse } from './folder-lock.ts'
export * from './tables/index.ts'
export * from './locks.ts'
