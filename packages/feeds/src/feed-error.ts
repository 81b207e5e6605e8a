/** Something of a feed that cannot be read: where it stands, what is wrong with it and what would be right. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
  /** The game (`E2022_1`), file or path that could not be read. */
  readonly place: string
  /** What is wrong there, without the place. */
  readonly problem: string

  constructor(place: string, problem: string, options?: ErrorOptions) {
    super(`${place}: ${problem}`, options)
    this.place = place
    this.problem = problem
  }
}
