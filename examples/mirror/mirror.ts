import { DatabaseSync } from 'node:sqlite'
import { BadRequestError, NotFoundError, type BasketballData, type Change } from '@basketball-data/client'

type Part = Exclude<Change['parts'][number], 'deleted'>

/** A part of a game as the service has it now; null if the game has none (any more). */
const readPart = async ({ games }: BasketballData, game: string, part: Part): Promise<object | null> => {
  const read = {
    game: () => games.get(game),
    boxscore: () => games.boxScore(game),
    playbyplay: () => games.playByPlay(game),
    shots: () => games.shots(game),
    prices: () => games.prices(game),
  }
  try {
    return await read[part]()
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

/** A copy of the data of a service in a file of SQLite. */
export type Mirror = {
  /** Reads what has changed since the last time, and returns the number of changes. It can be interrupted at any moment. */
  update: (client: BasketballData) => Promise<number>
  /** The copy of a part of a game; undefined if there is none. */
  read: (game: string, part: Part) => unknown
  close: () => void
}

/** Opens a mirror; the file is created if it does not exist. That of `:memory:` is lost when it is closed. */
export const openMirror = (file: string): Mirror => {
  const db = new DatabaseSync(file)
  db.exec(`
    create table if not exists parts (game text, part text, body text not null, primary key (game, part));
    create table if not exists position (id integer primary key check (id = 1), after text not null)`)
  const selectPosition = db.prepare('select after from position')
  const updatePosition = db.prepare('insert or replace into position (id, after) values (1, ?)')
  const selectPart = db.prepare('select body from parts where game = ? and part = ?')
  const insertPart = db.prepare('insert or replace into parts (game, part, body) values (?, ?, ?)')
  const deletePart = db.prepare('delete from parts where game = ? and part = ?')
  const deleteGame = db.prepare('delete from parts where game = ?')

  /** Writes the parts of a change together with its position, so that an interrupted update goes on behind it. */
  const write = (change: Change, parts: readonly (readonly [Part, object | null])[]): void => {
    const { id, game } = change
    db.exec('begin')
    if (change.parts.includes('deleted')) deleteGame.run(game.id)
    for (const [part, body] of parts)
      if (body === null) deletePart.run(game.id, part)
      else insertPart.run(game.id, part, JSON.stringify(body))
    updatePosition.run(id)
    db.exec('commit')
  }

  const copyChanges = async (client: BasketballData, after: string | undefined): Promise<number> => {
    let changes = 0
    for await (const change of client.changes.list({ after })) {
      const changed = change.parts.filter((part) => part !== 'deleted')
      const parts = changed.map(async (part) => [part, await readPart(client, change.game.id, part)] as const)
      write(change, await Promise.all(parts))
      changes += 1
    }
    return changes
  }

  return {
    update: async (client) => {
      const after = selectPosition.get()?.['after']
      if (typeof after !== 'string') return copyChanges(client, undefined)
      try {
        return await copyChanges(client, after)
      } catch (error) {
        if (!(error instanceof BadRequestError)) throw error
        // The service was restored from a backup that is older than this copy.
        db.exec('begin; delete from parts; delete from position; commit')
        return copyChanges(client, undefined)
      }
    },
    read: (game, part) => {
      const body = selectPart.get(game, part)?.['body']
      return typeof body === 'string' ? JSON.parse(body) : undefined
    },
    close: () => db.close(),
  }
}
