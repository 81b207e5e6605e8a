import { z } from 'zod'
import { DateTime, toDateTime } from '@basketball-data/core/contract'

/** A name that is not empty. */
export const Name = z.string().trim().min(1).max(200)

/** Identifier of an event, key of a bookmaker. */
export const Key = z.string().trim().min(1).max(100)

/** A moment as ISO 8601 in any zone, here in UTC. */
export const Moment = z
  .string()
  .transform((text) => text.trim().replace(' ', 'T'))
  .pipe(z.iso.datetime({ offset: true, error: 'must be a date-time with its zone, like 2026-11-20T19:30:00Z' }))
  .transform((text) => toDateTime(new Date(text)))
  .pipe(DateTime)

/** A line in points. */
export const Point = z.number().min(-1000).max(1000)
