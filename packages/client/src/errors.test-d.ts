import { expectTypeOf } from 'vitest'
import {
  BasketballDataError,
  type ErrorCode,
  NotFoundError,
  type Plan,
  QuotaExceededError,
  RateLimitedError,
  ServiceError,
  UnknownParameterError,
  UpgradeRequiredError,
} from './index.ts'

const caught = (error: unknown): void => {
  if (error instanceof BasketballDataError) expectTypeOf(error.cursor).toEqualTypeOf<string | undefined>()
  if (error instanceof UpgradeRequiredError) expectTypeOf(error.plan).toEqualTypeOf<Plan>()
  if (error instanceof QuotaExceededError) expectTypeOf(error.resetsAt).toEqualTypeOf<string>()
  if (error instanceof RateLimitedError) expectTypeOf(error.resetsAt).toEqualTypeOf<string>()
  if (error instanceof UnknownParameterError) expectTypeOf(error.allowed).toEqualTypeOf<string[]>()
  if (error instanceof NotFoundError) expectTypeOf(error.code).toEqualTypeOf<'not_found'>()
  if (error instanceof ServiceError) {
    expectTypeOf(error.code).toEqualTypeOf<ErrorCode>()
    expectTypeOf(error.plan).toEqualTypeOf<Plan | undefined>()
    // Narrowing by code narrows the fields, as narrowing by class does.
    if (error.code === 'unknown_parameter') expectTypeOf(error.allowed).toEqualTypeOf<string[]>()
    if (error.code === 'upgrade_required') expectTypeOf(error).toEqualTypeOf<UpgradeRequiredError>()
  }
}
expectTypeOf(caught).returns.toBeVoid()
