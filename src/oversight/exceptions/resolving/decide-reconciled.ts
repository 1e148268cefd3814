// Decides what a MATCH of a RECONCILIATION posts, under the locks of its batch. Pure.
//
//   MISSING_HERE    the order as a declined advice is posted; where the line takes back an order of ours, its reversal
//   MISSING_THERE   the reversal of what is left of the order
//   DIFFERENT       the difference: more of the order, or the reversal of a part
//
// An institution at another core: nothing is posted to books that are not ours. It is put right there, and ignored here.

import { isBuiltInCore } from '../../../administration/institutions/core-types.ts'
import type { Institution } from '../../../administration/institutions/directory.ts'
import type { BankAccount } from '../../../channels/core/builtin/books/bank-account.ts'
import { APPROVED_CODE } from '../../../channels/core/outcome.ts'
import { reversalTypeOf } from '../../../channels/core/reversal-types.ts'
import type { Entry } from '../../../ledger/journal.ts'
import type { Books } from '../../../ledger/posting.ts'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Statement } from '../../../platform/storage/database.ts'
import { isCreditSql, isCreditType, isReversalType } from '../../reconciliations/order-types.ts'
import type { ExceptionalDifference } from '../../reconciliations/reconciliation-record.ts'
import { faultOfEntries, type PostedAs, postingOf } from '../advices/decide-advice.ts'
import type { DueReversal } from '../decide-resolution.ts'
import { exceptionProblem } from '../exception-problems.ts'

const UNKNOWN = '911'

/** An exception as its resolution reads it, with its order as `our_…`. */
export interface ReconciledRow {
  exception_id: string
  action: 'MATCH' | 'IGNORE' | 'SETTLED' | null
  difference: ExceptionalDifference
  is_credit: boolean
  currency: string
  their_minor: bigint | null
  our_minor: bigint | null
  account_id: string | null
  type: string | null
  terminal_id: string | null
  transaction_id: string | null
  our_type: string | null
  our_code: string | null
  our_account_id: string | null
  our_beneficiary_id: string | null
  our_biller_id: string | null
  our_terminal_id: string | null
  our_amount_minor: bigint | null
  our_fee_minor: bigint | null
  our_cash_minor: bigint | null
  our_reversed_minor: bigint | null
  /** The order has come since, or is posted or waits as a declined advice. */
  has_come: boolean
  is_advice: boolean
}

export const READ_RECONCILED: Statement = {
  name: 'read-reconciled',
  text: `SELECT r.exception_id, r.action, r.difference, r.is_credit, r.currency, r.their_minor, r.our_minor, r.account_id, r.type, r.terminal_id,
                t.transaction_id, t.type AS our_type, t.response_code AS our_code, t.account_id AS our_account_id,
                t.beneficiary_account_id AS our_beneficiary_id, t.biller_id AS our_biller_id, t.terminal_id AS our_terminal_id,
                t.amount_minor AS our_amount_minor, t.fee_minor AS our_fee_minor, t.cash_minor AS our_cash_minor,
                t.reversed_minor AS our_reversed_minor,
                EXISTS (SELECT FROM transactions n
                         WHERE n.institution_id = $1 AND n.partner_id = r.partner_id AND n.rrn = r.rrn
                           AND n.response_code IN ('${APPROVED_CODE}', '${UNKNOWN}')
                           AND ${isCreditSql('n.type')} = r.is_credit) AS has_come,
                EXISTS (SELECT FROM declined_advices d
                         WHERE d.institution_id = $1 AND d.transaction_id = r.transaction_id
                           AND (d.action IS NULL OR d.action <> 'IGNORE')) AS is_advice
           FROM reconciliation_exceptions r
           LEFT JOIN transactions t ON t.institution_id = $1 AND t.partner_id = r.partner_id AND t.rrn = r.our_rrn
          WHERE r.institution_id = $1 AND r.exception_id = ANY ($2::uuid[])`,
}

export type ReconciledPosting =
  | { readonly entries: readonly Entry[]; readonly amountMinor: bigint }
  | { readonly reverses: DueReversal }

interface Context {
  readonly institution: Institution
  readonly books: Books<BankAccount>
  /** The account that is posted on. */
  readonly accountId: string
}

