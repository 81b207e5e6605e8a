import { formatClock } from '@basketball-data/core/contract'

const ISO = /^PT(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?$/

/** The whole seconds of "PT20M46.00S"; null for other text. */
export const secondsOfDuration = (duration: string): number | null => {
  const [, minutes, seconds] = ISO.exec(duration) ?? []
  return minutes === undefined && seconds === undefined ? null : Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

/** The seconds of "36:42", "22.000000:07" or minutes alone ("35"); null for other text. */
export const secondsOfMinutes = (time: string): number | null => {
  const [, minutes, seconds = '0'] = /^(\d+)(?:\.0+)?(?::([0-5]?\d))?$/.exec(time) ?? []
  return minutes === undefined ? null : Number(minutes) * 60 + Number(seconds)
}

/** The time left as "11:22", from "PT11M22.00S" (without the tenths, as on the scoreboard) or "11:22"; else null. */
export const clockOf = (text: string): string | null => {
  const seconds = text.startsWith('PT') ? secondsOfDuration(text) : secondsOfMinutes(text)
  return seconds === null ? null : formatClock(seconds)
}
