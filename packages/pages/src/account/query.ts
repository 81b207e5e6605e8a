import { badRequest } from '@basketball-data/core'

/** Reads a whole number from a query; undefined if the parameter is absent. @throws ServiceError bad_request */
export const wholeNumber = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name)
  if (text === null) return undefined
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name} must be a whole number.`)
  return Number(text)
}

/** Adds a query to an address, without values that are empty or undefined. */
export const withQuery = (path: string, values: Readonly<Record<string, string | number | undefined>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, `${value}`)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
