/** A line of text that is not blank; the first is number 1. */
export type NumberedLine = { text: string; number: number }

/**
 * The lines of a stream as they come in, holding one at a time; both kinds of line ends.
 * @throws TypeError when the bytes are not UTF-8.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 0
  let begun = ''
  for await (const chunk of chunks) {
    const lines = (begun + decoder.decode(chunk, { stream: true })).split('\n')
    begun = lines.pop() ?? ''
    for (const text of lines) {
      number += 1
      if (text.trim() !== '') yield { text, number }
    }
  }
  const last = begun + decoder.decode()
  if (last.trim() !== '') yield { text: last, number: number + 1 }
}
