/** The calendar day of a moment in a time zone, YYYY-MM-DD; UTC where the zone is null. */
export const dayIn = (moment: Date, time_zone: string | null): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: time_zone ?? 'UTC' }).format(moment)
