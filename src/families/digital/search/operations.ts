// The operations of platform search.

import type { DigitalOperation } from '../digital-operation.ts'
import { searchPlatform } from './search-platform.ts'

export const SEARCH_OPERATIONS: readonly DigitalOperation[] = [searchPlatform]
