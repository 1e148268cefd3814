// What a host's answer means. A code that the dialect does not know is no approval and no decline: the outcome is unknown then.

import type { BalanceType } from '../../institutions/directory.ts'
import type { Parts } from '../../iso8583/composite.ts'
import type { Dialect } from '../../iso8583/dialect.ts'
import type { Message } from '../../iso8583/message-codec.ts'
import { isCalendarDate } from '../../kernel/clock.ts'
import { currencyOfNumber } from '../../kernel/currency-numbers.ts'
import { Problem, timedOut, unavailable } from '../../kernel/problem.ts'
import {
  type AccountBalances,
  APPROVED_CODE,
  type Branch,
  DECLINE,
  type DeclineCode,
  type ListedAccount,
  type LookupOutcome,
} from '../outcome.ts'
import type { RemoteOutcome } from '../remote-core.ts'

export type Verdict =
  | { readonly kind: 'outcome'; readonly code: string; readonly outcome: RemoteOutcome }
  /** The host did nothing: it cannot now, or it rejects the message. */
  | { readonly kind: 'unavailable' | 'rejected'; readonly code: string }
  | { readonly kind: 'unknown'; readonly code: string }

const DECLINES: ReadonlySet<string> = new Set(Object.values(DECLINE))
/** 902, 904 and 906 reject the message as it is; 907 says that the one who decides cannot be reached. */
const REJECTIONS: ReadonlySet<string> = new Set(['902', '904', '906'])
const UNREACHABLE = '907'

export function codeOf({ fields }: Message, { responseCodes }: Dialect): string {
  const code = fields[39]
  return (typeof code === 'string' ? responseCodes.received[code] : undefined) ?? ''
}

/** `currency`: of the order or account, for balances that are not shown. */
export function verdictOf(message: Message, dialect: Dialect, currency: string): Verdict {
  const code = codeOf(message, dialect)
  if (code === APPROVED_CODE) return { kind: 'outcome', code, outcome: approvalOf(message, currency) }
  if (DECLINES.has(code)) return { kind: 'outcome', code, outcome: { code: code as DeclineCode } }
  if (REJECTIONS.has(code)) return { kind: 'rejected', code }
  return { kind: code === UNREACHABLE ? 'unavailable' : 'unknown', code }
}

export function problemOf({ kind, code }: Exclude<Verdict, { kind: 'outcome' }>): Problem {
  if (kind === 'unavailable') return unavailable('the host says that it cannot be asked now')
  if (kind === 'rejected') return new Problem('internal', `the host rejects the message with ${code}`)
  return timedOut('the answer of the host is not understood')
}

export function lookupOf(message: Message, dialect: Dialect): LookupOutcome | Exclude<Verdict, { kind: 'outcome' }> {
  const verdict = verdictOf(message, dialect, '')
  if (verdict.kind !== 'outcome') return verdict
  if (verdict.outcome.code !== APPROVED_CODE) return verdict.outcome
  const text = message.fields[48]
  const accounts = typeof text === 'string' && text !== '' ? text.split(';').map(accountOf) : []
  const isWhole = accounts.every((account) => account !== undefined)
  return isWhole ? { code: APPROVED_CODE, accounts } : { kind: 'unknown', code: verdict.code }
}

function accountOf(text: string): ListedAccount | undefined {
  const [id, accountType, txnCapability, description = ''] = text.split('|')
  if (id === undefined || id === '' || accountType === undefined || txnCapability === undefined) return undefined
  return { id, accountType, txnCapability, description }
}

const LEDGER = '01'
const AVAILABLE = '02'
const DUE = '04'

function approvalOf({ fields }: Message, currency: string): RemoteOutcome {
  const told = toldOf(fields[48])
  const amounts = Array.isArray(fields[54]) ? (fields[54] as readonly Parts[]) : []
  const dueDates = [...told.dueDates]
  const [own, other] = byAccount(amounts).map((group) => balancesIn(group, dueDates))
  return {
    code: APPROVED_CODE,
    ...(told.branch !== undefined && { branch: told.branch }),
    balances: own ?? { currency, availableMinor: 0n, balanceMinor: 0n, returned: new Set() },
    ...(other !== undefined && { beneficiaryBalances: other }),
  }
}

/** The account's own amounts come first, those of the account that receives after them: a type that comes again begins the next. */
function byAccount(amounts: readonly Parts[]): (readonly Parts[])[] {
  const groups: Parts[][] = [[]]
  for (const parts of amounts) {
    const current = groups.at(-1) as Parts[]
    if (current.some(({ amountType }) => amountType === parts.amountType)) groups.push([parts])
    else current.push(parts)
  }
  return groups
}

/** Takes the next of `dueDates` when something is due. */
function balancesIn(amounts: readonly Parts[], dueDates: string[]): AccountBalances | undefined {
  const at = (type: string) => amountOf(amounts.find(({ amountType }) => amountType === type))
  const [ledger, available, due] = [at(LEDGER), at(AVAILABLE), at(DUE)]
  const shown = ledger ?? available ?? due
  if (shown === undefined) return undefined
  const dueDate = due === undefined ? undefined : dueDates.shift()
  const returned = new Set<BalanceType>()
  if (available !== undefined) returned.add('Available')
  if (ledger !== undefined) returned.add('Balance')
  if (due !== undefined && dueDate !== undefined) returned.add('PaymentDue')
  const isWhole = available !== undefined && ledger !== undefined
  return {
    currency: shown.currency,
    availableMinor: available?.minor ?? 0n,
    balanceMinor: ledger?.minor ?? 0n,
    ...(due !== undefined && dueDate !== undefined && { paymentDue: { amountMinor: due.minor, dueDate } }),
    ...(!isWhole && { returned }),
  }
}

function amountOf(parts: Parts | undefined): { readonly minor: bigint; readonly currency: string } | undefined {
  const { currency: number = '', sign, amount = '' } = parts ?? {}
  const currency = currencyOfNumber(number)
  if (currency === undefined || !/^\d{1,12}$/.test(amount) || (sign !== 'C' && sign !== 'D')) return undefined
  return { minor: sign === 'D' ? -BigInt(amount) : BigInt(amount), currency }
}

interface Told {
  readonly branch?: Branch
  readonly dueDates: readonly string[]
}

/** DE 48: `branch=id|name|address;due=YYYYMMDD`; `due` once for each account on which something is due. */
function toldOf(value: Message['fields'][number] | undefined): Told {
  if (typeof value !== 'string') return { dueDates: [] }
  const pairs = value.split(';').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
  const [id, name, address] = pairs.find(([key]) => key === 'branch')?.[1]?.split('|') ?? []
  const dueDates = pairs.flatMap(([key, date = '']) => (key === 'due' && isCalendarDate(date) ? [date] : []))
  return {
    ...(id !== undefined && name !== undefined && address !== undefined && { branch: { id, name, address } }),
    dueDates,
  }
}

/** The answer as it is kept: without what the dialect calls sensitive. */
export function keptAnswer({ mti, fields }: Message, dialect: Dialect): Message {
  const kept = Object.entries(fields).filter(([number]) => dialect.fields[number]?.sensitive === undefined)
  return { mti, fields: Object.fromEntries(kept) }
}
