import { formatClock } from '@basketball-data/core/contract'

const ISO = /^PT(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?$/

/** "PT20M46.00S" in whole seconds; null where it is no such duration. */
export const secondsOfDuration = (duration: string): number | null => {
  const [, minutes, seconds] = ISO.exec(duration) ?? []
  return minutes === undefined && seconds === undefined ? null : Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

/** "36:42", "22.000000:07" or bare minutes ("35") in seconds; null where it is no such time. */
export const secondsOfMinutes = (time: string): number | null => {
  const [, minutes, seconds = '0'] = /^(\d+)(?:\.0+)?(?::([0-5]?\d))?$/.exec(time) ?? []
  return minutes === undefined ? null : Number(minutes) * 60 + Number(seconds)
}

/** Time left as "11:22" from "PT11M22.00S" (tenths are cut off, as on the scoreboard) or "11:22"; null from neither. */
export const clockOf = (text: string): string | null => {
  const seconds = text.startsWith('PT') ? secondsOfDuration(text) : secondsOfMinutes(text)
  return seconds === null ? null : formatClock(seconds)
}
