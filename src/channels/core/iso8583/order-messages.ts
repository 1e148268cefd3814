// Orders, inquiries and reversals as messages. A field that the dialect does not have is left out.

import { numberOfCurrency } from '../../../platform/kernel/money/currency-numbers.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { localTimeAt } from '../../../platform/kernel/time/clock.ts'
import type { Dialect } from '../../iso8583/dialect.ts'
import type { Message } from '../../iso8583/message-codec.ts'
import type { OrderOrigin, RemoteBalanceInquiry, RemoteLookup, RemoteOrder, RemoteReversal } from '../remote-core.ts'
import type { Fields, StoredExchange } from './exchange-store.ts'
import { transmissionTime } from './link/network-messages.ts'

/** Who the gateway is to the host. */
export interface HostIdentity {
  /** DE 32. */
  readonly acquirerId?: string | undefined
  /** DE 33. */
  readonly forwarderId?: string | undefined
  /** DE 42. */
  readonly acceptorId?: string | undefined
  /** DE 43. */
  readonly acceptorName?: string | undefined
}

export interface MessageContext {
  readonly dialect: Dialect
  readonly identity: HostIdentity
  readonly timeZone: string
  readonly nowMs: number
}

/** A message that has no STAN yet. */
export interface Draft {
  readonly mti: string
  readonly transmittedAt: string
  /** Date and time at the institution, YYMMDDhhmmss. */
  readonly localTime: string
  readonly fields: Fields
}

type OrderKind = Exclude<RemoteOrder, RemoteReversal>['kind']

const PROCESSING: Record<OrderKind, string> = {
  CASH_WITHDRAWAL: 'cashWithdrawal',
  CARDLESS_WITHDRAWAL: 'cardlessWithdrawal',
  DEPOSIT: 'deposit',
  TRANSFER: 'transfer',
  BILL_PAYMENT: 'billPayment',
}

/** The first digit of the type, and the message of a class. */
function typeOf({ version }: Dialect, rest: '200' | '400' | '420'): string {
  return `${version === 1987 ? '0' : '1'}${rest}`
}

/** Undefined when the dialect has no such order. */
export function orderMessage(order: Exclude<RemoteOrder, RemoteReversal>, context: MessageContext): Draft | undefined {
  const code = context.dialect.processingCodes[PROCESSING[order.kind]]
  if (code === undefined) return undefined
  return draft(typeOf(context.dialect, '200'), context, {
    ...originFields(order.origin, context),
    3: `${code}0000`,
    4: amountText(order.amount.minor),
    49: currencyNumber(order.amount.currency),
    102: order.accountId,
    ...particulars(order, context.dialect),
  })
}

export function inquiryMessage(inquiry: RemoteBalanceInquiry, context: MessageContext): Draft | undefined {
  const code = context.dialect.processingCodes.balanceInquiry
  if (code === undefined) return undefined
  const fields = { ...originFields(inquiry.origin, context), 3: `${code}0000`, 102: inquiry.accountId }
  return draft(typeOf(context.dialect, '200'), context, fields)
}

export function lookupMessage(lookup: RemoteLookup, context: MessageContext): Draft | undefined {
  const code = context.dialect.processingCodes.accountLookup
  if (code === undefined) return undefined
  return draft(typeOf(context.dialect, '200'), context, {
    ...originFields(lookup.origin, context),
    3: `${code}0000`,
    ...(lookup.customerId !== undefined && { 48: `customer=${lookup.customerId}` }),
  })
}

/** What a reversal takes back. */
export interface TakenBack {
  /** What stays of the original afterwards. */
  readonly leftMinor: bigint
  readonly reasonCode: string
  /** The host has no choice: the message is an advice. */
  readonly isAdvice: boolean
}

/** The answer did not come in time. */
const TIMED_OUT = '4021'

/** Takes back an order: all that the host has approved of it, and the host has no choice. */
export function adviceMessage(advice: StoredExchange, original: StoredExchange, dialect: Dialect): Message {
  const { amountMinor, currency } = advice
  const fields = {
    ...reversedFields({ ...original, amountMinor }, dialect, { leftMinor: 0n, reasonCode: TIMED_OUT, isAdvice: true }),
    ...localTimeFields(original.localTime, dialect),
    49: currencyNumber(currency),
    7: advice.transmittedAt,
    11: advice.stan,
  }
  return { mti: advice.mti, fields: known(fields, dialect) }
}

export function reversalMessage(original: StoredExchange, takenBack: TakenBack, context: MessageContext): Draft {
  const { dialect } = context
  const type = typeOf(dialect, takenBack.isAdvice ? '420' : '400')
  return draft(type, context, reversedFields(original, dialect, takenBack))
}

/** Repeated from the original, so that the host recognises it whichever of them it looks at. */
const KEPT = [3, 15, 32, 33, 41, 42, 43, 49, 102, 103, 98]

