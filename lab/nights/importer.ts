import { buildBundle, type Script } from './league.ts'
import type { Machine } from './machine.ts'
import type { Random } from './random.ts'
import { Disconnected, type Server } from './server.ts'

/** Somebody who completes and corrects an old game, whatever becomes of the processes. */
export class Importer {
  readonly script: Script
  /** Why games were refused. */
  readonly broken: string[] = []
  hasEnded = false

  constructor(script: Script) {
    this.script = script
  }

  /** Ingests the states of the game after the first, which is there already: one after the other, each until a process has confirmed it. */
  async run(machine: Machine, random: Random, anyServer: () => Server | undefined): Promise<void> {
    const { game, states } = this.script
    for (const state of states.slice(1)) {
      await machine.sleep(random.between(500, 5000))
      for (let isStored = false; !isStored;) {
        try {
          const result = await anyServer()?.call((core) => core.ingest(buildBundle(this.script, state, state)))
          isStored = result !== undefined
          if (result?.outcome === 'refused') this.broken.push(`${game} was refused: ${result.reason}`)
        } catch (error) {
          if (!(error instanceof Disconnected)) machine.note(`a correction failed: ${String(error)}`)
        }
        if (!isStored) await machine.sleep(random.between(500, 3000))
      }
    }
    this.hasEnded = true
  }
}
