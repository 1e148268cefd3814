// The end of a business day for loans: posts what follows from the date alone (accruals, charge-offs) and shows the next
// payment due. A few hundred loans at a time, by key; what was posted is recognised, so a run can be repeated.

import type { Account } from '../../ledger/account.ts'
import type { PostingPipeline } from '../../ledger/post.ts'
import type { ClosingStep } from '../../platform/kernel/work/closing-step.ts'
import type { Database } from '../../platform/storage/database.ts'
import { ledgerDate, loanDate } from './loan-dates.ts'
import type { ClosePosting } from './posting/loan-posting.ts'
import type { LoanRecords } from './posting/loan-records.ts'

export interface CloseLoanDayParts<A extends Account = Account> {
  readonly database: Database
  readonly pipeline: PostingPipeline<A>
  readonly records: LoanRecords<A>
  /** Loans at a time. */
  readonly perBatch?: number
}

const PER_BATCH = 200

interface DueRow {
  loan_id: string
  account_id: string
}

export function loanClosingStep<A extends Account>(parts: CloseLoanDayParts<A>): ClosingStep {
  return {
    name: 'LOANS',
    run: (institutionId, date) => closeLoanDay(institutionId, loanDate(date), parts),
    async daysWithWork(institutionId, first, last) {
      // Accruals of days without a charge-off are posted with those of the next day that is closed.
      const { rows } = await parts.database.query<{ charge_off_on: string }>(
        `SELECT DISTINCT charge_off_on FROM loans
          WHERE institution_id = $1 AND close_from IS NOT NULL AND charge_off_on BETWEEN $2 AND $3`,
        [institutionId, loanDate(first), loanDate(last)],
      )
      return rows.map((row) => ledgerDate(row.charge_off_on))
    },
  }
}

/** Returns the number of loans with a journal. Throws what failed once all loans have had their turn: the day stays open. */
async function closeLoanDay<A extends Account>(
  institutionId: string,
  date: string,
  { database, pipeline, records, perBatch = PER_BATCH }: CloseLoanDayParts<A>,
): Promise<number> {
  let posted = 0
  const failures: unknown[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await database.query<DueRow>(
      `SELECT loan_id, account_id FROM loans
        WHERE institution_id = $1 AND loan_id > $2 AND close_from <= $3
        ORDER BY loan_id LIMIT $4`,
      [institutionId, after, date, perBatch],
    )
    const closed = await Promise.allSettled(
      rows.map(({ loan_id: loanId, account_id: accountId }) => {
        const posting: ClosePosting = {
          kind: 'close',
          owner: records,
          institutionId,
          accountIds: [accountId],
          loanId,
          date,
        }
        return pipeline.post(posting)
      }),
    )
    for (const one of closed) {
      if (one.status === 'rejected') failures.push(one.reason)
      else if (one.value) posted += 1
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < perBatch) break
    after = last.loan_id
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} loans cannot be closed`)
  return posted
}