function reversedFields(original: StoredExchange, dialect: Dialect, { leftMinor, reasonCode }: TakenBack): Fields {
  const kept = KEPT.flatMap((number) => (number in original.fields ? [[number, original.fields[number]]] : []))
  const isPartial = leftMinor > 0n
  const whole = amountText(original.amountMinor)
  const left = amountText(leftMinor)
  const approval = original.response?.fields[38]
  const common = {
    ...Object.fromEntries(kept),
    37: original.rrn,
    ...(approval !== undefined && { 38: approval }),
  }
  const acquirer = textOf(original.fields[32])
  if (dialect.version === 1987) {
    return {
      ...common,
      4: whole,
      90: {
        mti: original.mti,
        stan: original.stan,
        transmittedAt: original.transmittedAt,
        acquirer: acquirer.padStart(11, '0'),
        forwarder: textOf(original.fields[33]).padStart(11, '0'),
      },
      ...(isPartial && {
        95: { transaction: left, settlement: NO_AMOUNT, transactionFee: NO_FEE, settlementFee: NO_FEE },
      }),
    }
  }
  return {
    ...common,
    4: isPartial ? left : whole,
    24: isPartial ? '401' : '400',
    25: /^\d{4}$/.test(reasonCode) ? reasonCode : '4000',
    ...(isPartial && { 30: { transaction: whole, reconciliation: NO_AMOUNT } }),
    56: { mti: original.mti, stan: original.stan, localTime: original.localTime, acquirer: acquirer || '0' },
  }
}

const NO_AMOUNT = '0'.repeat(12)
const NO_FEE = 'C00000000'
/** Amount types of ours in DE 54 of a deposit. */
const CHECKS = '91'
const CHECKS_AVAILABLE = '92'

function particulars(order: Exclude<RemoteOrder, RemoteReversal>, { version }: Dialect): Fields {
  const currency = currencyNumber(order.amount.currency)
  switch (order.kind) {
    case 'CASH_WITHDRAWAL':
    case 'CARDLESS_WITHDRAWAL':
      return feeFields(order.accessFeeMinor, currency, version)
    case 'DEPOSIT': {
      if (order.checkMinor === 0n) return {}
      const part = (amountType: string, minor: bigint) => ({
        accountType: '00',
        amountType,
        currency,
        sign: 'C',
        amount: amountText(minor),
      })
      return { 54: [part(CHECKS, order.checkMinor), part(CHECKS_AVAILABLE, order.checkAvailableMinor)] }
    }
    case 'TRANSFER':
      return { 103: order.beneficiaryAccountId }
    case 'BILL_PAYMENT':
      return { 98: `${order.billerId}/${order.billerBin}` }
  }
}

/** A part of DE 4. */
function feeFields(feeMinor: bigint, currency: string, version: Dialect['version']): Fields {
  if (feeMinor === 0n) return {}
  const fee = digits(feeMinor, 8)
  if (version === 1987) return { 28: `D${fee}` }
  const none = '0'.repeat(8)
  return {
    46: [
      {
        feeType: '00',
        currency,
        sign: 'D',
        fee,
        conversionRate: none,
        reconciliationSign: 'D',
        reconciliationFee: none,
      },
    ],
  }
}

function originFields({ rrn, terminalId, businessDate }: OrderOrigin, { dialect, identity }: MessageContext): Fields {
  const { acquirerId, forwarderId, acceptorId, acceptorName } = identity
  const [terminalLength, acceptorLength] = [41, 42].map((number) => dialect.fields[number]?.length ?? 0)
  const acceptor = acceptorId ?? terminalId
  return {
    ...(rrn.length <= 12 && { 37: rrn }),
    15: dialect.version === 1987 ? businessDate.slice(4) : businessDate.slice(2),
    ...(acquirerId !== undefined && { 32: acquirerId }),
    ...(forwarderId !== undefined && { 33: forwarderId }),
    // An identifier that does not fit is left out: cut off it would be another's.
    ...(terminalId !== undefined && terminalId.length <= (terminalLength ?? 0) && { 41: terminalId }),
    ...(acceptor !== undefined && acceptor.length <= (acceptorLength ?? 0) && { 42: acceptor }),
    ...(acceptorName !== undefined && { 43: acceptorField(acceptorName, dialect) }),
  }
}

/** Name, city and country, as `Tillgate ATM, Springfield, US`. */
function acceptorField(text: string, { fields }: Dialect): Fields[number] {
  const spec = fields[43]
  if (spec?.parts === undefined) return text.slice(0, spec?.length ?? 0)
  const [name = '', city = '', country = ''] = text.split(',').map((piece) => piece.trim())
  return { name: name.slice(0, 23), city: city.slice(0, 13), state: '', country: country.slice(0, 2) }
}

function draft(mti: string, { dialect, timeZone, nowMs }: MessageContext, fields: Fields): Draft {
  const transmittedAt = transmissionTime(nowMs)
  const localTime = localTimeAt(nowMs, timeZone).replaceAll(/\D/g, '').slice(2)
  const timed = { 7: transmittedAt, ...localTimeFields(localTime, dialect), ...functionCode(mti, dialect), ...fields }
  return { mti, transmittedAt, localTime, fields: known(timed, dialect) }
}

function functionCode(mti: string, { version }: Dialect): Fields {
  return version === 1993 && mti === '1200' ? { 24: '200' } : {}
}

function localTimeFields(localTime: string, { version }: Dialect): Fields {
  return version === 1987 ? { 12: localTime.slice(6), 13: localTime.slice(2, 6) } : { 12: localTime }
}

function known(fields: Fields, dialect: Dialect): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([number]) => dialect.fields[number] !== undefined))
}

function textOf(value: Fields[number] | undefined): string {
  return typeof value === 'string' ? value : ''
}

function currencyNumber(currency: string): string {
  const number = numberOfCurrency(currency)
  if (number === undefined) throw new Problem('internal', 'the currency has no number')
  return number
}

function amountText(minor: bigint): string {
  return digits(minor, 12)
}

/** Nothing has been sent at this point. */
function digits(minor: bigint, length: number): string {
  const text = minor.toString()
  if (minor < 0n || text.length > length) throw new Problem('internal', 'an amount is beyond what a message holds')
  return text.padStart(length, '0')
}
