/** Something to wait for: whoever waits goes on when it rings, or after a time. A ring that nobody waits for is kept. */
export const createAlarm = () => {
  let rung = false
  let awake: (() => void) | undefined
  return {
    ring: () => {
      rung = true
      awake?.()
    },
    /** @param most milliseconds */
    wait: async (most: number): Promise<void> => {
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
