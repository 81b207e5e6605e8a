/** Something to wait for: whoever waits goes on when it rings, or after a time. A ring that nobody waits for is kept. */
export type Alarm = {
  ring: () => void
  /** @param most milliseconds */
  wait: (most: number) => Promise<void>
}

/** An alarm that one waits for. */
export const createAlarm = (): Alarm => {
  let rung = false
  let awake: (() => void) | undefined
  return {
    ring: () => {
      rung = true
      awake?.()
    },
    wait: async (most) => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, most)
          awake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      awake = undefined
      rung = false
    },
  }
}
