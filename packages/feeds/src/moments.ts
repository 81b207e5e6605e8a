import { toDateTime } from '@basketball-data/core/contract'

/** A moment (ms) as ISO 8601 in UTC; null for none, and for NaN, which `Date.parse` makes of what is none. */
export const dateTimeOf = (moment: number | null): string | null =>
  moment === null || Number.isNaN(moment) ? null : toDateTime(new Date(moment))
