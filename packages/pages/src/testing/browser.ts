import { textContent } from '../../../http/src/testing/response.js'

/** A form of a page: where it is sent, and its fields with the values that are filled in or checked, in their order. */
export type BrowserForm = { to: string; fields: Record<string, string>; entries: [string, string][] }

/** A page that a browser shows. */
export type BrowserPage = {
  /** Path and query, after redirects. */
  path: string
  status: number
  headers: Headers
  html: string
  /** What is to be read, with single blanks. */
  text: string
  forms: BrowserForm[]
}

const attribute = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : textContent(value)
}

const readFormEntries = (form: string): [string, string][] =>
  Array.from(form.matchAll(/<input\b[^>]*>/g), ([tag]) => tag)
    .filter((tag) => attribute(tag, 'type') !== 'checkbox' || /\schecked\b/.test(tag))
    .map((tag) => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? ''])

const listForms = (html: string, path: string): BrowserForm[] =>
  Array.from(html.matchAll(/<form\b[^>]*>([^]*?)<\/form>/g), ([, content = '']) => {
    const entries = readFormEntries(content)
    return { to: attribute(content, 'formaction') ?? path, fields: Object.fromEntries(entries), entries }
  })

/** Headers that browsers send with a form of the same site. */
const formHeaders = (origin: string) => ({
  'content-type': 'application/x-www-form-urlencoded',
  origin,
  'sec-fetch-site': 'same-origin',
})

/**
 * A browser without scripts: it stores cookies, follows redirects and sends forms. `fetch` sends a request without following
 * redirects. `origin` is what the browser has in its address bar.
 */
export const openBrowser = (fetch: (request: Request) => Response | Promise<Response>, origin: string) => {
  const cookies = new Map<string, string>()
  /** All Set-Cookie headers so far. */
  const setCookies: string[] = []

  const store = ({ headers }: Response): void => {
    for (const header of headers.getSetCookie()) {
      setCookies.push(header)
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      if (/;\s*max-age=0/i.test(header)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }

  /** Sends one request with the cookies; follows no redirect. */
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0 && !headers.has('cookie'))
      headers.set('cookie', Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(new Request(new URL(path, origin), { ...init, headers, redirect: 'manual' }))
    store(response)
    return response
  }

  const show = async (path: string, response: Response): Promise<BrowserPage> => {
    const location = response.headers.get('location')
    if (location !== null) {
      const { pathname, search } = new URL(location, new URL(path, origin))
      return show(pathname + search, await send(pathname + search))
    }
    const html = await response.text()
    const text = textContent(html.replaceAll(/<style>[^]*?<\/style>/g, '')).replaceAll(/\s+/g, ' ')
    return { path, status: response.status, headers: response.headers, html, text, forms: listForms(html, path) }
  }

  return {
    cookies,
    setCookies,
    send,
    /** Opens an address. */
    open: async (path: string): Promise<BrowserPage> => show(path, await send(path)),
    /** Sends the form with an action, filled in with `fields`. @throws if the page has no such form */
    submit: async (
      { forms }: BrowserPage,
      action: string,
      fields: Record<string, string> = {},
      which: (form: BrowserForm) => boolean = () => true,
    ): Promise<BrowserPage> => {
      const form = forms.find((form) => form.fields['action'] === action && which(form))
      if (form === undefined) throw new Error(`there is no form ${action}`)
      const filledIn = new URLSearchParams(form.entries)
      for (const [name, value] of Object.entries(fields)) filledIn.set(name, value)
      const body = filledIn.toString()
      return show(form.to, await send(form.to, { method: 'POST', body, headers: formHeaders(origin) }))
    },
    /** Sends fields to an address without a page, with the headers of a form of the same site, or others. */
    post: async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      send(path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { ...formHeaders(origin), ...headers },
      }),
  }
}

export type Browser = ReturnType<typeof openBrowser>
