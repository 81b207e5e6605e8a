import type { AttemptError } from '../operation.ts'

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
