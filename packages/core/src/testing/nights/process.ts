/** A process of the service, or something outside of it, such as a receiver. */
export type Process = {
  name: string
  /** A dead process runs no more: its timers do not fire, and nothing that it waits for arrives. */
  alive: boolean
  /** Milliseconds by which its clock is ahead. */
  skew: number
  /** Until when it is suspended, by the clock of the machine: whatever is due then waits. */
  suspendedUntil: number
  /** Whether its timers fire. Those of Postgres do not: it would remember them in the next night. */
  hasTimers: boolean
  /** Called when it is killed. */
  onKill: Set<() => void>
}

export const newProcess = (name: string, skew = 0): Process => ({
  name,
  alive: true,
  skew,
  suspendedUntil: -Infinity,
  hasTimers: true,
  onKill: new Set(),
})