export function decideReconciled(row: ReconciledRow, context: Context): ReconciledPosting | Problem {
  if (!isBuiltInCore(context.institution.coreType))
    return impossible('the books are in a remote core: put it right there, then ignore this')
  switch (row.difference) {
    case 'MISSING_HERE':
      return missingHere(row, context)
    case 'MISSING_THERE':
      return reversalOf(row, (row.our_amount_minor ?? 0n) - (row.our_reversed_minor ?? 0n))
    case 'DIFFERENT': {
      const more = (row.their_minor ?? 0n) - (row.our_minor ?? 0n)
      if (more < 0n) return reversalOf(row, -more)
      if (row.our_type === null || isReversalType(row.our_type)) return aboutReversal()
      const hasCash = (row.our_cash_minor ?? 0n) > 0n
      return postedOrder(
        { ...ourOrder(row), amount_minor: more, fee_minor: 0n, cash_minor: hasCash ? more : 0n },
        more,
        context,
      )
    }
  }
}

function missingHere(row: ReconciledRow, context: Context): ReconciledPosting | Problem {
  const { their_minor: theirs, our_type: ourType, our_code: code } = row
  if (theirs === null) throw new Error('an order that is missing here has no amount')
  if (row.has_come) return unfit('the order has come since: send the file again')
  if (row.is_advice) return unfit('the order is a declined advice: resolve that')
  if (ourType !== null && isCreditType(ourType) !== row.is_credit) return reversalOf(row, theirs)
  if (code === APPROVED_CODE || code === UNKNOWN) return unfit('the order has come since: send the file again')
  if (ourType !== null) {
    if (isReversalType(ourType)) return aboutReversal()
    return postedOrder(ourOrder(row), theirs, context)
  }
  const type = row.type ?? (row.is_credit ? 'CASHDEPOSIT' : 'CASHWITHDRAWAL')
  const isCash = type.endsWith('WITHDRAWAL') || type.endsWith('DEPOSIT')
  if (!isCash || isCreditType(type) !== row.is_credit)
    return impossible('only cash is posted from a line: correct the accounts by hand, then ignore this')
  const order = {
    type,
    account_id: context.accountId,
    beneficiary_account_id: null,
    biller_id: null,
    terminal_id: row.terminal_id,
    amount_minor: theirs,
    fee_minor: 0n,
    cash_minor: type.startsWith('CHECK') ? 0n : theirs,
    currency: row.currency,
  }
  return postedOrder(order, theirs, context)
}

function ourOrder(row: ReconciledRow): PostedAs {
  return {
    type: row.our_type ?? '',
    account_id: row.our_account_id ?? '',
    beneficiary_account_id: row.our_beneficiary_id,
    biller_id: row.our_biller_id,
    terminal_id: row.our_terminal_id,
    amount_minor: row.our_amount_minor ?? 0n,
    fee_minor: row.our_fee_minor ?? 0n,
    cash_minor: row.our_cash_minor ?? 0n,
    currency: row.currency,
  }
}

function postedOrder(order: PostedAs, amountMinor: bigint, { books }: Context): ReconciledPosting | Problem {
  if (order.account_id === '') return unfit('the file names no account: name it with linkedAccountId')
  if (order.account_id === order.beneficiary_account_id) return unfit('both accounts are the same')
  const posting = postingOf(order, amountMinor)
  const fault = faultOfEntries(posting.entries, books)
  return fault === undefined ? posting : unfit(fault)
}

function reversalOf(row: ReconciledRow, amountMinor: bigint): ReconciledPosting | Problem {
  const { our_type: type, our_account_id: accountId } = row
  if (type === null || accountId === null) return unfit('the order has left the books')
  if (isReversalType(type)) return aboutReversal()
  if (amountMinor <= 0n) return unfit('the order is already reversed')
  return {
    reverses: {
      type: reversalTypeOf(type),
      accountId,
      beneficiaryAccountId: row.our_beneficiary_id,
      amountMinor,
      currency: row.currency,
    },
  }
}

function aboutReversal(): Problem {
  return impossible('a reversal is not posted again or taken back: correct the account by hand, then ignore this')
}

function impossible(message: string): Problem {
  return exceptionProblem('action-not-possible', message)
}

function unfit(message: string): Problem {
  return exceptionProblem('original-unfit', message)
}
