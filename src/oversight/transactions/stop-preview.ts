// What of the last hour a stop would have stopped, from the records: orders, movements of tokens and disbursements. Ids begin with
// their time, so an index finds the hour alone.

import type { Stopped } from '../../administration/institutions/stops/stop-records.ts'
import { minorFromNumber } from '../../platform/kernel/money/money.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { type Clock, DAY_MS, HOUR_MS, isoTimestamp } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { Parameters } from '../../platform/storage/statements/parameters.ts'
import { institutionsOf } from './search/searched-institutions.ts'

export interface StopPreview {
  readonly from: string
  readonly to: string
  readonly orders: number
  readonly movements: number
  readonly disbursements: number
  readonly amounts: readonly { readonly currency: string; readonly amountMinor: bigint }[]
  /** Fields that the records do not tell, wholly. */
  readonly ignored: readonly string[]
}

type Sent = { readonly [Name in keyof Stopped]?: Stopped[Name] | undefined }

interface Parts {
  readonly database: Database
  /** The bank's clock, which the sandbox can move. */
  readonly clock: Clock
}

/** The types of orders that a service has. */
const TYPES = {
  PREFERENCES: [],
  LOOKUP: ['ACCOUNTLOOKUP'],
  BALANCE: ['BALANCEINQUIRY'],
  WITHDRAWAL: ['CASHWITHDRAWAL'],
  CARDLESS: ['CARDLESSWITHDRAWAL'],
  DEPOSIT: ['CASHDEPOSIT', 'CHECKDEPOSIT', 'CASHCHECKDEPOSIT'],
  TRANSFER: ['TRANSFER'],
  BILL_PAYMENT: ['BILLPAYMENT'],
} as const satisfies Record<Stopped['services'][number], readonly string[]>

/** Card numbers are kept with their first six digits. */
const SHOWN_DIGITS = 6

export class StopPreviews {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async preview(scope: Scope, stopped: Sent): Promise<StopPreview> {
    const { database, clock } = this.#parts
    const toMs = clock.now()
    const fromMs = toMs - HOUR_MS
    const institutionIds = await institutionsOf(database, scope, {
      ...(stopped.institutionId !== undefined && { institutionId: stopped.institutionId }),
    })
    const hour = { fromMs, toMs, institutionIds }
    const [orders, inquiries, movements, disbursements] = [
      await this.#sums(ordersIn(hour, stopped, 'transactions')),
      await this.#sums(ordersIn(hour, stopped, 'inquiries')),
      await this.#sums(movementsIn(hour, stopped)),
      await this.#sums(disbursementsIn(hour, stopped)),
    ]
    return {
      from: isoTimestamp(fromMs),
      to: isoTimestamp(toMs),
      orders: countOf(orders) + countOf(inquiries),
      movements: countOf(movements),
      disbursements: countOf(disbursements),
      amounts: amountsOf([...orders, ...movements, ...disbursements]),
      ignored: [
        ...(stopped.clientId === undefined ? [] : ['clientId']),
        ...((stopped.bin?.length ?? 0) > SHOWN_DIGITS ? ['bin'] : []),
      ],
    }
  }

  async #sums(query: Query | undefined): Promise<readonly Sum[]> {
    if (query === undefined) return []
    const { rows } = await this.#parts.database.query<Sum>(query.text, query.values)
    return rows
  }
}

interface Hour {
  readonly fromMs: number
  readonly toMs: number
  readonly institutionIds: readonly string[]
}

interface Query {
  readonly text: string
  readonly values: unknown[]
}

interface Sum {
  currency: string | null
  count: bigint
  amount_minor: bigint | null
}

/** Undefined when no order can fit. */
function ordersIn(hour: Hour, stopped: Sent, table: 'transactions' | 'inquiries'): Query | undefined {
  const { services = [], payerInstitutionId, payeeInstitutionId, bin } = stopped
  if (payerInstitutionId !== undefined || payeeInstitutionId !== undefined) return undefined
  const isInquiry = table === 'inquiries'
  if (isInquiry && (services.length === 0 || stopped.currencyCode !== undefined)) return undefined
  const named = services.length > 0 ? services : (Object.keys(TYPES) as (keyof typeof TYPES)[])
  const types = named.flatMap((service) => TYPES[service] as readonly string[])
  const parameters = new Parameters()
  const add = (value: unknown) => parameters.add(value)
  const conditions = [
    `t.institution_id COLLATE "POSIX" = ANY (${add(hour.institutionIds)}::text[])`,
    `t.business_date COLLATE "C" = ANY (${add(datesAround(hour.toMs))}::text[])`,
    `${isInquiry ? 't.inquiry_id' : 't.transaction_id'} >= ${add(firstIdAt(hour.fromMs))}::uuid`,
    `t.type = ANY (${add(types)}::text[])`,
    ...equals('t.partner_id', stopped.partnerId, add),
    ...equals('t.terminal_id', stopped.terminalId, add),
    ...(isInquiry ? [] : amountConditions('t.currency', 't.amount_minor', stopped, add)),
    ...(bin === undefined ? [] : [`left(t.masked_pan, ${SHOWN_DIGITS}) = ${add(bin.slice(0, SHOWN_DIGITS))}`]),
    ...(stopped.terminalKind === undefined
      ? []
      : [
          `(t.institution_id, t.terminal_id) IN
             (SELECT k.institution_id, k.terminal_id FROM terminals k WHERE k.kind = ${add(stopped.terminalKind)})`,
        ]),
  ]
  const [currency, amount] = isInquiry ? ['NULL::text', 'NULL::bigint'] : ['t.currency', 'sum(t.amount_minor)::bigint']
  const text = `SELECT ${currency} AS currency, count(*) AS count, ${amount} AS amount_minor
                  FROM ${table} t WHERE ${conditions.join(' AND ')} ${isInquiry ? '' : 'GROUP BY t.currency'}`
  return { text, values: parameters.values }
}

