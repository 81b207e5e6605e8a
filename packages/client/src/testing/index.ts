import type { RequestHandler } from 'msw'
import { createFixtures, type FixtureOptions } from './fixtures.ts'

export { createFixtures, type FailOptions, type FixtureCall, type FixtureOptions, type Fixtures } from './fixtures.ts'
export { league, type League } from './league.ts'

/**
 * The handlers alone, where nothing is to fail.
 * @example const server = setupServer(...handlers())
 */
export const handlers = (options: FixtureOptions = {}): RequestHandler[] => createFixtures(options).handlers
