// What `verify` proves: the rules of the ledger and of every concept that posts to it.

import { channelVerified } from '../../channels/channel/record/record-checks.ts'
import { BANK_VERIFIED } from '../../channels/core/builtin/books/bank-checks.ts'
import type { Check } from '../../ledger/verify/check.ts'
import { checksOf, type Finding, verify } from '../../ledger/verify/verify.ts'
import { foldLoan } from '../../loans/engine/fold/fold-loan.ts'
import { loansVerified } from '../../loans/servicing/loan-checks.ts'
import { CASH_VERIFIED } from '../../oversight/cash/cash-checks.ts'
import { CORRECTIONS_VERIFIED, REVERSED_BY_CORRECTIONS } from '../../oversight/corrections/correction-checks.ts'
import { CUSTOMERS_VERIFIED } from '../../oversight/customers/customer-checks.ts'
import { EXCEPTIONS_VERIFIED, REVERSED_BY_RESOLUTIONS } from '../../oversight/exceptions/exception-checks.ts'
import { ROLLUPS_VERIFIED } from '../../oversight/transactions/rollups/rollup-checks.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { LINKED_SCENARIOS_VERIFIED } from '../../sandbox/linked-scenarios.ts'
import { BUILTIN_LEDGER_VERIFIED } from '../../tokens/ledgers/builtin/builtin-checks.ts'
import { TOKENS_VERIFIED } from '../../tokens/movements/checks/movement-checks.ts'

export const VERIFIED_CONCEPTS = [
  BANK_VERIFIED,
  channelVerified([REVERSED_BY_RESOLUTIONS, REVERSED_BY_CORRECTIONS]),
  EXCEPTIONS_VERIFIED,
  CORRECTIONS_VERIFIED,
  CASH_VERIFIED,
  ROLLUPS_VERIFIED,
  CUSTOMERS_VERIFIED,
  loansVerified(foldLoan),
  TOKENS_VERIFIED,
  BUILTIN_LEDGER_VERIFIED,
  LINKED_SCENARIOS_VERIFIED,
] as const
export const CHECKS = checksOf(VERIFIED_CONCEPTS)

export function verifyBooks(sql: Sql, onCheck?: (check: Check) => void): Promise<Finding[]> {
  return verify(sql, CHECKS, onCheck)
}
