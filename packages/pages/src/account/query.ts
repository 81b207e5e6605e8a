import { badRequest } from '@basketball-data/core'

/** Reads a whole number from a query; undefined if the parameter is absent. @throws ServiceError bad_request */
export const wholeNumber = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name)
  if (text === null) return undefined
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name} must be a whole number.`)
  return Number(text)
}

/** A moment as an input of the type datetime-local has it, in UTC. */
export const toMomentInput = (date: Date): string => date.toISOString().slice(0, 16)

/** Reads a moment from such an input; null if it is none. */
export const parseMomentInput = (text: string): Date | null => {
  const moment = new Date(`${text}Z`)
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) && !Number.isNaN(moment.getTime())
  return isMoment ? moment : null
}

/** Adds a query to an address, without values that are empty or undefined. */
export const withQuery = (path: string, values: Readonly<Record<string, string | number | undefined>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, `${value}`)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
