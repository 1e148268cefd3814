// Stores a new loan, with the account of its principal. The account is closed until money is disbursed.

import type { Actor } from '../../administration/audit/actor.ts'
import { recordAudit } from '../../administration/audit/audit-log.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { isoTimestamp, systemClock } from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { sqlStateOf, UNIQUE_VIOLATION } from '../../platform/storage/statements/sqlstate.ts'
import { noteHome } from '../lending-homes.ts'
import { loanProblem } from '../loan-problems.ts'
import { partnersWords } from '../origination/applications/applicant-name.ts'
import { toJson } from './loan-codec.ts'
import { bucketsText } from './loan-columns.ts'
import type { LoanDraft } from './loan-record.ts'

const LOAN_TYPE = 'LOAN'
/** Inquiry and incoming transfers. */
const SHOWN_CAPABILITY = '07'
/** Nothing: family A does not see a loan without a customer. */
const HIDDEN_CAPABILITY = '00'

// Longer than a customer's account number, and with letters: it meets none of the institution's own.
const INSERT_ACCOUNT = `
  INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, status, txn_capability,
                        branch_id, overdraft_minor, ceiling_minor)
  VALUES ($1, 'LN' || lpad(nextval('loan_account_numbers')::text, 12, '0'), $2, '${LOAN_TYPE}', $3, $4, 'CLOSED', $5, $6, NULL, 0)
  RETURNING account_id`

const INSERT_ACCOUNT_RECORD = `
  INSERT INTO account_records (institution_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`

const INSERT_LOAN = `
  INSERT INTO loans (institution_id, loan_id, partner_id, application_id, offer_id, product_code, currency, agreement,
                     accounting, overpayment_allowed, applicant, customer_id, external_reference, contact, account_id, buckets,
                     created_at, updated_at, created_by, updated_by, name_words)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18, $18,
          array_to_tsvector($19::text[]))`

/** Either says that an offer has its loan; which one does so depends on the version and on whether books are distributed. */
const ONE_LOAN: ReadonlySet<string> = new Set(['loans_by_offer', 'loans_of_offer'])

export interface OpenedBy {
  readonly nowMs: number
  readonly author: string
  /** The branch that the account is shown at. */
  readonly branchId: string
}

/** Returns the id of the loan. Refusals: `loan-exists-for-offer`. */
export async function insertLoan(sql: Sql, draft: LoanDraft, { nowMs, author, branchId }: OpenedBy): Promise<string> {
  const loanId = newId(nowMs)
  const { institutionId, agreement, customerId } = draft
  const { rows } = await sql.query<{ account_id: string }>(INSERT_ACCOUNT, [
    institutionId,
    customerId ?? `loan:${loanId}`,
    draft.productCode,
    agreement.currency,
    customerId === undefined ? HIDDEN_CAPABILITY : SHOWN_CAPABILITY,
    branchId,
  ])
  // `loans` may not import the bank's own records of accounts, so the row is written here.
  await sql.query(INSERT_ACCOUNT_RECORD, [institutionId, rows[0]?.account_id])
  try {
    await sql.query(INSERT_LOAN, [
      institutionId,
      loanId,
      draft.partnerId,
      draft.applicationId ?? null,
      draft.offerId ?? null,
      draft.productCode,
      agreement.currency,
      toJson(agreement),
      draft.accounting,
      draft.overpaymentAllowed,
      JSON.stringify(draft.applicant),
      customerId ?? null,
      draft.externalReference ?? null,
      draft.contact === undefined ? null : JSON.stringify(draft.contact),
      rows[0]?.account_id,
      bucketsText(agreement.policy.buckets),
      isoTimestamp(nowMs),
      author,
      partnersWords(draft.partnerId, draft.applicant),
    ])
    await noteHome(sql, loanId, institutionId)
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION && ONE_LOAN.has((error as { constraint?: string }).constraint ?? ''))
      throw loanProblem('loan-exists-for-offer', 'a loan was made from this offer before')
    throw error
  }
  return loanId
}

/** Audits a user's opening, in real time as all records of administration. */
export function auditOpening(sql: Sql, actor: Actor, draft: LoanDraft, loanId: string): Promise<void> {
  const { institutionId, productCode, agreement } = draft
  return recordAudit(sql, systemClock.now(), actor, {
    action: 'loan.open',
    resource: 'loan',
    resourceId: loanId,
    institutionId,
    after: {
      productCode,
      currency: agreement.currency,
      principalApprovedMinor: agreement.principalApprovedMinor.toString(),
      interestRate: agreement.interestRate,
    },
  })
}
