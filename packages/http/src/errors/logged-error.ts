/** A failed query tells its values too, which came from a caller. */
const messageOf = (error: Error): string =>
  'query' in error && 'params' in error ? `Failed query: ${String(error.query)}` : error.message

/** What a log tells of an error and its causes: kind, message, code and place, never the values of a query. */
export const loggedError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: String(error) }
  const message = messageOf(error)
  return {
    type: error.name,
    message,
    ...('code' in error && { code: error.code }),
    stack: error.stack?.replace(error.message, message),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  }
}
