import { badRequest } from '@basketball-data/core'

/** A whole number of a query; undefined if there is none of that name. @throws ServiceError bad_request */
export const wholeNumber = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name)
  if (text === null) return undefined
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name} must be a whole number.`)
  return Number(text)
}

/** An address with a query; values that are empty or undefined are left out. */
export const withQuery = (path: string, values: Readonly<Record<string, string | number | undefined>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, `${value}`)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
