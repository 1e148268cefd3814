// Origination on a database, with products in memory and a clock that tests move.

import { createHash } from 'node:crypto'
import type { Database } from '../../platform/storage/database.ts'
import type { RuleBook } from '../../rules/rule-book.ts'
import type { Rules } from '../../rules/rules.ts'
import type { RuleInput, RuleOutput } from '../../rules/values.ts'
import type { IdempotencyKey } from '../keys/idempotency-keys.ts'
import { DEFAULT_BUCKETS, type LoanProduct, type LoanRate } from '../products/loan-product.ts'
import { LendingTurns } from '../servicing/slices/lending-turns.ts'
import { Applications, type NewApplication } from './applications/applications.ts'
import { RiskSignals } from './applications/risk-signals.ts'
import { Decisions, type NewDecision } from './decisions.ts'
import type { NewOffer } from './offers/draft-offer.ts'
import { Offers } from './offers/offers.ts'
import type { OriginationCaller } from './origination-work.ts'

export const START_MS = Date.parse('2026-01-15T10:00:00Z')
export const DAY = 86_400_000

const PERSONAL: LoanProduct = {
  productCode: 'PERSONAL',
  institutionId: 'FI001',
  name: 'Personal loan',
  status: 'ACTIVE',
  currency: 'USD',
  currencies: ['USD', 'JPY'],
  amount: { min: '500', max: '50000' },
  term: { min: { count: 3, unit: 'Months' }, max: { count: 60, unit: 'Months' } },
  rate: { min: '0', max: '100' },
  defaultRate: '9.5',
  terms: { method: 'ANNUITY', dayCount: '30/360' },
  policy: { chargeOffDays: 180, buckets: DEFAULT_BUCKETS, maxInstalments: 480, dailyRows: false },
  feeCapPercent: '25',
  overpaymentAllowed: true,
  riskSignalsRequired: false,
  aprMethod: 'REG_Z_ACTUARIAL',
  accounting: 'CASH',
}

const PRODUCTS: readonly LoanProduct[] = [
  PERSONAL,
  { ...PERSONAL, productCode: 'CAREFUL', riskSignalsRequired: true },
  { ...PERSONAL, productCode: 'ELSEWHERE', institutionId: 'FI002' },
  { ...PERSONAL, productCode: 'GONE', status: 'INACTIVE' },
  { ...PERSONAL, productCode: 'EUROPEAN', aprMethod: 'EU_EFFECTIVE' },
]

export const RATE: LoanRate = {
  rateId: '0197f3a0-0000-7000-8000-00000000aaaa',
  productCode: 'PERSONAL',
  institutionId: 'FI001',
  nominalRate: '7.25',
  type: 'FIXED',
  effectiveFrom: '2025-01-01',
  bands: [],
}

export const PARTNER: OriginationCaller = {
  partnerId: 'PARTNER01',
  institutionIds: new Set(['FI001']),
  actor: { clientId: 'client-1' },
}
export const OTHER_PARTNER: OriginationCaller = { ...PARTNER, partnerId: 'PARTNER02' }
export const OPERATOR: OriginationCaller = {
  ...PARTNER,
  actor: { userId: '0197f3a0-0000-7000-8000-0000000000aa', email: 'anne@bank.example' },
}

export const APPLICATION: NewApplication = {
  requestedMinor: 1_000_000n,
  term: { count: 12, unit: 'Months' },
  applicant: { firstName: 'Ada', lastName: 'Lovelace', address: { city: 'London' } },
}
export const APPROVE: NewDecision = { decision: 'APPROVE', reasonCodes: [], conditions: [] }
export const REFER: NewDecision = { ...APPROVE, decision: 'REFER', reasonCodes: ['MANUAL'] }
export const DECLINE: NewDecision = { ...APPROVE, decision: 'DECLINE', reasonCodes: ['SCORE'] }
const OFFER: NewOffer = { fees: [] }

export function keyOf(key: string, content = 'same', partnerId = PARTNER.partnerId): IdempotencyKey {
  return { partnerId, key, operation: 'x', content: createHash('sha256').update(content).digest() }
}

export async function insertInstitutions(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone) VALUES
       ('FI001', 'One', 'ACTIVE', 'USD', 'UTC'), ('FI002', 'Two', 'ACTIVE', 'USD', 'UTC')`,
  )
}

/** Faster than TRUNCATE, which makes new files for every index. */
export async function clearOrigination(database: Database): Promise<void> {
  const tables = ['loan_application_history', 'loan_risk_signals', 'loan_decisions', 'loan_offers', 'loan_applications']
  for (const table of [...tables, 'lending_keys']) await database.query(`DELETE FROM ${table}`)
}

export type Origination = ReturnType<typeof originationOn>

/** One node. Several on one database share the clock when it is passed. */
export function originationOn(
  database: Database,
  clock = { nowMs: START_MS, now: () => clock.nowMs },
  turns = new LendingTurns(),
) {
  const products = { find: (code: string) => PRODUCTS.find(({ productCode }) => productCode === code) }
  const rates = { find: (id: string) => (id === RATE.rateId ? RATE : undefined) }
  const table = { evaluate: gradeByScore as ((facts: RuleInput) => RuleOutput | undefined) | undefined }
  const rules: Pick<RuleBook, 'get'> = {
    get: () => (table.evaluate === undefined ? undefined : ({ mode: 'compiled', ...table } as unknown as Rules)),
  }
  const businessDate = () => new Date(clock.now()).toISOString().slice(0, 10)
  const parts = { database, clock, products, rates, rules, businessDate, turns }
  const applications = new Applications(parts)
  const riskSignals = new RiskSignals(parts)
  const decisions = new Decisions(parts)
  const offers = new Offers(parts)

  const submit = async (more: Partial<NewApplication> = {}, productCode = 'PERSONAL', caller = PARTNER) =>
    (await applications.submit(caller, productCode, () => ({ ...APPLICATION, ...more }))).result
  const decide = async (applicationId: string, decision: NewDecision = APPROVE, caller = PARTNER) =>
    (await decisions.record(caller, applicationId, () => decision)).result
  const offer = async (applicationId: string, more: Partial<NewOffer> = {}, caller = PARTNER) =>
    (await offers.make(caller, applicationId, () => ({ ...OFFER, ...more }))).result
  const preview = async (applicationId: string, more: Partial<NewOffer> = {}, caller = PARTNER) =>
    offers.preview(caller, applicationId, () => ({ ...OFFER, ...more }))
  const accept = async (offerId: string, caller = PARTNER) => (await offers.accept(caller, offerId, {})).result
  /** An approved application with that many offers. */
  const offered = async (count = 1) => {
    const { applicationId } = await submit()
    await decide(applicationId)
    const offerIds: string[] = []
    for (let n = 0; n < count; n++) offerIds.push((await offer(applicationId)).offerId)
    return { applicationId, offerIds }
  }
  return { clock, table, applications, riskSignals, decisions, offers, submit, decide, offer, preview, accept, offered }
}

function gradeByScore({ score }: RuleInput): RuleOutput {
  if (typeof score !== 'number') return { riskGrade: 'C', recommendation: 'REFER', reasons: ['SCORE_MISSING'] }
  return score >= 700
    ? { riskGrade: 'A', recommendation: 'APPROVE', reasons: [] }
    : { riskGrade: 'E', recommendation: 'DECLINE', reasons: ['SCORE_TOO_LOW'] }
}
