// Offers as they are stored, read and searched.

import { authorOf } from '../../../administration/audit/actor.ts'
import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import { decimalFromMinor } from '../../../platform/kernel/money/money.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import {
  Conditions,
  countOf,
  type ListPage,
  limitTo,
  type PageRequest,
  totalOf,
} from '../../../platform/storage/statements/list-query.ts'
import { Parameters } from '../../../platform/storage/statements/parameters.ts'
import type { LoanAgreement, Term, TermUnit } from '../../engine/terms.ts'
import { type At, findById, noteHome, readPage } from '../../lending-homes.ts'
import type { AprMethod } from '../../products/loan-product.ts'
import { inState } from '../applications/application-records.ts'
import { jsonWithMinor, readWithMinor } from '../minor-json.ts'
import type { OriginationCaller, OriginationWork } from '../origination-work.ts'
import { expiringStates, OFFER_MOVES, type OfferState, type Stored, stateAt } from '../states.ts'
import type { OfferFee } from './offer-fees.ts'
import type { OfferFigures, PreviewRow } from './offer-figures.ts'
import { monthsOf } from './term-months.ts'

export interface OfferTerms {
  readonly offerId: string
  readonly applicationId: string
  readonly decisionId: string
  readonly institutionId: string
  readonly productCode: string
  readonly currency: string
  /** What the applicant gets, before fees are deducted. */
  readonly amountMinor: bigint
  readonly interestRate: string
  readonly rateId?: string
  readonly term: Term
  /** What a loan from this offer agrees on. Its principal includes financed fees. */
  readonly agreement: LoanAgreement
  readonly fees: readonly OfferFee[]
  readonly figures: OfferFigures
  /** Due date of the first instalment, if the loan is disbursed on the day of the offer. */
  readonly firstDueDate: string
  readonly expiresAtMs: number
}

export interface OfferRecord extends OfferTerms {
  readonly partnerId: string
  readonly status: OfferState
  readonly acceptedAt?: string
  readonly acceptedBy?: string
  readonly channel?: string
  readonly consents?: readonly string[]
  /** The siblings that its acceptance has superseded. */
  readonly supersededOfferIds: readonly string[]
  /** The sibling whose acceptance has superseded it. */
  readonly supersededBy?: string
  readonly loanId?: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: string
}

/** A single offer has the rows of its schedule; those of a list do not, because a page of them could be megabytes. */
export type OfferWithSchedule = OfferRecord & { readonly schedule: readonly PreviewRow[] }

/** Amounts are decimals in major units of each offer's own currency. */
export interface OfferFilter {
  readonly applicationId?: string | undefined
  readonly productCode?: string | undefined
  /** One of these; none is any. */
  readonly states?: readonly OfferState[] | undefined
  readonly aprMax?: string | undefined
  readonly instalmentMax?: string | undefined
  readonly amount?: { readonly min?: string | undefined; readonly max?: string | undefined } | undefined
  readonly termMonths?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined
}

/** Every one of them has an index. */
const SORTS = {
  createdAt: 'o.created_at',
  expiresAt: 'o.expires_at',
  apr: 'o.apr',
  instalmentAmount: 'o.instalment',
  amount: 'o.amount',
  termMonths: 'o.term_months',
} as const
export const OFFER_SORTS = Object.keys(SORTS) as (keyof typeof SORTS)[]

interface OfferRow {
  institution_id: string
  offer_id: string
  application_id: string
  decision_id: string
  partner_id: string
  product_code: string
  currency: string
  amount_minor: bigint
  interest_rate: string
  rate_id: string | null
  term_count: number
  term_unit: TermUnit
  agreement: unknown
  fees: unknown
  instalment_minor: bigint
  instalments: number
  total_interest_minor: bigint
  total_fees_minor: bigint
  amount_financed_minor: bigint
  finance_charge_minor: bigint
  total_repayable_minor: bigint
  first_due_date: string
  apr: string
  apr_method: AprMethod
  status: Stored<OfferState>
  expires_at: Date
  accepted_at: Date | null
  accepted_by: string | null
  channel: string | null
  consents: string[] | null
  superseded_by: string | null
  superseded: string[]
  loan_id: string | null
  version: number
  created_at: Date
  updated_at: Date
  created_by: string
}

