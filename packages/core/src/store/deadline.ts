/** The database did not answer in time, or has too much to answer already. Another try later may succeed. */
export class DeadlineMissed extends Error {
  override name = 'DeadlineMissed'
  readonly code = 'DEADLINE_MISSED'
}

/**
 * The result of `work`, if there is one within so many milliseconds.
 *
 * @param onMissed called before the promise rejects, to end what is waited for
 * @throws DeadlineMissed
 */
export const withDeadline = <Result>(
  milliseconds: number,
  work: PromiseLike<Result>,
  onMissed: (error: DeadlineMissed) => void = () => {},
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new DeadlineMissed(`The database did not answer within ${milliseconds / 1000} s.`)
      onMissed(error)
      reject(error)
    }, milliseconds)
    work.then(
      (result) => {
        clearTimeout(timer)
        resolve(result)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
