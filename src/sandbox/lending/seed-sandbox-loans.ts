// Makes the sandbox's loans and applications by the same commands as a lender, once the posting pipeline runs. Every
// command has an idempotency key, so that it can be repeated (seed-mark.ts). The mark says on which day the histories end.

import { createHash } from 'node:crypto'
import { addMonths, dayOfMonth, toDate, toDay } from '../../loans/engine/arithmetic/calendar-days.ts'
import type { IdempotencyKey } from '../../loans/keys/idempotency-keys.ts'
import type { Applications } from '../../loans/origination/applications/applications.ts'
import type { RiskSignals } from '../../loans/origination/applications/risk-signals.ts'
import type { Decisions } from '../../loans/origination/decisions.ts'
import type { Offers } from '../../loans/origination/offers/offers.ts'
import type { OriginationCaller } from '../../loans/origination/origination-work.ts'
import type { LoanProducts } from '../../loans/products/loan-catalogue.ts'
import type { LoanBook } from '../../loans/servicing/book/loan-book.ts'
import { openLoan } from '../../loans/servicing/commands/open-loan.ts'
import { addDaysTo } from '../../loans/servicing/loan-dates.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { minorFromDecimal } from '../../platform/kernel/money/money.ts'
import { PROBLEM_STATUS, Problem } from '../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { SANDBOX_CURRENCY } from '../seeding/sandbox-data.ts'
import { beginSeed, finishSeed, LOANS_MARK } from '../seeding/seed-mark.ts'
import type { StepContext } from './sandbox-loan-steps.ts'
import { SANDBOX_APPLICATIONS, SANDBOX_LOANS, type SandboxApplication, type SandboxLoan } from './sandbox-loans.ts'

const PARTNER_ID = 'PARTNER01'
const INSTITUTION_ID = 'FI001'
const CLIENT_ID = 'sandbox-lending'

interface PartnerDirectory {
  partner(partnerId: string): { readonly institutionIds: ReadonlySet<string> } | undefined
  institution(institutionId: string): unknown
}

export interface LoanSeedParts {
  readonly database: Database
  readonly clock: Clock
  readonly directory: PartnerDirectory
  readonly products: LoanProducts
  readonly loanBook: Pick<LoanBook, 'open' | 'find' | 'businessDate' | 'append'>
  readonly applications: Pick<Applications, 'submit'>
  readonly riskSignals: Pick<RiskSignals, 'record'>
  readonly decisions: Pick<Decisions, 'record'>
  readonly offers: Pick<Offers, 'make' | 'accept'>
  readonly log?: { warn(details: object, message: string): void }
}

/** Returns false, and does nothing, if it was done before. */
export async function seedSandboxLoans(parts: LoanSeedParts): Promise<boolean> {
  const { directory } = parts
  const partner = directory.partner(PARTNER_ID)
  // A user may have removed them from a sandbox that is older than lending.
  if (partner === undefined || directory.institution(INSTITUTION_ID) === undefined) return false
  const mark = await beginSeed(parts, LOANS_MARK, () => ({ today: parts.loanBook.businessDate(INSTITUTION_ID) }))
  if (mark === undefined) return false
  const caller = { partnerId: PARTNER_ID, institutionIds: partner.institutionIds, actor: { clientId: CLIENT_ID } }
  const seed = new LoanSeed(parts, caller, mark.today)
  await Promise.all([
    ...SANDBOX_LOANS.map((loan) => attempt(parts, loan.name, () => seed.loan(loan))),
    ...SANDBOX_APPLICATIONS.map((one) => attempt(parts, one.name, () => seed.application(one))),
  ])
  await finishSeed(parts, LOANS_MARK, mark)
  return true
}

/**
 * A refusal leaves one out and does not stop the start: an older sandbox may have other products, and another node may
 * be resetting it. Faults are thrown, and the next start goes on.
 */
