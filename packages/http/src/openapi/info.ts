import type { ServiceInfo } from '@basketball-data/core'
import type { OpenApiDocument } from './document-types.ts'

const DESCRIPTION = `Competitions, seasons, teams, players, games, box scores, play-by-play, shots, standings and statistics of basketball,
as JSON: the data is read-only. Webhooks receive final scores and finished periods as they happen.

Every success answer is \`{data, meta}\`, every error answer \`{error: {code, message, docs, …}}\`. Every endpoint takes only
the parameters listed here. Identifiers never change; dates are the venue's own calendar day; date-times are UTC.
Within version 1 there are only additions: read what you know and pass over what you do not.

\`HEAD\` is answered wherever GET is, as GET without the body, and counted as GET; \`OPTIONS\` is answered without a key and not counted.
Any other method is refused with 405: an error like all others, its code \`bad_request\`, and the header \`Allow\` names the methods of the path.
A path that is not here is 404 \`not_found\`. Every answer to a GET has an ETag: sent back as \`If-None-Match\`, it gets 304
without a body while nothing has changed. \`X-Request-Id\` names a call: send one of your own, or read the one that was made.`

/** The version of the service, which its addresses name too. */
export const VERSION = '1'

/** What the document says of the service as a whole. */
export const infoOf = ({ name, docs }: ServiceInfo): OpenApiDocument['info'] => ({
  title: name,
  version: VERSION,
  summary: 'Basketball data over HTTP.',
  description: DESCRIPTION,
  contact: { name, url: docs },
  license: { name: 'MIT', identifier: 'MIT' },
})
