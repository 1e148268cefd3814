// Where a loan stands.

import type { LendingOperation } from '../lending-operation.ts'
import { getAging } from './get-aging.ts'
import { getBalances } from './get-balances.ts'
import { getNextDue } from './get-next-due.ts'
import { getSchedule } from './get-schedule.ts'

export const STATUS_OPERATIONS: readonly LendingOperation[] = [getBalances, getNextDue, getSchedule, getAging]
