/** Seconds of a time written "minutes:seconds", e.g. "26:10" → 1570; null if it is not written that way. */
export const parseClock = (time: string): number | null => {
  const [, minutes, seconds] = /^(\d{1,3}):(\d{1,2})$/.exec(time) ?? []
  return minutes === undefined || Number(seconds) > 59 ? null : Number(minutes) * 60 + Number(seconds)
}

/** Writes seconds as "minutes:seconds", each part with at least two digits: 1570 → "26:10". */
export const formatClock = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
