import type { GameBundle } from '../../packages/core/src/contract/index.ts'
import { buildBundle, type Script } from './league.ts'
import type { Machine } from './machine.ts'
import type { Random } from './random.ts'
import { Disconnected, type Server } from './server.ts'

const DAY = 86_400_000

/** A game of the coming week, which is moved by a day and called off. */
const planFixture = (script: Script, now: number): GameBundle[] => {
  const plan = (days: number, changes: Partial<GameBundle['game']> = {}): GameBundle => {
    const tipOff = now + days * DAY
    const date = new Date(tipOff).toISOString().slice(0, 10)
    const bundle = buildBundle({ ...script, game: `next-${script.game}`, date, tipOff }, null, null)
    return { ...bundle, game: { ...bundle.game, ...changes } }
  }
  return [plan(5), plan(6), plan(6, { status: 'no_result' })]
}

/** Somebody who completes and corrects an old game and plans another one, whatever becomes of the processes. */
export class Importer {
  readonly script: Script
  /** Why games were refused. */
  readonly broken: string[] = []
  hasEnded = false

  constructor(script: Script) {
    this.script = script
  }

  /**
   * Ingests the states of the game after the first, which is there already, and those of the fixture: one after the other, each until
   * a process has confirmed it.
   */
  async run(machine: Machine, random: Random, anyServer: () => Server | undefined): Promise<void> {
    const { game, states } = this.script
    const corrections = states.slice(1).map((state) => buildBundle(this.script, state, state))
    for (const bundle of [...corrections, ...planFixture(this.script, machine.now)]) {
      await machine.sleep(random.between(500, 5000))
      for (let isStored = false; !isStored;) {
        try {
          const result = await anyServer()?.call((core) => core.ingest(bundle))
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
