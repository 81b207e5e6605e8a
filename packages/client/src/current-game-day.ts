import type { BasketballData } from './client.ts'

const HOUR = 3_600_000
/** Hours after its tip-off in which a game without a result may still be played. */
const HOURS_ON = 6
/** Hours before its tip-off from which a game is one to watch. */
const HOURS_BEFORE = 1

const dayAt = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/**
 * The day whose games are on at a moment, by default now. A game belongs to the calendar day of its venue: at 02:00 UTC, those in
 * America belong to the day before. It is the day of the first game without a result that began in the last six hours or begins
 * within one; if there is none, the day by UTC.
 * @throws ServiceError, ConnectionError like any request
 * @example
 * for await (const update of liveScores(client, { date: await currentGameDay(client) })) …
 */
export const currentGameDay = async (
  client: Pick<BasketballData, 'games'>,
  now: Date = new Date(),
): Promise<string> => {
  const moment = now.getTime()
  const around = { from: dayAt(moment - 24 * HOUR), to: dayAt(moment + 24 * HOUR) }
  const [first] = (await client.games.list({ ...around, status: 'scheduled' }).all())
    .flatMap(({ date, tip_off }) => (tip_off === null ? [] : [{ date, tipOff: Date.parse(tip_off) }]))
    .filter(({ tipOff }) => tipOff >= moment - HOURS_ON * HOUR && tipOff <= moment + HOURS_BEFORE * HOUR)
    .toSorted((a, b) => a.tipOff - b.tipOff)
  return first?.date ?? dayAt(moment)
}
