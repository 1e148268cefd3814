// From a message to a request of account services: which operation it means, and the body that a partner would send by REST.
// What is missing or malformed is left to the validation of that body, so that both ways refuse the same. Refused here is only
// what a body cannot say.

import { currencyOfNumber } from '../../platform/kernel/money/currency-numbers.ts'
import { numberFromMinor } from '../../platform/kernel/money/money.ts'
import { DAY_MS, isCalendarDate } from '../../platform/kernel/time/clock.ts'
import type { Dialect, UncheckedDatum } from '../iso8583/dialect.ts'
import type { Parts } from '../iso8583/fields/composite.ts'
import type { Message } from '../iso8583/message-codec.ts'
import { originalElements, sentMessage } from './message-elements.ts'
import { readMessageType } from './message-type.ts'
import type { AccountTypes, MessageElements, SentMessage } from './switch-desk.ts'

/** Response codes of what is refused here. */
const NOT_SUPPORTED = '115'
const WRONG_TYPE = '902'
const WRONG_FORMAT = '904'

export interface OrderReading {
  readonly dialect: Dialect
  /** Of the switch. */
  readonly name: string
  /** The institution of messages without DE 100, if there is one. */
  readonly institutionId?: string | undefined
  /** Institutions by DE 100. */
  readonly institutions: Readonly<Record<string, string>>
  /** Whether the switch has verified the PIN, so that DE 52 may be left unread. */
  readonly verifiesPin: boolean
  /** Data of a card that an order is refused for, since nothing here checks it. */
  readonly refuseUnchecked: ReadonlySet<UncheckedDatum>
  /** Whether DE 37 of a reversal is that of its original. */
  readonly sharesRrn: boolean
}

export interface ReadOrder {
  readonly operation: string
  readonly body: object
  /** It tells of money that has moved. */
  readonly isAdvice: boolean
  readonly sharesRrn: boolean
  readonly message?: SentMessage | undefined
  readonly originalElements?: MessageElements | undefined
  /** The switch has declined it itself. */
  readonly declinedWith?: string | undefined
  /** It brings what would not be checked. */
  readonly refusedWith?: string | undefined
  /** Set when the message names a card and leaves an account to the bank. */
  readonly accountTypes?: AccountTypes
}

/** The code of a refusal, when the message means no request. */
export interface Unreadable {
  readonly code: string
}

interface OrderKind {
  readonly operation: string
  readonly type: string
  readonly movesMoney: boolean
  readonly reversal?: { readonly operation: string; readonly type: string }
}

/** By the names of a dialect's `processingCodes`. */
const KINDS: Readonly<Record<string, OrderKind>> = {
  cashWithdrawal: {
    operation: 'Debits',
    type: 'CASHWITHDRAWAL',
    movesMoney: true,
    reversal: { operation: 'DebitsReverse', type: 'CASHWITHDRAWALREVERSAL' },
  },
  cardlessWithdrawal: {
    operation: 'CardlessWithdrawal',
    type: 'CARDLESSWITHDRAWAL',
    movesMoney: true,
    reversal: { operation: 'CardlessWithdrawalReverse', type: 'CARDLESSREVERSAL' },
  },
  deposit: {
    operation: 'Credits',
    type: 'CASHDEPOSIT',
    movesMoney: true,
    reversal: { operation: 'CreditsReverse', type: 'CASHDEPOSITREVERSAL' },
  },
  transfer: {
    operation: 'Transfers',
    type: 'TRANSFER',
    movesMoney: true,
    reversal: { operation: 'TransfersReverse', type: 'TRANSFERREVERSAL' },
  },
  billPayment: {
    operation: 'BillPayments',
    type: 'BILLPAYMENT',
    movesMoney: true,
    reversal: { operation: 'BillPaymentsReverse', type: 'BILLPAYMENTREVERSAL' },
  },
  balanceInquiry: { operation: 'BalanceInquiry', type: 'BALANCEINQUIRY', movesMoney: false },
  accountLookup: { operation: 'AccountLookup', type: 'ACCOUNTLOOKUP', movesMoney: false },
}

/** Looked up, or without a card. */
const NAMES_NO_ACCOUNT = new Set(['AccountLookup', 'CardlessWithdrawal'])

