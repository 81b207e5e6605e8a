/** What a worker has under way, counted by webhook. */
export const createUnderWay = () => {
  const all = new Set<Promise<void>>()
  const counts = new Map<string, number>()
  return {
    size: (): number => all.size,
    /** @param ended hears how many were under way to the webhook, this one included, when it ended */
    add: (webhook: string, work: Promise<void>, ended: (ofWebhook: number) => void): void => {
      counts.set(webhook, (counts.get(webhook) ?? 0) + 1)
      const working = work.finally(() => {
        const before = counts.get(webhook) ?? 1
        all.delete(working)
        if (before === 1) counts.delete(webhook)
        else counts.set(webhook, before - 1)
        ended(before)
      })
      all.add(working)
    },
    /** Waits until all of it is done. */
    settled: async (): Promise<void> => {
      await Promise.all(all)
    },
  }
}
