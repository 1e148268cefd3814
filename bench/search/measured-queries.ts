// What the bench of searches asks: every filter alone, every pair of filters, some triples, by users of three scopes and in
// every way of paging; the dashboard; the exceptions; statements.

import { Grants } from '../../src/administration/access/principal/principal.ts'
import type { AccountEntries } from '../../src/oversight/customers/entries/account-entries.ts'
import type { Dashboard } from '../../src/oversight/dashboard/dashboard.ts'
import type { DashboardRequest } from '../../src/oversight/dashboard/dashboard-range.ts'
import type { ExceptionFilter } from '../../src/oversight/exceptions/exception-records.ts'
import type { Exceptions } from '../../src/oversight/exceptions/exceptions.ts'
import type { RecordSearch } from '../../src/oversight/search/record-search.ts'
import type { TransactionFilter } from '../../src/oversight/transactions/search/transaction-filter.ts'
import type { Transactions } from '../../src/oversight/transactions/transactions.ts'
import type { Scope } from '../../src/platform/kernel/scope.ts'
import { DAY_MS } from '../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { readStatement } from '../../src/tokens/statements/read-statement.ts'
import { ACCOUNT_RECORDS, DIGITAL_ACCOUNTS, DIGITAL_PARTNER } from './past-entries.ts'
import {
  BUSY_ACCOUNT,
  businessDateOfRow,
  type PastTransactions,
  RARE_PARTNER,
  SUB_TENANT,
} from './past-transactions.ts'

/** A query under measurement. */
export interface MeasuredQuery {
  /** Figures are summed up by class. */
  readonly class: string
  readonly name: string
  /** Resolves to true when the search ran out of time and answered a part, with a cursor to go on. */
  run(): Promise<boolean>
}

export interface Subjects {
  readonly transactions: Transactions
  readonly dashboard: Dashboard
  readonly exceptions: Exceptions
  readonly recordSearch: RecordSearch
  readonly entries: AccountEntries
  readonly database: Database
}

const USERS: readonly (readonly [name: string, scope: Scope])[] = [
  ['platform', {}],
  ['institution', { institutionId: 'FI001' }],
  ['sub-tenant', { institutionId: 'FI001', subTenantId: SUB_TENANT }],
]

const SIZE = 10
const LAST_PAGE = 1_000

interface NamedFilter {
  /** Filters of one field are not combined with each other. */
  readonly field: string
  readonly name: string
  readonly filter: TransactionFilter
}

/** Values that many, few and no rows have. Rows are counted from the oldest. */
export function filtersOf(past: PastTransactions, known: KnownValues): NamedFilter[] {
  const date = (share: number) => businessDateOfRow(past, Math.floor(past.count * share))
  const instant = (share: number) => past.startMs + share * past.count * past.stepMs
  const none = '00000000-0000-4000-8000-000000000000'
  const one = (field: string, value: string, filter: TransactionFilter) => ({
    field,
    name: `${field} ${value}`,
    filter,
  })
  return [
    one('institution', 'small', { institutionId: 'FI003' }),
    one('dates', 'one day', { dateFrom: date(0.5), dateTo: date(0.5) }),
    one('dates', '31 days', { dateFrom: date(0.9), dateTo: date(0.975) }),
    one('dates', 'all', { dateFrom: date(0), dateTo: date(1) }),
    one('instants', 'three days', { fromMs: instant(0.7), toMs: instant(0.7) + 3 * DAY_MS }),
    one('rrn', 'known', { rrn: known.rrn }),
    one('rrn', 'unknown', { rrn: '999999999999' }),
    one('authId', 'known', { authId: known.authId }),
    one('authId', 'unknown', { authId: 'ZZZZZZ' }),
    one('type', 'usual', { types: ['CASHWITHDRAWAL'] }),
    one('type', 'rare', { types: ['BILLPAYMENT'] }),
    one('type', 'inquiry', { types: ['BALANCEINQUIRY'] }),
    one('type', 'of both', { types: ['CASHDEPOSIT', 'ACCOUNTLOOKUP'] }),
    one('responseCode', 'usual', { responseCodes: ['000'] }),
    one('responseCode', 'rare', { responseCodes: ['911', '914'] }),
    one('responseCode', 'unknown', { responseCodes: ['998'] }),
    one('status', 'DECLINED', { statuses: ['DECLINED'] }),
    one('status', 'TIMED_OUT', { statuses: ['TIMED_OUT'] }),
    one('status', 'reversed', { statuses: ['REVERSED', 'PARTIALLY_REVERSED'] }),
    one('terminal', 'usual', { terminalId: 'ATM00003' }),
    one('terminal', 'unknown', { terminalId: 'ATM99999' }),
    one('account', 'usual', { accountId: known.accountId }),
    one('account', 'busy', { accountId: BUSY_ACCOUNT }),
    one('account', 'unknown', { accountId: '5555555555' }),
    one('panLast4', 'known', { panLast4: known.panLast4 }),
    one('amount', 'usual', { currency: 'USD', amountMinMinor: 5_000n, amountMaxMinor: 20_000n }),
    one('amount', 'huge', { currency: 'USD', amountMinMinor: 90_000_000n }),
    one('currency', 'few', { currency: 'JPY' }),
    one('partner', 'usual', { partnerId: 'P2' }),
    one('partner', 'rare', { partnerId: RARE_PARTNER }),
    one('correlation', 'known', { correlationId: known.correlationId }),
    one('correlation', 'unknown', { correlationId: none }),
  ]
}

