import { ServiceError } from '../errors.ts'

/** What an operation refuses with: code, message and extras; null when it answers. Other errors are thrown on. */
export const refusalOf = async (asked: Promise<unknown> | undefined) => {
  try {
    await asked
    return null
  } catch (error) {
    if (error instanceof ServiceError) return { error: error.error, message: error.message, ...error.extras }
    throw error
  }
}
