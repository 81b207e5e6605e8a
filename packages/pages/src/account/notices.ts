/** What a page says after a form was sent. The address has the name of the text, never the text itself. */
const NOTICES = {
  account_created: 'The account is created. Its holder can sign in with a link by e-mail.',
  deliveries_resent:
    'Deliveries that have failed are sent again now, four at a time. Reload the page to see how it goes.',
  delivery_accepted: 'The delivery was sent again, and the receiver has accepted it.',
  delivery_failed_again: 'The delivery was sent again without success: the latest attempt says why.',
  delivery_resent: 'The delivery is sent again now. Reload the page to see the result.',
  game_changed: 'The game is changed.',
  game_removed: 'The game is removed.',
  game_reopened: 'The game is scheduled again, without score and parts.',
  game_unchanged: 'The game is so already: nothing was changed.',
  games_imported: 'The games are imported.',
  key_exists: 'This form was sent already. The key was shown then, and cannot be shown again.',
  key_revoked: 'The key is revoked. Calls with it get 401 from now on.',
  no_failed_deliveries: 'No delivery has failed since then, so nothing is sent again.',
  plan_changed: 'The plan is changed. It counts from the next call on.',
  records_merged: 'The two records are one now.',
  records_unchanged: 'The two are one record already: nothing was changed.',
  sign_in_again: 'You are not signed in any more, and nothing was changed. Sign in to continue.',
  signed_out: 'You are signed out.',
  signed_out_everywhere: 'You are signed out in every browser.',
  test_delivered: 'The test event was sent, and the receiver has accepted it.',
  test_failed: 'The test event was sent without success: its delivery below says why.',
  webhook_deleted: 'The webhook is deleted. Nothing is sent to it any more.',
  webhook_exists: 'This form was sent already. The secret of the webhook was shown then, and cannot be shown again.',
} as const

export type Notice = keyof typeof NOTICES

const PROBLEMS: ReadonlySet<Notice> = new Set<Notice>(['delivery_failed_again', 'test_failed'])

const PARAMETER = 'done'

const isNotice = (name: string): name is Notice => Object.hasOwn(NOTICES, name)

/** The notice that a query asks for; null if there is none of that name. */
export const getNotice = (query: URLSearchParams): { kind: 'done' | 'problem'; text: string } | null => {
  const name = query.get(PARAMETER) ?? ''
  return isNotice(name) ? { kind: PROBLEMS.has(name) ? 'problem' : 'done', text: NOTICES[name] } : null
}

export const withNotice = (path: string, notice: Notice): string =>
  `${path}${path.includes('?') ? '&' : '?'}${PARAMETER}=${notice}`
