// What the bench of lending asks: every filter of every list alone and in pairs, the first page and a deep one, and every
// read of one loan.

import type { ApplicationFilter } from '../../src/loans/origination/applications/application-records.ts'
import type { OfferFilter } from '../../src/loans/origination/offers/offer-records.ts'
import { OFFER_SORTS } from '../../src/loans/origination/offers/offer-records.ts'
import { type Origination, PARTNER } from '../../src/loans/origination/origination.fixture.ts'
import type { LoanBook } from '../../src/loans/servicing/book/loan-book.ts'
import type { LoanFilter } from '../../src/loans/servicing/loan-record.ts'
import type { Sort } from '../../src/platform/storage/statements/list-query.ts'
import { RARE_NAME } from './many-loans.ts'

export interface MeasuredRead {
  /** Figures are summed up by class. */
  readonly class: string
  readonly name: string
  run(): Promise<unknown>
}

/** Values that exist in the database. */
export interface KnownValues {
  readonly applicationId: string
  /** From the middle of all rows. */
  readonly middleMs: number
  readonly lateLoanId: string
  readonly mortgageId: string
}

interface NamedFilter<Filter> {
  /** Filters of one field are not combined with each other. */
  readonly field: string
  readonly name: string
  readonly filter: Filter
}

const SIZE = 10
const DEEP_PAGE = 1_000
const NONE = '00000000-0000-4000-8000-000000000000'
const DAY_MS = 86_400_000

function named<Filter>(field: string, values: Readonly<Record<string, Filter>>): NamedFilter<Filter>[] {
  return Object.entries(values).map(([value, filter]) => ({ field, name: `${field} ${value}`, filter }))
}

function combinations<Filter>(
  filters: readonly NamedFilter<Filter>[],
): { name: string; count: number; filter: Filter }[] {
  const pairs = filters.flatMap((a, i) => filters.slice(i + 1).map((b) => [a, b]))
  return [[], ...filters.map((one) => [one]), ...pairs]
    .filter((parts) => new Set(parts.map(({ field }) => field)).size === parts.length)
    .map((parts) => ({
      name: parts.map(({ name }) => name).join(' + ') || 'no filter',
      count: parts.length,
      filter: Object.assign({}, ...parts.map(({ filter }) => filter)),
    }))
}

function lists<Filter>(
  list: string,
  filters: readonly NamedFilter<Filter>[],
  run: (filter: Filter, page: { page: number; size: number }) => Promise<unknown>,
): MeasuredRead[] {
  return combinations(filters).flatMap(({ name, count, filter }) =>
    [1, DEEP_PAGE].map((page) => ({
      class: `${list}, ${count} filters, page ${page}`,
      name: `${list} page ${page}: ${name}`,
      run: () => run(filter, { page, size: SIZE }),
    })),
  )
}

export function loanLists(book: LoanBook, { applicationId }: KnownValues): MeasuredRead[] {
  const statuses = ['APPROVED', 'ACTIVE', 'IN_ARREARS', 'OVERPAID', 'CLOSED', 'CANCELLED', 'CHARGED_OFF', 'WRITTEN_OFF']
  const filters: NamedFilter<Omit<LoanFilter, 'partnerId'>>[] = [
    ...named('status', Object.fromEntries(statuses.map((status) => [status, { status }]))),
    ...named('product', {
      usual: { productCode: 'PERSONAL' },
      long: { productCode: 'MORTGAGE' },
      rare: { productCode: 'OPEN' },
      unknown: { productCode: 'NOTHING' },
    }),
    ...named('application', { known: { applicationId }, unknown: { applicationId: NONE } }),
    ...named('bucket', {
      CURRENT: { bucket: 'CURRENT' },
      '1-30': { bucket: '1-30' },
      '91-120': { bucket: '91-120' },
      '180+': { bucket: '180+' },
      unknown: { bucket: 'NOTHING' },
    }),
    ...named('dpdMin', { 1: { dpdMin: 1 }, 61: { dpdMin: 61 }, 150: { dpdMin: 150 }, 10000: { dpdMin: 10_000 } }),
  ]
  return lists('loans', filters, async (filter, page) => {
    const { items } = await book.list({ partnerId: PARTNER.partnerId, ...filter }, page)
    for (const history of items) book.position(history)
  })
}

