/** An answer of the feed that cannot be read; the message names the game or file, the field and what is wrong. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
  /** The game (`E2022_1`) or file that could not be read. */
  readonly game: string

  constructor(game: string, problem: string) {
    super(`${game}: ${problem}`)
    this.game = game
  }
}
