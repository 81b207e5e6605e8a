import type { WebhookEvent as ContractEvent } from '@basketball-data/core/contract'
import { expectTypeOf } from 'vitest'
import type { WebhookEvent } from './event.ts'

expectTypeOf<WebhookEvent>().toEqualTypeOf<ContractEvent>()