const columnsAt = (at: At) => `
  o.institution_id, o.offer_id, o.application_id, o.decision_id, o.partner_id, o.product_code, o.currency, o.amount_minor,
  o.interest_rate, o.rate_id, o.term_count, o.term_unit, o.agreement, o.fees, o.instalment_minor, o.instalments,
  o.total_interest_minor, o.total_fees_minor, o.amount_financed_minor, o.finance_charge_minor, o.total_repayable_minor,
  o.first_due_date::text, o.apr, o.apr_method, o.status, o.expires_at, o.accepted_at, o.accepted_by, o.channel, o.consents, o.superseded_by,
  o.loan_id, o.version, o.created_at, o.updated_at, o.created_by,
  coalesce((SELECT jsonb_agg(s.offer_id ORDER BY s.offer_id) FROM loan_offers s
             WHERE s.institution_id = o.institution_id AND s.application_id = o.application_id
               AND s.superseded_by = o.offer_id${at('s')}), '[]') AS superseded`

export async function insertOffer(
  { sql, nowMs, caller }: OriginationWork,
  offer: OfferTerms,
  schedule: readonly PreviewRow[],
): Promise<void> {
  const { figures, term, currency } = offer
  const values = {
    institution_id: offer.institutionId,
    offer_id: offer.offerId,
    application_id: offer.applicationId,
    decision_id: offer.decisionId,
    partner_id: caller.partnerId,
    product_code: offer.productCode,
    currency,
    amount_minor: offer.amountMinor,
    interest_rate: offer.interestRate,
    rate_id: offer.rateId ?? null,
    term_count: term.count,
    term_unit: term.unit,
    agreement: jsonWithMinor(offer.agreement),
    fees: jsonWithMinor(offer.fees),
    instalment_minor: figures.instalmentMinor,
    instalments: figures.instalments,
    total_interest_minor: figures.totalInterestMinor,
    total_fees_minor: figures.totalFeesMinor,
    amount_financed_minor: figures.amountFinancedMinor,
    finance_charge_minor: figures.financeChargeMinor,
    total_repayable_minor: figures.totalRepayableMinor,
    first_due_date: offer.firstDueDate,
    apr: figures.apr,
    apr_method: figures.aprMethod,
    schedule: jsonWithMinor(schedule),
    amount: decimalFromMinor(offer.amountMinor, currency),
    instalment: decimalFromMinor(figures.instalmentMinor, currency),
    term_months: monthsOf(term),
    status: 'OPEN',
    expires_at: new Date(offer.expiresAtMs),
    created_at: new Date(nowMs),
    updated_at: new Date(nowMs),
    created_by: authorOf(caller.actor),
    updated_by: authorOf(caller.actor),
  }
  const parameters = new Parameters()
  const placeholders = Object.values(values).map((value) => parameters.add(value))
  await sql.query(
    `INSERT INTO loan_offers (${Object.keys(values).join(', ')}) VALUES (${placeholders.join(', ')})`,
    parameters.values,
  )
  await noteHome(sql, offer.offerId, offer.institutionId)
}

/** The offer with its schedule, or undefined when the caller has none of this id. */
export async function findOffer(
  sql: Sql,
  { partnerId }: Pick<OriginationCaller, 'partnerId'>,
  offerId: string,
  nowMs: number,
): Promise<OfferWithSchedule | undefined> {
  if (!isUuid(offerId)) return undefined
  const text = (at: At) =>
    `SELECT ${columnsAt(at)}, o.schedule FROM loan_offers o WHERE o.partner_id = $1 AND o.offer_id = $2${at('o')}`
  const row = await findById<OfferRow & { schedule: unknown }>(sql, offerId, text, [partnerId, offerId])
  return row && { ...offerOf(row, nowMs), schedule: readWithMinor<PreviewRow[]>(row.schedule) }
}

/** One page of the caller's offers, newest first unless it is sorted. */
export async function listOffers(
  sql: Sql,
  caller: OriginationCaller,
  filter: OfferFilter,
  page: PageRequest,
  nowMs: number,
): Promise<ListPage<OfferRecord>> {
  const counted = new Parameters()
  const listed = new Parameters()
  const order = orderOf(page)
  const count = countOf(`1 FROM loan_offers o WHERE ${matching(caller, filter, nowMs, counted)}`)
  const picks = `
    SELECT o.institution_id, o.offer_id AS id
      FROM loan_offers o
     WHERE ${matching(caller, filter, nowMs, listed)}
     ORDER BY ${order}
     ${limitTo(page, listed)}`
  const select = (at: At) => `SELECT ${columnsAt(at)} FROM loan_offers o`
  const [total, rows] = await Promise.all([
    sql.query<{ total: bigint }>(count, counted.values),
    readPage<OfferRow>(sql, { picks, values: listed.values, select, alias: 'o', idColumn: 'offer_id', order }),
  ])
  const items = rows.map((row) => offerOf(row, nowMs))
  return { items, total: totalOf(Number(total.rows[0]?.total ?? 0n), page, items.length) }
}

