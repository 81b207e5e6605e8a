/** A line of text that is not blank; the first is number 1. Where its bytes are not UTF-8, `text` is what can be read. */
export type NumberedLine = { text: string; number: number; utf8: boolean }

const LINE_END = 0x0a

const strict = new TextDecoder('utf-8', { fatal: true })
const lenient = new TextDecoder()

const decoded = (bytes: Uint8Array): Pick<NumberedLine, 'text' | 'utf8'> => {
  try {
    return { text: strict.decode(bytes), utf8: true }
  } catch {
    return { text: lenient.decode(bytes), utf8: false }
  }
}

/** The bytes of each line of a stream as they come in, holding one at a time. */
async function* bytesOfLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)])
      begun = []
      from = end + 1
    }
    begun.push(chunk.subarray(from))
  }
  yield Buffer.concat(begun)
}

/** The lines of a stream as they come in, holding one at a time; both kinds of line ends. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedLine> {
  let number = 0
  for await (const bytes of bytesOfLines(chunks)) {
    number += 1
    const line = decoded(bytes)
    if (line.text.trim() !== '') yield { ...line, number }
  }
}
