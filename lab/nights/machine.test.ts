import { expect, test } from 'vitest'
import { Machine } from './machine.ts'
import { Process } from './process.ts'
import { Random } from './random.ts'

test('a process that is suspended again for a shorter time goes on with everything after the longer one', async () => {
  const machine = new Machine(new Random('seed'), 0)
  const process = new Process('server')
  const ran: string[] = []
  const plan = (name: string, at: number) =>
    machine.after(at - machine.now, () => ran.push(`${name} at ${machine.now}`), process)

  plan('first', 10)
  plan('last', 60)
  process.suspendUntil(50)
  await machine.runUntil(() => false, 20)
  process.suspendUntil(30)
  plan('second', 40)
  await machine.runUntil(() => false, 80)

  expect(ran.toSorted()).toEqual(['first at 50', 'last at 60', 'second at 50'])
})
