import { parse, serialize } from 'hono/utils/cookie'

/** The cookie of a session, and the one that binds the sign-in form to its browser. */
type CookieName = 'session' | 'sign-in'

/** How long a browser keeps a cookie, in seconds. The database ends a session earlier if it is idle. */
const MAX_AGE = { session: 30 * 24 * 3600, 'sign-in': 3600 } as const satisfies Record<CookieName, number>

/** What this service puts in a cookie: 32 random bytes. A form token could be computed from a value that is easy to guess. */
const VALUE = /^[\w-]{43}$/

/**
 * The cookies of the account pages. Behind https they have the prefix `__Host-`, so that neither another host of the domain
 * nor a page without encryption can set them.
 */
export const createCookies = (secure: boolean) => {
  const getCookieName = (name: CookieName): string => (secure ? `__Host-${name}` : name)
  const write = (name: CookieName, value: string, maxAge: number): string =>
    serialize(getCookieName(name), value, { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge })
  return {
    /** The value that a browser has sent; null without one that this service may have set. */
    read: ({ headers }: Request, name: CookieName): string | null => {
      const value = parse(headers.get('cookie') ?? '', getCookieName(name))[getCookieName(name)]
      return value !== undefined && VALUE.test(value) ? value : null
    },
    set: (name: CookieName, value: string): string => write(name, value, MAX_AGE[name]),
    /** A Set-Cookie header that deletes the cookie. */
    clear: (name: CookieName): string => write(name, '', 0),
  }
}
