// A busy neighbour: burns a core from the first request on, until it is stopped.
import { setImmediate } from 'node:timers/promises'
import { handleRequests } from './child-process.ts'

const burn = async (): Promise<never> => {
  for (;;) {
    const pause = performance.now() + 50
    while (performance.now() < pause);
    await setImmediate()
  }
}

handleRequests(async () => {
  void burn()
  return 'burning'
})
