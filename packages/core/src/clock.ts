/** "26:10" in seconds; null where it is no such time. */
export const secondsOf = (time: string): number | null => {
  const [, minutes, seconds] = /^(\d{1,3}):(\d{1,2})$/.exec(time) ?? []
  return minutes === undefined || Number(seconds) > 59 ? null : Number(minutes) * 60 + Number(seconds)
}

/** Seconds as "26:10", each part of two digits at least. */
export const timeOf = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
