/** The values of AttemptError. */
export const ATTEMPT_ERRORS = ['timeout', 'dns', 'address', 'tls', 'connection', 'response', 'secret'] as const

/**
 * Why an attempt got no status: no complete response in time, a name that does not resolve, a forbidden address, no TLS
 * session, no connection or an interrupted one, a response that is not HTTP, or a secret that cannot be decrypted (then
 * nothing was sent).
 */
export type AttemptError = (typeof ATTEMPT_ERRORS)[number]

const SENTENCES: Record<AttemptError, string> = {
  timeout: 'The receiver did not finish its response in time.',
  dns: 'The name in the URL was not found.',
  address: 'The URL leads to an address that webhooks must not reach.',
  tls: 'There was no secure connection: the certificate of the receiver is invalid, or it refused the connection.',
  connection: 'The receiver could not be connected to, or the connection was interrupted.',
  response: 'The response was not valid HTTP.',
  secret:
    'Nothing was sent, because the secret of the webhook cannot be read any more. Add a new webhook in its place.',
}

/** Says for account holders why an attempt got no status. */
export const describeAttemptError = (error: AttemptError): string => SENTENCES[error]