function movementsIn({ fromMs, institutionIds }: Hour, stopped: Sent): Query | undefined {
  if (isOfAccountsAlone(stopped)) return undefined
  const parameters = new Parameters()
  const add = (value: unknown) => parameters.add(value)
  const from = add(new Date(fromMs))
  const books = add(institutionIds)
  const conditions = [
    `t.updated_at >= ${from}::timestamptz AND t.created_at >= ${from}::timestamptz`,
    ...(stopped.institutionId === undefined
      ? []
      : [`(t.institution_id = ANY (${books}::text[]) OR t.payee_book_id = ANY (${books}::text[]))`]),
    ...equals('t.partner_id', stopped.partnerId, add),
    ...equals('t.issuer_id::text', stopped.payerInstitutionId, add),
    ...equals('coalesce(t.payee_issuer_id, t.issuer_id)::text', stopped.payeeInstitutionId, add),
    ...amountConditions('t.currency', 't.amount_minor', stopped, add),
    `cardinality(${books}::text[]) >= 0`,
  ]
  const text = `SELECT t.currency, count(*) AS count, sum(t.amount_minor)::bigint AS amount_minor
                  FROM token_movements t WHERE ${conditions.join(' AND ')} GROUP BY t.currency`
  return { text, values: parameters.values }
}

function disbursementsIn({ fromMs, institutionIds }: Hour, stopped: Sent): Query | undefined {
  const { payerInstitutionId, payeeInstitutionId } = stopped
  if (isOfAccountsAlone(stopped) || payerInstitutionId !== undefined || payeeInstitutionId !== undefined)
    return undefined
  const parameters = new Parameters()
  const add = (value: unknown) => parameters.add(value)
  const conditions = [
    `e.institution_id = ANY (${add(institutionIds)}::text[])`,
    `e.event_id >= ${add(firstIdAt(fromMs))}::uuid AND e.kind = 'DISBURSEMENT'`,
    ...equals('l.partner_id', stopped.partnerId, add),
    ...amountConditions('l.currency', "(e.event->>'amountMinor')::bigint", stopped, add),
  ]
  const text = `SELECT l.currency, count(*) AS count, sum((e.event->>'amountMinor')::bigint)::bigint AS amount_minor
                  FROM loan_events e JOIN loans l ON l.institution_id = e.institution_id AND l.loan_id = e.loan_id
                 WHERE ${conditions.join(' AND ')} GROUP BY l.currency`
  return { text, values: parameters.values }
}

/** Services, terminals and cards are those of account services. */
function isOfAccountsAlone({ services = [], terminalId, terminalKind, bin }: Sent): boolean {
  return services.length > 0 || terminalId !== undefined || terminalKind !== undefined || bin !== undefined
}

function equals(column: string, value: string | undefined, add: (value: unknown) => string): readonly string[] {
  return value === undefined ? [] : [`${column} = ${add(value)}`]
}

function amountConditions(
  currency: string,
  amount: string,
  { currencyCode, amountOver }: Sent,
  add: (value: unknown) => string,
): readonly string[] {
  const over = amountOver === undefined ? undefined : minorFromNumber(amountOver, currencyCode ?? '')
  return [...equals(currency, currencyCode, add), ...(over === undefined ? [] : [`${amount} > ${add(over)}::bigint`])]
}

/** Business dates may run a day before or behind UTC. */
function datesAround(ms: number): readonly string[] {
  return [-1, 0, 1].map((days) =>
    isoTimestamp(ms + days * DAY_MS)
      .slice(0, 10)
      .replaceAll('-', ''),
  )
}

/** No id of this instant is less. */
function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

function countOf(sums: readonly Sum[]): number {
  return sums.reduce((total, { count }) => total + Number(count), 0)
}

function amountsOf(sums: readonly Sum[]): StopPreview['amounts'] {
  const totals = new Map<string, bigint>()
  for (const { currency, amount_minor: amount } of sums)
    if (currency !== null && amount !== null) totals.set(currency, (totals.get(currency) ?? 0n) + amount)
  return [...totals].toSorted().map(([currency, amountMinor]) => ({ currency, amountMinor }))
}