export function readOrder(message: Message, reading: OrderReading, nowMs: number): ReadOrder | Unreadable {
  const { messageClass, isAdvice } = readMessageType(message.mti)
  const kind = kindOf(message, reading.dialect)
  if (kind === undefined) return { code: WRONG_TYPE }
  const isReversal = messageClass === 'reversal'
  const declinedWith = isAdvice && !isReversal ? declineOf(message, reading.dialect) : undefined
  // An authorization that the switch advises as declined moves nothing.
  const isOrder = messageClass === 'financial' || !kind.movesMoney || declinedWith !== undefined
  const allowed = isReversal ? kind.reversal !== undefined : isOrder
  if (!allowed) return { code: WRONG_TYPE }
  // A PIN that is sent is to be verified, and nothing here can do that. What has happened is recorded all the same.
  const hasPin = 52 in message.fields && !reading.verifiesPin
  if (hasPin && !isAdvice && !isReversal) return { code: NOT_SUPPORTED }
  const isRefused = !isReversal && declinedWith === undefined && (hasPin || bringsUnchecked(message, reading))
  const facts = new Facts(message, reading, nowMs)
  if (facts.fault !== undefined) return { code: facts.fault }
  const { operation, type } = (isReversal ? kind.reversal : kind) as { operation: string; type: string }
  const body = isReversal ? reversalBody(facts, type) : orderBody(facts, kind, type)
  if (body === undefined) return { code: WRONG_FORMAT }
  const accountTypes = facts.accountTypes(kind.operation)
  const sent = sentMessage(message, reading.name, reading.dialect)
  const elements = isReversal ? originalElements(message, reading.dialect) : undefined
  return {
    operation,
    body,
    isAdvice: isAdvice && kind.movesMoney,
    sharesRrn: isReversal && reading.sharesRrn,
    ...(sent !== undefined && { message: sent }),
    ...(elements !== undefined && { originalElements: elements }),
    ...(declinedWith !== undefined && { declinedWith }),
    ...(isRefused && { refusedWith: NOT_SUPPORTED }),
    ...(accountTypes !== undefined && { accountTypes }),
  }
}

/** The expiry date is in DE 14, and on every track. */
const UNCHECKED: Readonly<Record<UncheckedDatum, readonly number[]>> = { emv: [55], expiry: [14, 35, 36, 45] }

function bringsUnchecked({ fields }: Message, { refuseUnchecked }: OrderReading): boolean {
  for (const datum of refuseUnchecked) if (UNCHECKED[datum].some((number) => number in fields)) return true
  return false
}

/** Codes of 1987 that approve; in 1993 all that begin with 0 do. A dialect may have more. */
const APPROVALS_1987 = new Set(['00', '08', '10', '11', '16'])
const APPROVED = '000'
const DO_NOT_HONOUR = '100'

/** The code of the gateway for what the switch has declined itself; undefined when it has not. */
function declineOf({ fields }: Message, { version, responseCodes }: Dialect): string | undefined {
  const code = typeof fields[39] === 'string' ? fields[39].trim() : ''
  if (code === '') return undefined
  const { received } = responseCodes
  const meaning = Object.hasOwn(received, code) ? received[code] : undefined
  const approves = version === 1993 ? code.startsWith('0') : APPROVALS_1987.has(code)
  if (approves || meaning === APPROVED) return undefined
  return typeof meaning === 'string' && /^\d{3}$/.test(meaning) ? meaning : DO_NOT_HONOUR
}

function kindOf({ fields }: Message, { processingCodes }: Dialect): OrderKind | undefined {
  const code = String(fields[3] ?? '').slice(0, 2)
  const name = Object.keys(processingCodes).find((key) => processingCodes[key] === code)
  return name === undefined ? undefined : KINDS[name]
}

function orderBody(facts: Facts, kind: OrderKind, type: string): object {
  const { amount } = facts.money
  const isWithdrawal = kind.operation === 'Debits' || kind.operation === 'CardlessWithdrawal'
  return {
    ...facts.origin(),
    transaction: facts.transaction(type),
    ...(kind.operation === 'AccountLookup'
      ? facts.holder()
      : { paymentInstrument: facts.instrument(kind.operation !== 'CardlessWithdrawal') }),
    ...(kind.movesMoney && { amount: facts.amount(isWithdrawal) }),
    ...(kind.operation === 'Credits' && { cash: { amount } }),
    ...(kind.operation === 'Transfers' && facts.beneficiary()),
    ...(kind.operation === 'BillPayments' && { biller: facts.biller() }),
  }
}

