// The operations on rates.

import type { LendingOperation } from '../lending-operation.ts'
import { getRate } from './get-rate.ts'
import { getRateQuote } from './get-rate-quote.ts'
import { searchRates } from './search-rates.ts'

export const RATE_OPERATIONS: readonly LendingOperation[] = [getRateQuote, searchRates, getRate]
