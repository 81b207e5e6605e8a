/** What a page says after a form was sent. The address has the name of the text, never the text itself. */
const NOTICES = {
  account_created: 'The account is created. Its holder can sign in with a link by e-mail.',
  key_exists: 'This form was sent already. The key was shown then, and cannot be shown again.',
  key_revoked: 'The key is revoked. Calls with it get 401 from now on.',
  plan_changed: 'The plan is changed. It counts from the next call on.',
  sign_in_again: 'You are not signed in any more, and nothing was changed. Sign in to continue.',
  signed_out: 'You are signed out.',
  signed_out_everywhere: 'You are signed out in every browser.',
} as const

/** The name of a notice. */
export type Notice = keyof typeof NOTICES

/** The query parameter with the name of the notice. */
const PARAMETER = 'done'

const isNotice = (name: string): name is Notice => Object.hasOwn(NOTICES, name)

/** The notice that a query asks for; null if there is none of that name. */
export const noticeOf = (query: URLSearchParams): string | null => {
  const name = query.get(PARAMETER) ?? ''
  return isNotice(name) ? NOTICES[name] : null
}

/** The address of a page that shows a notice. */
export const withNotice = (path: string, notice: Notice): string =>
  `${path}${path.includes('?') ? '&' : '?'}${PARAMETER}=${notice}`
