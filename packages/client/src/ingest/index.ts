export type { Items } from './batches.ts'
export {
  BasketballDataIngest,
  type ImportOptions,
  type IngestOptions,
  type WriteAllOptions,
  type WriteOptions,
} from './client.ts'
export type * from './openapi.generated.ts'
