import { z } from 'zod'
import { DateTime, toDateTime, type PricedEvent } from '@basketball-data/core/contract'
import { NBA_TEAMS } from '../nba-teams.ts'

/** Name of a team, a market or an outcome. */
export const Name = z.string().trim().min(1).max(200)

/** Identifier of an event or key of a bookmaker. */
export const Key = z.string().trim().min(1).max(100)

const isUnixSeconds = (text: string): boolean => /^\d{9,10}$/.test(text)

/** ISO 8601 date-time in any time zone, or Unix seconds, converted to UTC. */
export const Moment = z
  .union([z.string(), z.number()])
  .transform((value) => {
    const text = String(value).trim()
    return isUnixSeconds(text) ? toDateTime(new Date(Number(text) * 1000)) : text.replace(' ', 'T')
  })
  .pipe(
    z.iso.datetime({
      offset: true,
      error: 'must be a date-time with its zone, like 2026-11-20T19:30:00Z, or Unix seconds, like 1795203000',
    }),
  )
  .transform((text) => toDateTime(new Date(text)))
  .pipe(DateTime)

/** The line of a spread or a total, in points. */
export const Point = z.number().min(-1000).max(1000)

/** A line in a CSV file; null if the field is empty. */
export const PointText = z
  .string()
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(Point.nullable())

const GENDERS: Readonly<Record<string, PricedEvent['gender']>> = {
  basketball_nba: 'men',
  basketball_nba_preseason: 'men',
  basketball_nba_summer_league: 'men',
  basketball_ncaab: 'men',
  basketball_euroleague: 'men',
  basketball_nbl: 'men',
  basketball_wnba: 'women',
  basketball_wncaab: 'women',
}

/** The gender of a sport key; null if the key is not listed. */
export const getGender = (sportKey: string): 'men' | 'women' | 'mixed' | null => GENDERS[sportKey] ?? null

/** Prefixes of the keys of betting exchanges, where bettors offer prices to each other. */
const EXCHANGES = ['betfair_ex_', 'matchbook', 'smarkets', 'betdaq', 'prophetx', 'novig', 'kalshi', 'polymarket']

/** Whether a bookmaker is a betting exchange, by its key. */
export const isExchange = (bookmakerKey: string): boolean => EXCHANGES.some((prefix) => bookmakerKey.startsWith(prefix))

/** All names of each NBA team, by each of its names in lower case. */
const TEAM_NAMES = new Map(
  Object.entries(NBA_TEAMS).flatMap(([abbreviation, { name, also }]) => {
    const names = [name, ...also, abbreviation]
    return names.map((each) => [each.toLowerCase(), names] as const)
  }),
)

/** All names of a team, starting with this one; only this one if the team is not listed. */
export const listNames = (name: string): string[] => [
  name,
  ...(TEAM_NAMES.get(name.toLowerCase())?.filter((other) => other !== name) ?? []),
]

/** The same text for every name of a team, to compare teams. */
export const teamKey = (name: string): string => (TEAM_NAMES.get(name.toLowerCase())?.[0] ?? name).toLowerCase()
