import { formatClock } from '@basketball-data/core/contract'

// This file reads two kinds of time, minutes played and the game clock. The NBA writes both as durations or as
// minutes:seconds.

const ISO_DURATION = /^PT(?:(\d+)M)?(?:(\d+(?:\.\d)?)\d*S)?$/

/** The seconds of "PT20M46.30S", cut to tenths; null for other text. */
export const parseIsoDuration = (duration: string): number | null => {
  const [, minutes, seconds] = ISO_DURATION.exec(duration) ?? []
  return minutes === undefined && seconds === undefined ? null : Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

/**
 * The seconds of "36:42", or of minutes alone ("35"); null for other text. stats.nba.com writes minutes with six decimals:
 * "22.000000:07".
 */
export const parseMinutesPlayed = (time: string): number | null => {
  const [, minutes, seconds = '0'] = /^(\d+)(?:\.0+)?(?::([0-5]?\d))?$/.exec(time) ?? []
  return minutes === undefined ? null : Number(minutes) * 60 + Number(seconds)
}

/**
 * The time left in a period as "11:22", with tenths if there are any: "PT00M22.90S" is "00:22.9". Null for text that is neither
 * an ISO duration nor minutes played. Minutes alone are full minutes: "35" is "35:00".
 */
export const parseClockText = (text: string): string | null => {
  const seconds = text.startsWith('PT') ? parseIsoDuration(text) : parseMinutesPlayed(text)
  return seconds === null ? null : formatClock(seconds)
}
