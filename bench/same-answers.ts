import type { RunningContender } from './contenders.ts'
import { KINDS, PATHS } from './requests.ts'
import type { Sample } from './load-games.ts'

/** Our cursors are signed, those of the references are not: the one text in which the answers may differ. */
const withoutCursor = (text: string) => text.replace(/"next_cursor":"[^"]+"/, '"next_cursor":"…"')

/**
 * Asks every server for everything that is measured, and holds the answers against those of the first.
 * @throws when one of them differs in a single byte.
 */
export const checkAnswers = async (contenders: RunningContender[], sample: Sample, key: string): Promise<void> => {
  for (const path of KINDS.flatMap((kind) => PATHS[kind](sample))) {
    let expected: string | undefined
    for (const { name, port } of contenders) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${key}` } })
      const text = withoutCursor(await response.text())
      expected ??= text
      if (response.status !== 200 || text !== expected)
        throw new Error(`${name} answers ${path} with ${response.status} and\n${text}\ninstead of\n${expected}`)
    }
  }
}