/** Values of a transaction of FI001 at a terminal of the sub-tenant, in the oldest third. */
export interface KnownValues {
  readonly id: string
  readonly rrn: string
  readonly authId: string
  readonly accountId: string
  readonly panLast4: string
  readonly correlationId: string
}

/** `thorough` false leaves out most combinations of three, and the pairs by page 1000 and tenth cursor. */
export function searches({ transactions }: Subjects, filters: readonly NamedFilter[]): MeasuredQuery[] {
  const singles = [[], ...filters.map((one) => [one])]
  const pairs = filters.flatMap((a, i) => filters.slice(i + 1).map((b) => [a, b]))
  // Every third filter of a pair is one of a few, chosen by position: all triples would take hours.
  const triples = pairs.flatMap(([a, b], i) => {
    const c = filters[(i * 7) % filters.length]
    return i % 4 === 0 && a && b && c ? [[a, b, c]] : []
  })
  const combinations = [...singles, ...pairs, ...triples].filter(
    (parts) => new Set(parts.map((part) => part.field)).size === parts.length,
  )
  return USERS.flatMap(([user, scope]) =>
    combinations.flatMap((parts) => {
      const filter: TransactionFilter = Object.assign({}, ...parts.map((part) => part.filter))
      const filterName = parts.map((part) => part.name).join(' + ') || 'no filter'
      const named = (mode: string, run: () => Promise<boolean>): MeasuredQuery => ({
        class: `${mode}, ${user}, ${Math.min(parts.length, 3)} filters`,
        name: `${mode}, ${user}: ${filterName}`,
        run,
      })
      const page = async (number: number) =>
        (await transactions.page(scope, filter, { page: number, size: SIZE })).nextCursor !== undefined
      const first = named('first page', () => page(1))
      const from = named('first cursor', () => isCut(transactions.after(scope, filter, '', SIZE)))
      if (parts.length > 1) return [first, from]
      return [
        first,
        from,
        named(`page ${LAST_PAGE}`, () => page(LAST_PAGE)),
        tenthCursor(transactions, scope, filter, named),
      ]
    }),
  )
}

async function isCut(found: ReturnType<Transactions['after']>): Promise<boolean> {
  const { records, nextCursor } = await found
  return nextCursor !== undefined && records.length < SIZE
}

function tenthCursor(
  transactions: Transactions,
  scope: Scope,
  filter: TransactionFilter,
  named: (mode: string, run: () => Promise<boolean>) => MeasuredQuery,
): MeasuredQuery {
  let tenth: Promise<string> | undefined
  const findTenth = async () => {
    let cursor = ''
    for (let i = 1; i < 10; i++) {
      const { nextCursor } = await transactions.after(scope, filter, cursor, SIZE)
      if (nextCursor === undefined) break
      cursor = nextCursor
    }
    return cursor
  }
  // The first run, which is not measured, also finds the cursor.
  return named('tenth cursor', async () => {
    tenth ??= findTenth()
    return isCut(transactions.after(scope, filter, await tenth, SIZE))
  })
}

export function details({ transactions }: Subjects, { id }: KnownValues): MeasuredQuery[] {
  return USERS.flatMap(([user, scope]) =>
    (
      [
        ['known', id],
        ['unknown', `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`],
      ] as const
    ).map(([name, one]) => ({
      class: 'detail',
      name: `detail, ${user}: ${name}`,
      run: async () => {
        await transactions.find(scope, one).catch((error: unknown) => {
          if (name === 'known') throw error
        })
        return false
      },
    })),
  )
}

