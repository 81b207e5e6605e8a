/** One try of a call, as a log wants it; keys are never in it. */
export interface LogEntry {
  method: string
  /** The whole address, with its query. */
  url: string
  /** 1 for the first. */
  attempt: number
  /** Milliseconds from the request to the end of its answer. */
  duration: number
  /** The HTTP status; null where there was no answer. */
  status: number | null
  /** What names the call in the service's own log; null where there was no answer. */
  requestId: string | null
  /** What went wrong; undefined when nothing did. */
  error: unknown
  /** Milliseconds until the next try; null when there is none. */
  retryIn: number | null
}

/** Is told of every try of a call. What it throws ends the call. */
export type Logger = (entry: LogEntry) => void