function reversalBody(facts: Facts, type: string): object | undefined {
  const reversed = facts.reversed()
  if (reversed === undefined) return undefined
  return {
    ...facts.origin(),
    transaction: facts.transaction(type),
    paymentInstrument: facts.instrument(type !== 'CARDLESSREVERSAL'),
    amount: {
      ...facts.amount(type === 'CASHWITHDRAWALREVERSAL' || type === 'CARDLESSREVERSAL'),
      ...(reversed.original !== undefined && { amount: reversed.original }),
    },
    reverseInfo: {
      reasonCode: facts.reason,
      amount: reversed.amount,
      ...(facts.text(38) !== undefined && { authId: facts.text(38) }),
    },
    ...(type === 'TRANSFERREVERSAL' && facts.beneficiary()),
  }
}

/** What the fields of one message say, in the words of account services. */
class Facts {
  /** The code of what cannot be said in a body. */
  readonly fault: string | undefined
  readonly money: { amount?: number; currencyCode?: string; accessFee?: number }
  readonly #fields: Message['fields']
  readonly #reading: OrderReading
  readonly #nowMs: number
  readonly #mti: string

  constructor({ mti, fields }: Message, reading: OrderReading, nowMs: number) {
    this.#mti = mti
    this.#fields = fields
    this.#reading = reading
    this.#nowMs = nowMs
    const currencyCode = currencyOfNumber(this.text(49) ?? '')
    const fee = this.#fee()
    this.fault = fee === 'credit' ? WRONG_FORMAT : undefined
    this.money = {
      ...(currencyCode !== undefined && { currencyCode }),
      ...this.#major('amount', this.text(4), currencyCode),
      ...this.#major('accessFee', fee, currencyCode),
    }
  }

  /** A field's text; undefined when it is absent or blank. */
  text(number: number): string | undefined {
    const value = this.#fields[number]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }

  get #isOf1993(): boolean {
    return this.#reading.dialect.version === 1993
  }

  get card(): { pan: string } | undefined {
    const pan = this.text(2) ?? this.text(35)?.split(/[=D]/)[0]
    return pan === undefined ? undefined : { pan }
  }

  /** Whose accounts are looked up: those of a card, or of a customer (`customer=CUST0001` in DE 48). */
  holder(): object {
    const { card } = this
    const id = /(?:^|;)customer=([^;]*)/.exec(this.text(48) ?? '')?.[1]
    return { ...(card !== undefined && { card }), ...(id !== undefined && { customer: { id } }) }
  }

  amount(hasFee: boolean): object {
    const { accessFee, ...amount } = this.money
    return hasFee && accessFee !== undefined ? { ...amount, accessFee } : amount
  }

