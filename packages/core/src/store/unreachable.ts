/** Why a Postgres server does not answer or lets nobody in: system errors, codes of its driver, SQL states. */
const CODES: ReadonlySet<unknown> = new Set(
  [
    'ECONNREFUSED ECONNRESET ENOTFOUND EHOSTUNREACH ENETUNREACH EAI_AGAIN EPIPE ETIMEDOUT',
    'CONNECT_TIMEOUT CONNECTION_CLOSED CONNECTION_ENDED CONNECTION_DESTROYED',
    '08000 08003 08006 28000 28P01 3D000 53300 57P01 57P02 57P03',
  ].flatMap((codes) => codes.split(' ')),
)

/** That the database cannot be reached now, found in an error or in what caused it; undefined where it is not that. */
export const unreachable = (error: unknown): Error | undefined => {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && CODES.has(error.code)) return error
  const causes: unknown[] = error instanceof AggregateError ? error.errors : []
  for (const cause of [...causes, error.cause]) {
    const found = unreachable(cause)
    if (found !== undefined) return found
  }
  return undefined
}