/** The search over all kinds of records, by what people have in hand. */
export function recordSearches({ recordSearch }: Subjects, known: KnownValues): MeasuredQuery[] {
  const texts = [
    ['id', known.id],
    ['rrn', known.rrn],
    ['unknown rrn', '999999999999'],
    ['authId', known.authId],
    ['unknown authId', 'ZZZZZZ'],
    ['account', known.accountId],
    ['PAN', '4000000000000002'],
    ['name', 'ada love'],
  ] as const
  return USERS.flatMap(([user, scope]) =>
    texts.map(([name, text]) => ({
      class: `records, ${user}`,
      name: `records, ${user}: ${name}`,
      run: async () => {
        await recordSearch.find({ userId: 'bench', grants: Grants.all(), scope }, text)
        return false
      },
    })),
  )
}

/** Statements of accounts and of digital asset accounts: newest and deepest pages, and the tenth cursor or a period. */
export function statements({ entries, database }: Subjects, past: PastTransactions): MeasuredQuery[] {
  const named = (name: string, read: () => Promise<unknown>): MeasuredQuery => ({
    class: 'statements',
    name: `statement: ${name}`,
    run: async () => {
      await read()
      return false
    },
  })
  const ofAccounts = Object.entries(ACCOUNT_RECORDS).flatMap(([name, id]) => [
    named(`${name} account, page 1`, () => entries.page({}, id, { page: 1, size: SIZE })),
    named(`${name} account, page 200`, () => entries.page({}, id, { page: 200, size: 50 })),
    named(`${name} account, ten cursors of 200`, async () => {
      let cursor: string | undefined = ''
      for (let i = 0; i < 10 && cursor !== undefined; i++) {
        cursor = (await entries.after({}, id, cursor, 200)).nextCursor
      }
    }),
  ])
  const middleMs = past.startMs + (past.count * past.stepMs) / 2
  const periods = {
    ever: {},
    'one month': { from: new Date(middleMs), to: new Date(middleMs + 30 * DAY_MS) },
  }
  const ofDigitalAccounts = Object.entries(DIGITAL_ACCOUNTS).flatMap(([name, accountId]) =>
    Object.entries(periods).flatMap(([period, bounds]) =>
      [1, 100].map((page) =>
        named(`${name} digital account, ${period}, page ${page}`, () =>
          readStatement(database, { partnerId: DIGITAL_PARTNER, accountId, page, size: 100, ...bounds }),
        ),
      ),
    ),
  )
  return [...ofAccounts, ...ofDigitalAccounts]
}

const OPERATIONS = ['summary', 'volume', 'responseCodes', 'latency', 'institutions'] as const

export function dashboards({ dashboard }: Subjects, past: PastTransactions): MeasuredQuery[] {
  const to = businessDateOfRow(past, past.count)
  const from = (days: number) => businessDateOfRow(past, past.count - ((days - 1) * DAY_MS) / past.stepMs)
  const requests: [string, DashboardRequest][] = ([1, 31, 400] as const).flatMap((days) =>
    (days > 31 ? (['day'] as const) : (['day', 'hour'] as const)).map((granularity): [string, DashboardRequest] => [
      `${days} days by ${granularity}`,
      { from: from(days), to, granularity },
    ]),
  )
  return OPERATIONS.flatMap((operation) =>
    requests.flatMap(([name, request]) =>
      USERS.slice(0, 2).map(([user, scope]) => ({
        class: `dashboard ${operation}`,
        name: `dashboard ${operation}, ${user}: ${name}`,
        run: async () => {
          await dashboard[operation](scope, request)
          return false
        },
      })),
    ),
  )
}

export function exceptionLists({ exceptions }: Subjects, { rrn, id }: { rrn: string; id: string }): MeasuredQuery[] {
  const filters: [string, ExceptionFilter][] = [
    ['no filter', {}],
    ['open', { state: ['OPEN'] }],
    ['resolved', { state: ['RESOLVED'] }],
    ['unmatched', { kind: ['UNMATCHED'] }],
    ['open, unknown', { state: ['OPEN'], kind: ['UNKNOWN'] }],
    ['small institution', { institutionId: 'FI003' }],
    ['search', { search: rrn }],
    ['search, open, late', { search: rrn.slice(-4), state: ['OPEN'], kind: ['LATE'] }],
  ]
  return USERS.flatMap(([user, scope]) => [
    ...filters.flatMap(([name, filter]) =>
      [1, 20].map((page) => ({
        class: `exceptions, ${user}`,
        name: `exceptions page ${page}, ${user}: ${name}`,
        run: async () => {
          await exceptions.list(scope, filter, { page, size: SIZE })
          return false
        },
      })),
    ),
    {
      class: `exceptions, ${user}`,
      name: `open exceptions, ${user}`,
      run: async () => {
        await exceptions.openExceptions(scope)
        return false
      },
    },
    {
      class: `exceptions, ${user}`,
      name: `exception by id, ${user}`,
      run: async () => {
        await exceptions.find(scope, id).catch(() => {})
        return false
      },
    },
  ])
}