  get reason(): string {
    return this.text(this.#isOf1993 ? 25 : 39) ?? 'SWITCH'
  }

  origin(): object {
    const terminalId = this.text(41)
    return {
      head: {
        ...(this.text(32) !== undefined && { acquirerId: this.text(32) }),
        description: `ISO 8583 ${this.#mti}`,
      },
      ...(terminalId !== undefined && {
        deviceInfo: { terminalId, terminalLoc: this.#location() ?? '-', acceptorId: this.#acceptor() ?? terminalId },
      }),
      institution: { id: this.#institutionId() },
    }
  }

  transaction(type: string): object {
    const date = this.#date()
    return { rrn: this.text(37), type, ...(date !== undefined && { date }) }
  }

  instrument(takesCard: boolean): object {
    const card = takesCard ? this.card : undefined
    return { account: { id: this.text(102) }, ...(card !== undefined && { card }) }
  }

  beneficiary(): object {
    return {
      beneficiary: { institutionId: this.#institutionId() },
      beneficiaryInstrument: { account: { id: this.text(103) } },
    }
  }

  /** Positions 3 and 4 of DE 3 are the type of the account that is debited, 5 and 6 of the one that is credited. */
  accountTypes(operation: string): AccountTypes | undefined {
    if (this.card === undefined || NAMES_NO_ACCOUNT.has(operation)) return undefined
    const code = this.text(3) ?? ''
    const [from, to] = [code.slice(2, 4), code.slice(4, 6)]
    const types = {
      ...(this.text(102) === undefined && { account: operation === 'Credits' ? to : from }),
      ...(operation === 'Transfers' && this.text(103) === undefined && { beneficiary: to }),
    }
    return Object.keys(types).length === 0 ? undefined : types
  }

  /** `BILLER01/510000`: the biller and its BIN. */
  biller(): object {
    const [institutionId, bin] = (this.text(98) ?? '').split('/')
    return { institutionId, bin }
  }

  /**
   * What is taken back. A partial reversal says what stands: in DE 95 beside the original's amount (1987), or in DE 4 beside the
   * original's amount in DE 30 (1993). Undefined when nothing is left to take back, or the amounts cannot be read.
   */
  reversed(): { amount: number | undefined; original?: number | undefined } | undefined {
    const parts = this.#parts(this.#isOf1993 ? 30 : 95)
    if (parts === undefined) return { amount: this.money.amount }
    const { currencyCode } = this.money
    const [original, stands] = this.#isOf1993 ? [parts.transaction, this.text(4)] : [this.text(4), parts.transaction]
    if (original === undefined || stands === undefined || currencyCode === undefined) return undefined
    const left = BigInt(original) - BigInt(stands)
    // Some fill DE 30 with the amount of the original in full reversals too: then nothing of it stands.
    const isWhole = this.#isOf1993 && left === 0n
    if (!isWhole && left <= 0n) return undefined
    const major = (minor: bigint) => numberFromMinor(minor, currencyCode)
    return { amount: major(isWhole ? BigInt(original) : left), original: major(BigInt(original)) }
  }

  #institutionId(): string | undefined {
    const { institutionId, institutions } = this.#reading
    const named = this.text(100)
    if (named === undefined) return institutionId
    return Object.hasOwn(institutions, named) ? institutions[named] : named
  }

  #location(): string | undefined {
    const value = this.#fields[43]
    if (value === undefined || typeof value === 'string') return this.text(43)
    return (
      Object.values(value as Parts)
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim() || undefined
    )
  }

  /** Only recorded with messages, never compared: characters that ids do not have are no reason to refuse. */
  #acceptor(): string | undefined {
    return this.text(42)?.replace(/[^A-Za-z0-9_.-]/g, '_')
  }

  /** Minor units of the access fee, which is part of the amount; `credit` when it is one in the customer's favour. */
  #fee(): string | undefined {
    if (!this.#isOf1993) {
      const fee = this.text(28)
      return fee?.startsWith('C') === true ? creditOf(fee.slice(1)) : fee?.slice(1)
    }
    const fees = this.#fields[46]
    if (!Array.isArray(fees) || fees.length === 0) return undefined
    const [first] = fees as readonly Parts[]
    if (fees.length > 1) return 'credit'
    return first?.sign === 'C' ? creditOf(first.fee ?? '') : first?.fee
  }

  #parts(number: number): Parts | undefined {
    const value = this.#fields[number]
    return typeof value === 'object' && !Array.isArray(value) ? (value as Parts) : undefined
  }

  #major<Name extends string>(name: Name, minor: string | undefined, currency: string | undefined) {
    if (minor === undefined || currency === undefined || !/^\d+$/.test(minor)) return {}
    return { [name]: numberFromMinor(BigInt(minor), currency) } as Record<Name, number>
  }

  /** YYYYMMDD. A date without a year is the nearest one. */
  #date(): string | undefined {
    if (this.#isOf1993) {
      const local = this.text(12)
      return local === undefined ? undefined : `20${local.slice(0, 6)}`
    }
    const day = this.text(13)
    if (day === undefined) return undefined
    const year = new Date(this.#nowMs).getUTCFullYear()
    const dates = [year - 1, year, year + 1].map((one) => `${one}${day}`).filter(isCalendarDate)
    const distance = (date: string) => Math.abs(instantOf(date) - this.#nowMs)
    return dates.sort((one, other) => distance(one) - distance(other))[0] ?? `${year}${day}`
  }
}

function creditOf(minor: string): string | undefined {
  return /^0*$/.test(minor) ? undefined : 'credit'
}

/** Noon, so that the nearest year does not depend on the hour. */
function instantOf(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6))) + DAY_MS / 2
}