export function applicationLists({ applications }: Origination, { middleMs }: KnownValues): MeasuredRead[] {
  const statuses = [
    'SUBMITTED',
    'REFERRED',
    'APPROVED',
    'DECLINED',
    'OFFERED',
    'ACCEPTED',
    'CONVERTED',
    'EXPIRED',
    'WITHDRAWN',
  ] as const
  const filters: NamedFilter<ApplicationFilter>[] = [
    ...named<ApplicationFilter>('status', Object.fromEntries(statuses.map((status) => [status, { status }]))),
    ...named<ApplicationFilter>('product', {
      usual: { productCode: 'PERSONAL' },
      rare: { productCode: 'OPEN' },
      unknown: { productCode: 'NOTHING' },
    }),
    ...named<ApplicationFilter>('name', {
      rare: { applicantName: RARE_NAME },
      usual: { applicantName: 'name7' },
      'of all': { applicantName: 'fam' },
      unknown: { applicantName: 'nobody' },
    }),
    ...named<ApplicationFilter>('from', { middle: { fromMs: middleMs }, old: { fromMs: 0 } }),
    ...named<ApplicationFilter>('to', { middle: { beforeMs: middleMs + DAY_MS }, old: { beforeMs: 0 } }),
  ]
  return lists('applications', filters, (filter, page) => applications.list(PARTNER, filter, page))
}

export function offerLists({ offers }: Origination, { applicationId }: KnownValues): MeasuredRead[] {
  const filters: NamedFilter<OfferFilter & { sort?: Sort }>[] = [
    ...named<OfferFilter>('status', {
      OPEN: { states: ['OPEN'] },
      ACCEPTED: { states: ['ACCEPTED'] },
      SUPERSEDED: { states: ['SUPERSEDED'] },
      CONVERTED: { states: ['CONVERTED'] },
      EXPIRED: { states: ['EXPIRED'] },
      several: { states: ['OPEN', 'ACCEPTED', 'EXPIRED'] },
    }),
    ...named<OfferFilter>('product', {
      usual: { productCode: 'PERSONAL' },
      rare: { productCode: 'OPEN' },
      unknown: { productCode: 'NOTHING' },
    }),
    ...named<OfferFilter>('application', { known: { applicationId }, unknown: { applicationId: NONE } }),
    ...named<OfferFilter>('apr', {
      low: { aprMax: '3.1' },
      middle: { aprMax: '15' },
      any: { aprMax: '99' },
      none: { aprMax: '1' },
    }),
    ...named<OfferFilter>('instalment', {
      low: { instalmentMax: '50' },
      middle: { instalmentMax: '2000' },
      none: { instalmentMax: '1' },
    }),
    ...named<OfferFilter>('amount', {
      narrow: { amount: { min: '7000', max: '7010' } },
      wide: { amount: { min: '1000', max: '40000' } },
      none: { amount: { min: '90000' } },
    }),
    ...named<OfferFilter>('term', {
      one: { termMonths: { min: 12, max: 12 } },
      wide: { termMonths: { min: 6, max: 48 } },
      none: { termMonths: { min: 100 } },
    }),
    ...named<{ sort: Sort }>(
      'sort',
      Object.fromEntries(
        OFFER_SORTS.map((field, i) => [field, { sort: { field, direction: i % 2 === 0 ? 'asc' : 'desc' } }]),
      ),
    ),
  ]
  return lists('offers', filters, ({ sort, ...filter }, page) =>
    offers.list(PARTNER, filter, { ...page, ...(sort && { sort }) }),
  )
}

/** Operations 13 and 23 to 28: each is the loan with its events, and a fold; one reads the schedules too. */
export function loanReads(book: LoanBook, { lateLoanId, mortgageId }: KnownValues): MeasuredRead[] {
  return [lateLoanId, mortgageId, NONE].flatMap((loanId, i) => {
    const of = ['late loan', 'mortgage', 'unknown loan'][i]
    const read = async (asOf?: string, schedules = false) => {
      const history = await book.find(PARTNER.partnerId, loanId).catch(() => undefined)
      if (history === undefined) return
      if (schedules) await book.schedules(history)
      book.position(history, asOf)
    }
    return [
      { class: 'one loan', name: `${of}: now`, run: () => read() },
      { class: 'one loan', name: `${of}: schedule`, run: () => read(undefined, true) },
      { class: 'one loan', name: `${of}: in ten years`, run: () => read('2037-01-01') },
    ]
  })
}
