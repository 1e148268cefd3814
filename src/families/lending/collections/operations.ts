// Collections and hardship.

import type { LendingOperation } from '../lending-operation.ts'
import { arrangeHardship } from './arrange-hardship.ts'
import { getCollections } from './get-collections.ts'

export const COLLECTION_OPERATIONS: readonly LendingOperation[] = [getCollections, arrangeHardship]
