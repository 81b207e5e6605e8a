// Scores a game live: each line that it reads is an event, or an op that corrects one.
// Usage: BASKETBALL_DATA_WRITE_KEY=bdw_… npm start -- <your id of the game> < events.ndjson
import { createInterface } from 'node:readline'
import { BasketballDataIngest, type ScoreOp } from '@basketball-data/client/ingest'

const ingest = new BasketballDataIngest() // with BASKETBALL_DATA_WRITE_KEY and BASKETBALL_DATA_URL of the environment
const [, , game = ''] = process.argv

/** The id of an event is the number of its line: the same if the program starts again with the same lines. */
async function* readOps(): AsyncGenerator<ScoreOp> {
  let last: string | null = null
  let lines = 0
  for await (const line of createInterface({ input: process.stdin })) {
    const read = JSON.parse(line)
    const id = String(++lines)
    if ('op' in read) yield read
    else {
      yield { op: 'add', id, after: last, event: read }
      last = id
    }
  }
}

// Ops are sent until there is a response: one that arrives twice changes nothing.
for await (const { seqs } of ingest.games.scoreAll(game, readOps(), { timeout: 5000, retries: Infinity }))
  console.log(JSON.stringify(seqs))
