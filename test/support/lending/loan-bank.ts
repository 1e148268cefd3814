// The built-in bank with loans in its posting pipeline, and what tests ask of loans.

import { openDirectory } from '../../../src/administration/institutions/directory-store.ts'
import { loanRecordsOptions, openBuiltinBank } from '../../../src/app/wire/rooms/bank.ts'
import type { FakeCore } from '../../../src/channels/channel/remote/fake-core.fixture.ts'
import type { BankAccount } from '../../../src/channels/core/builtin/books/bank-account.ts'
import { loanAccountRules } from '../../../src/channels/core/builtin/books/loan-account-rules.ts'
import { builtinLoanFunds } from '../../../src/channels/core/builtin/books/loan-funds.ts'
import { remoteLoanFunds } from '../../../src/channels/core/remote-loan-funds.ts'
import { DEFAULT_BUCKETS } from '../../../src/loans/engine/aging.ts'
import type { LoanAgreement, Terms } from '../../../src/loans/engine/terms.ts'
import { LoanBook } from '../../../src/loans/servicing/book/loan-book.ts'
import type { AnyDraft, LoanCommand } from '../../../src/loans/servicing/book/loan-command.ts'
import { loanClosingStep } from '../../../src/loans/servicing/close-loan-day.ts'
import { resumePendingSweep } from '../../../src/loans/servicing/funds/resume-pending.ts'
import type { LoanDraft } from '../../../src/loans/servicing/loan-record.ts'
import { LoanRecords } from '../../../src/loans/servicing/posting/loan-records.ts'
import { type Clock, DAY_MS, MovableClock, systemClock } from '../../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { plainAccount, secretBox, seedBank } from '../bank/bank.ts'

export const PARTNER = 'PARTNER01'
export const INSTITUTION = 'FI001'
const PLAIN_ACCOUNTS = 40

export { plainAccount }

export async function seedLoanBank(database: Database): Promise<void> {
  await seedBank(database, PLAIN_ACCOUNTS)
}

export interface LoanBankOptions {
  readonly clock?: Clock
  /** The institution's accounts are in the books of this core. */
  readonly core?: FakeCore
  readonly onDefect?: (error: unknown) => void
}

/** Several may be open on one database, like several nodes. */
export async function openLoanBank(database: Database, options: LoanBankOptions = {}) {
  const { core, onDefect = () => {} } = options
  const clock = new MovableClock(options.clock ?? systemClock)
  const directory = await openDirectory({ database, environment: 'sandbox' })
  const records = new LoanRecords<BankAccount>(loanRecordsOptions(directory))
  const observer = {
    batchCommitted() {},
    answered() {},
    replayed() {},
    coalesced() {},
    retried() {},
    queueDepth() {},
    defect: onDefect,
  }
  const bank = openBuiltinBank({ database, clock, directory, secretBox, observer, loans: records })
  const { pipeline } = bank
  const book = new LoanBook<BankAccount>({
    database,
    clock,
    directory,
    pipeline,
    records,
    funds: {
      remoteOf: () => core && remoteLoanFunds(core),
      ...builtinLoanFunds({ database, clock, rules: loanAccountRules(directory) }),
    },
  })
  return {
    ...bank,
    clock,
    directory,
    records,
    book,
    closing: loanClosingStep({ database, pipeline, records, perBatch: 3 }),
    resume: resumePendingSweep({ database, clock, book, minAgeMs: 0 }),
    async close() {
      await bank.drained()
      directory.close()
    },
  }
}

export type LoanBank = Awaited<ReturnType<typeof openLoanBank>>

export const TERMS: Terms = {
  method: 'ANNUITY',
  dayCount: '30/360',
  repaymentEvery: 1,
  repaymentUnit: 'Months',
  graceOnPrincipal: 0,
  graceOnInterest: 0,
  balloonMinor: 0n,
  instalmentBasis: 'DISBURSED',
  rounding: 'HALF_EVEN',
  annuityRate: 'PER_PERIOD',
  allocation: 'HORIZONTAL',
  prepaymentDefault: 'REDUCE_INSTALMENT',
  settlementInterest: 'TO_DATE',
}

export function agreementFor(bank: LoanBank, changes: Partial<LoanAgreement> = {}): LoanAgreement {
  const today = bank.book.businessDate(INSTITUTION)
  return {
    currency: 'USD',
    principalApprovedMinor: 120_000n,
    interestRate: '12',
    term: { count: 12, unit: 'Months' },
    terms: TERMS,
    policy: { chargeOffDays: 180, buckets: DEFAULT_BUCKETS },
    agreementDate: today,
    plannedDisbursement: today,
    ...changes,
  }
}

export function draftFor(bank: LoanBank, changes: Partial<LoanDraft> = {}): LoanDraft {
  return {
    institutionId: INSTITUTION,
    partnerId: PARTNER,
    productCode: 'OPEN',
    agreement: agreementFor(bank),
    accounting: 'CASH',
    overpaymentAllowed: true,
    applicant: { firstName: 'Ada', lastName: 'Example' },
    ...changes,
  }
}

/** Opens a loan and returns its id. */
export async function openedLoan(bank: LoanBank, changes: Partial<LoanDraft> = {}): Promise<string> {
  const { loan } = await bank.book.open(draftFor(bank, changes), { actor: {} })
  return loan.loanId
}

export function command(
  loanId: string,
  draft: AnyDraft | readonly AnyDraft[],
  more: Partial<LoanCommand> = {},
): LoanCommand {
  return { partnerId: PARTNER, loanId, actor: {}, decide: () => draft, ...more }
}

export function disbursement(amountMinor: bigint, valueDate: string, feesDeductedMinor = 0n): AnyDraft {
  return { kind: 'DISBURSEMENT', amountMinor, feesDeductedMinor, valueDate }
}

export function repayment(amountMinor: bigint, valueDate: string): AnyDraft {
  return { kind: 'REPAYMENT', amountMinor, valueDate }
}

/** A loan that was paid out in full today. */
export async function disbursedLoan(bank: LoanBank, changes: Partial<LoanDraft> = {}): Promise<string> {
  const loanId = await openedLoan(bank, changes)
  const today = bank.book.businessDate(INSTITUTION)
  const { principalApprovedMinor } = changes.agreement ?? agreementFor(bank)
  await bank.book.append(command(loanId, disbursement(principalApprovedMinor, today)))
  return loanId
}

/** Moves the bank's clock, without closing days. */
export function passDays(bank: LoanBank, days: number): void {
  bank.clock.moveTo(bank.clock.offsetMs + days * DAY_MS)
}
