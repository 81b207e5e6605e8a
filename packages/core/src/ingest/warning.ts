/** Something inconsistent in a game: its code and what it is. */
export type Warning = { code: string; message: string }