function orderOf({ sort }: PageRequest): string {
  if (sort === undefined) return 'o.created_at DESC, o.offer_id DESC'
  const field = OFFER_SORTS.find((name) => name === sort.field)
  if (field === undefined) throw new Error(`there is no sort by ${sort.field}`)
  const direction = sort.direction === 'desc' ? 'DESC' : 'ASC'
  // Both in one direction, so that the index serves either.
  return `${SORTS[field]} ${direction}, o.offer_id ${direction}`
}

function matching(
  { partnerId }: OriginationCaller,
  filter: OfferFilter,
  nowMs: number,
  parameters: Parameters,
): string {
  const { applicationId, productCode, states, aprMax, instalmentMax, amount, termMonths } = filter
  const where = new Conditions(parameters)
  where.addFor(partnerId, (value) => `o.partner_id = ${value}`)
  if (applicationId !== undefined && !isUuid(applicationId)) where.add('false')
  else where.addFor(applicationId, (value) => `o.application_id = ${value}`)
  where.addFor(productCode, (value) => `o.product_code = ${value}`)
  if (states !== undefined && states.length > 0) {
    const expiring = expiringStates(OFFER_MOVES)
    const any = [...new Set(states)].map((state) => `(${inState('o', expiring, state, nowMs, parameters)})`)
    where.add(`(${any.join(' OR ')})`)
  }
  where.addFor(aprMax, (value) => `o.apr <= ${value}::numeric`)
  where.addFor(instalmentMax, (value) => `o.instalment <= ${value}::numeric`)
  where.addFor(amount?.min, (value) => `o.amount >= ${value}::numeric`)
  where.addFor(amount?.max, (value) => `o.amount <= ${value}::numeric`)
  where.addFor(termMonths?.min, (value) => `o.term_months >= ${value}::numeric`)
  where.addFor(termMonths?.max, (value) => `o.term_months <= ${value}::numeric`)
  return where.toString()
}

function offerOf(row: OfferRow, nowMs: number): OfferRecord {
  const expiresAtMs = row.expires_at.getTime()
  return {
    offerId: row.offer_id,
    applicationId: row.application_id,
    decisionId: row.decision_id,
    institutionId: row.institution_id,
    partnerId: row.partner_id,
    productCode: row.product_code,
    currency: row.currency,
    amountMinor: row.amount_minor,
    interestRate: row.interest_rate,
    ...(row.rate_id !== null && { rateId: row.rate_id }),
    term: { count: row.term_count, unit: row.term_unit },
    agreement: readWithMinor<LoanAgreement>(row.agreement),
    fees: readWithMinor<OfferFee[]>(row.fees),
    figures: figuresOf(row),
    firstDueDate: row.first_due_date,
    status: stateAt(OFFER_MOVES, row.status, expiresAtMs, nowMs),
    expiresAtMs,
    ...(row.accepted_at !== null && { acceptedAt: row.accepted_at.toISOString() }),
    ...(row.accepted_by !== null && { acceptedBy: row.accepted_by }),
    ...(row.channel !== null && { channel: row.channel }),
    ...(row.consents !== null && { consents: row.consents }),
    supersededOfferIds: row.superseded,
    ...(row.superseded_by !== null && { supersededBy: row.superseded_by }),
    ...(row.loan_id !== null && { loanId: row.loan_id }),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    createdBy: row.created_by,
  }
}

function figuresOf(row: OfferRow): OfferFigures {
  return {
    instalmentMinor: row.instalment_minor,
    instalments: row.instalments,
    totalInterestMinor: row.total_interest_minor,
    totalFeesMinor: row.total_fees_minor,
    amountFinancedMinor: row.amount_financed_minor,
    financeChargeMinor: row.finance_charge_minor,
    totalRepayableMinor: row.total_repayable_minor,
    apr: row.apr,
    aprMethod: row.apr_method,
  }
}
