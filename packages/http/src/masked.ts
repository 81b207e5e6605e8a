/** A key, or the secret of a webhook, as an address or a header may hold it. */
const SECRET = /(bd|whsec)(?:_|%5f)[\w%]+/gi

/** A text from outside as it may be logged and repeated: of keys and of secrets of webhooks only the prefix stays. */
export const masked = (text: string): string => text.replace(SECRET, '$1_…')
