import type { ResponseInfo } from './response.ts'

/** Data, and the answer it came with. */
export interface WithResponse<Data> {
  data: Data
  response: ResponseInfo
}

/** The promise of what was asked for. */
export interface Call<Data> extends Promise<Data> {
  /** The same, with the headers of the answer and what they say of limits. */
  withResponse: () => Promise<WithResponse<Data>>
}

export const callOf = <Data>(answered: Promise<WithResponse<Data>>): Call<Data> => {
  const data = answered.then((answer) => answer.data)
  return Object.assign(data, {
    withResponse: () => {
      // Whoever asks for both handles the failure there; unhandled here, it would end a Node process.
      data.catch(() => {})
      return answered
    },
  })
}
