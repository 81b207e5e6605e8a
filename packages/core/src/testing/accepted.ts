import type { Core } from '../core.ts'
import type { GameBundle } from '../contract/index.ts'

/** Ingests a bundle that must be accepted. @throws Error with the reason when it is refused. */
export const accepted = async (core: Core, bundle: GameBundle) => {
  const result = await core.ingest(bundle)
  if (result.outcome === 'refused') throw new Error(`${result.external_id} is refused: ${result.reason}`)
  return result
}