async function attempt({ log }: LoanSeedParts, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Problem) || PROBLEM_STATUS[error.kind] >= PROBLEM_STATUS.internal) throw error
    log?.warn({ err: error, loan: name }, 'a loan of the sandbox is left out')
  }
}

class LoanSeed {
  readonly #parts: LoanSeedParts
  readonly #caller: OriginationCaller
  readonly #context: StepContext

  constructor(parts: LoanSeedParts, caller: OriginationCaller, today: string) {
    this.#parts = parts
    this.#caller = caller
    this.#context = { today, minor, newId: () => newId(parts.clock.now()) }
  }

  async loan({ name, applicant, productCode, amount, interestRate, months, terms, ...more }: SandboxLoan) {
    const { loanBook } = this.#parts
    const { today } = this.#context
    const request = {
      productCode,
      interestRate,
      term: { count: months, unit: 'Months' as const },
      applicant: { ...applicant },
      principalMinor: () => minor(amount),
      terms: () => terms,
      agreementDate: before(today, more.agreedAgo),
      externalReference: name,
    }
    const { loan } = await openLoan(this.#parts, this.#caller, request, keyOf(`${name}:open`))
    const { partnerId, actor } = this.#caller
    for (const [index, step] of more.steps.entries()) {
      const key = keyOf(`${name}:${index + 1}`)
      await loanBook.append({ partnerId, loanId: loan.loanId, actor, key, decide: step(this.#context) })
    }
  }

  async application({ name, applicant, productCode, amount, interestRate, months, ...more }: SandboxApplication) {
    const { applications, riskSignals, decisions, offers } = this.#parts
    const caller = this.#caller
    const term = (count: number) => ({ count, unit: 'Months' as const })
    const { result: application } = await applications.submit(
      caller,
      productCode,
      () => ({
        requestedMinor: minor(amount),
        interestRate,
        term: term(months),
        applicant: { ...applicant },
        externalReference: name,
      }),
      keyOf(`${name}:submit`),
    )
    const { applicationId } = application
    if (more.signals !== undefined) {
      const sent = { applicationId, signals: more.signals }
      await riskSignals.record(caller, sent, keyOf(`${name}:signals`)).catch((error: unknown) => {
        // Without the decision table nothing is graded. The application goes on without signals.
        if (!(error instanceof Problem) || error.kind !== 'unavailable') throw error
      })
    }
    const { decision } = more
    if (decision === undefined) return
    const reasonCodes = decision === 'APPROVE' ? [] : ['MANUAL_REVIEW']
    const decided = { decision, reasonCodes, conditions: [] }
    await decisions.record(caller, applicationId, () => decided, keyOf(`${name}:decide`))
    let accepted: string | undefined
    for (const count of more.offers ?? []) {
      const offer = () => ({ term: term(count), fees: [] })
      const { result } = await offers.make(caller, applicationId, offer, {
        key: keyOf(`${name}:offer-${count}`),
      })
      accepted ??= result.offerId
    }
    if (more.converted === undefined || accepted === undefined) return
    await offers.accept(caller, accepted, { channel: 'SANDBOX' }, keyOf(`${name}:accept`))
    await openLoan(this.#parts, caller, { offerId: accepted, externalReference: name }, keyOf(`${name}:open`))
  }
}

/** The content is the key itself: what a key stands for depends on the day, which another node may see differently. */
function keyOf(step: string): IdempotencyKey {
  const content = createHash('sha256').update(step).digest()
  return { partnerId: PARTNER_ID, key: step, operation: 'SeedSandbox', content }
}

function before(today: string, { months, days }: SandboxLoan['agreedAgo']): string {
  const day = toDay(addDaysTo(today, -days))
  return toDate(addMonths(day, -months, dayOfMonth(day)))
}

function minor(amount: string): bigint {
  const value = minorFromDecimal(amount, SANDBOX_CURRENCY)
  if (value === undefined) throw new TypeError(`${amount} is not an amount in ${SANDBOX_CURRENCY}`)
  return value
}
