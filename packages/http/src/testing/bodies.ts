import { ErrorBody, PageMeta } from '@basketball-data/core/contract'
import { z } from 'zod'
import type { Answered } from './answers.ts'

/** The error of an answer. @throws when it is none. */
export const errorOf = ({ body }: Answered): ErrorBody['error'] => ErrorBody.parse(body).error

const Records = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The ids of the records of a list, in its order. */
export const idsIn = ({ body }: Answered): string[] => Records.parse(body).data.map(({ id }) => id)

const Meta = z.object({ meta: z.object({ next_cursor: z.string().nullable() }) })

/** Where a list goes on; null at its end. */
export const nextCursor = ({ body }: Answered): string | null => Meta.parse(body).meta.next_cursor

/** The paging of a list that was asked for by page number. */
export const pageMeta = ({ body }: Answered): PageMeta =>
  z.object({ meta: z.strictObject(PageMeta.shape) }).parse(body).meta
