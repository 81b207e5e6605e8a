// Relays to a database as a child process, for measurements: `fork('relay.ts', [address])`. A message
// says what it does next; the response to `address` is that of the relay.
import { openRelay } from '../src/testing/relay.ts'

const opening = openRelay(process.argv[2] ?? '')

/** Does what the message says and returns the response. */
const handle = async (message: unknown): Promise<string> => {
  const relay = await opening
  switch (message) {
    case 'address':
      return relay.address
    case 'stall':
      relay.stall()
      return 'stalled'
    case 'slow':
      relay.delay(5000)
      return 'slow'
    case 'fast':
      relay.delay(0)
      return 'fast'
    default:
      throw new TypeError(`unknown message ${String(message)}`)
  }
}

process.on('message', (message) => void handle(message).then((response) => process.send?.(response)))
process.on('disconnect', () => process.exit())
