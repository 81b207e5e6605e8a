import type { DELIVERY_FILTERS as CORE_DELIVERY_FILTERS } from '@basketball-data/core'
import type { MAX_ACTIVE_KEYS, PLANS as CONTRACT_PLANS } from '@basketball-data/core/contract'
import type { DATE_ORDERS as SHEET_DATE_ORDERS } from '@basketball-data/feeds/sheets'

// Values of the contract that help and the checks of a command line need. They are written here again, because loading the
// contract takes longer than all the rest of a command line; the compiler compares them.

/** The plans, lowest to highest. */
export const PLANS: typeof CONTRACT_PLANS = ['free', 'live', 'archive', 'complete']

/** What deliveries can be filtered by. */
export const DELIVERY_FILTERS: typeof CORE_DELIVERY_FILTERS = ['delivered', 'waiting', 'failed']

/** Active keys that an account can have. */
export const MAX_KEYS: typeof MAX_ACTIVE_KEYS = 5

/** The orders of day, month and year in the dates of sheets. */
export const DATE_ORDERS: typeof SHEET_DATE_ORDERS = ['dmy', 'mdy', 'ymd']
