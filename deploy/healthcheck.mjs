// Exits with 0 if an address responds with success within three seconds. For containers, whose image has no curl.
const { error, status } = await fetch(process.argv[2], { signal: AbortSignal.timeout(3000) }).then(
  ({ ok, status }) => ({ error: ok ? undefined : 'no success', status }),
  (error) => ({ error: error.cause?.message ?? error.message }),
)
if (error !== undefined) console.error(`${process.argv[2]}: ${status ?? ''} ${error}`)
process.exit(error === undefined ? 0 : 1)
