/** Milliseconds by which clocks may drift apart between two readings. */
const TOLERANCE = 1000

/** A reading of the clock of the database: when it was requested and received, by the clock of the process, and the result. */
export type ClockReading = {
  /** Milliseconds of a clock that is never set, like performance.now(). */
  sent: number
  received: number
  at: Date
}

/**
 * Returns a function that compares each reading with the one before: it returns whether the clock of the database was set
 * between the two, forward or back.
 */
export const watchClock = (): ((reading: ClockReading) => boolean) => {
  let before: ClockReading | undefined
  return (reading) => {
    const previous = before
    before = reading
    if (previous === undefined) return false
    const passed = reading.at.getTime() - previous.at.getTime()
    const min = reading.sent - previous.received
    const max = reading.received - previous.sent
    return passed < min - TOLERANCE || passed > max + TOLERANCE
  }
}
