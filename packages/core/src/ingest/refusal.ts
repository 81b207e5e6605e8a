/** Why a bundle cannot be right. Thrown inside the ingest transaction, so that nothing of the bundle stays. */
export class Refusal extends Error {
  override name = 'Refusal'
}
