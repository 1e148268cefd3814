// What a host's answer means. A code that the dialect does not list is a decline: a host that refuses in a code of its own has not
// fallen silent.

import type { BalanceType } from '../../../administration/institutions/directory.ts'
import { currencyOfNumber } from '../../../platform/kernel/money/currency-numbers.ts'
import { Problem, timedOut, unavailable } from '../../../platform/kernel/problems/problem.ts'
import { isCalendarDate } from '../../../platform/kernel/time/clock.ts'
import type { Dialect } from '../../iso8583/dialect.ts'
import type { Parts } from '../../iso8583/fields/composite.ts'
import type { Message } from '../../iso8583/message-codec.ts'
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

export type AnswerMeaning =
  | { readonly kind: 'outcome'; readonly code: string; readonly outcome: RemoteOutcome }
  /** An approval that is not of what was asked: of less, or of more, or in another currency. It has to be taken back. */
  | { readonly kind: 'less' | 'other'; readonly code: string; readonly approved: Approved }
  /** The host did nothing: it cannot now, or it rejects the message. */
  | { readonly kind: 'unavailable' | 'rejected'; readonly code: string }
  | { readonly kind: 'unknown'; readonly code: string }

/** What a host has approved, as far as it says it. */
export interface Approved {
  readonly minor: bigint
  readonly currency: string
}

const DECLINES: ReadonlySet<string> = new Set(Object.values(DECLINE))
/** 902, 904 and 906 reject the message as it is; 907 says that the one who decides cannot be reached. */
const REJECTIONS: ReadonlySet<string> = new Set(['902', '904', '906'])
const UNREACHABLE = '907'
const MALFUNCTION = '909'

export interface Meaning {
  readonly kind: 'approved' | 'partial' | 'declined' | 'retry' | 'rejected' | 'unknown'
  /** In the gateway's codes. */
  readonly code: string
  /** The host's own code when its table lacks it: taken for a decline, and told. */
  readonly unlisted?: string
}

/** An answer without a code says nothing. */
export function meaningOf({ fields }: Message, { responseCodes }: Dialect): Meaning {
  const own = fields[39]
  if (typeof own !== 'string' || own === '') return { kind: 'unknown', code: MALFUNCTION }
  const { received } = responseCodes
  const listed = Object.hasOwn(received, own) ? received[own] : undefined
  switch (listed) {
    case undefined:
      return { kind: 'declined', code: DECLINE.doNotHonour, unlisted: own }
    case APPROVED_CODE:
      return { kind: 'approved', code: APPROVED_CODE }
    case 'partial':
      return { kind: 'partial', code: APPROVED_CODE }
    case 'retry':
    case UNREACHABLE:
      return { kind: 'retry', code: UNREACHABLE }
    case 'unknown':
      return { kind: 'unknown', code: MALFUNCTION }
    default:
      if (DECLINES.has(listed)) return { kind: 'declined', code: listed }
      return { kind: REJECTIONS.has(listed) ? 'rejected' : 'unknown', code: listed }
  }
}

export function codeOf(message: Message, dialect: Dialect): string {
  return meaningOf(message, dialect).code
}

/** What was asked: for an order that moves money its approval is compared with it. */
export interface Asked {
  readonly currency: string
  readonly minor?: bigint
}

/** `currency`: of the order or account, for balances that are not shown. */
export function verdictOf(message: Message, dialect: Dialect, asked: Asked): AnswerMeaning {
  const { kind, code } = meaningOf(message, dialect)
  switch (kind) {
    case 'approved':
    case 'partial': {
      const { minor, currency } = asked
      const differs = minor === undefined ? undefined : differenceOf(message, { minor, currency })
      if (differs !== undefined) return { code, ...differs }
      // It does not say how much less: all of it is taken back.
      if (kind === 'partial' && minor !== undefined) return { kind: 'less', code, approved: { minor, currency } }
      if (kind === 'partial') return { kind: 'unknown', code }
      return { kind: 'outcome', code, outcome: approvalOf(message, asked.currency) }
    }
    case 'declined':
      return { kind: 'outcome', code, outcome: { code: code as DeclineCode } }
    case 'retry':
      return { kind: 'unavailable', code }
    default:
      return { kind, code }
  }
}

/** How an approval differs from what was asked, in DE 4 and DE 49 where it has them. */
function differenceOf(
  { fields }: Message,
  asked: Required<Asked>,
): { readonly kind: 'less' | 'other'; readonly approved: Approved } | undefined {
  const [amount, number] = [fields[4], fields[49]]
  const minor = typeof amount === 'string' && /^\d+$/.test(amount) ? BigInt(amount) : asked.minor
  const currency = typeof number === 'string' ? currencyOfNumber(number) : asked.currency
  if (minor === asked.minor && currency === asked.currency) return undefined
  const approved = { minor, currency: currency ?? asked.currency }
  return { kind: currency === asked.currency && minor < asked.minor ? 'less' : 'other', approved }
}

export function problemOf({ kind, code }: Exclude<AnswerMeaning, { kind: 'outcome' }>): Problem {
  if (kind === 'unavailable') return unavailable('the host says that it cannot be asked now')
  if (kind === 'rejected') return new Problem('internal', `the host rejects the message with ${code}`)
  return timedOut('the answer of the host is not understood')
}

export function lookupOf(
  message: Message,
  dialect: Dialect,
): LookupOutcome | Exclude<AnswerMeaning, { kind: 'outcome' }> {
  const verdict = verdictOf(message, dialect, { currency: '' })
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

/** The answer as it is kept: without what the dialect calls sensitive, but for the branch and the dates that DE 48 tells. */
export function keptAnswer({ mti, fields }: Message, dialect: Dialect): Message {
  const kept = Object.entries(fields).filter(([number]) => dialect.fields[number]?.sensitive === undefined)
  const told = writtenTold(toldOf(fields[48]))
  return { mti, fields: { ...Object.fromEntries(kept), ...(told !== '' && { 48: told }) } }
}

function writtenTold({ branch, dueDates }: Told): string {
  const named = branch === undefined ? [] : [`branch=${branch.id}|${branch.name}|${branch.address}`]
  return [...named, ...dueDates.map((date) => `due=${date}`)].join(';')
}
