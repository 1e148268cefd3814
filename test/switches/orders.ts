// The same order in two tongues: as a message of ISO 8583 and as a request of account services, each on accounts of its own.

import type { Fields, SwitchDialect, SwitchMessage } from '../support/peers/switch-simulator.ts'

export const INSTITUTION = 'FI002'
const TERMINAL = 'ATM00101'

export type OrderKind = 'withdrawal' | 'deposit' | 'transfer' | 'payment' | 'inquiry'

export interface PlayedOrder {
  readonly kind: OrderKind
  /** Cents. */
  readonly amount: number
  readonly fee: number
  readonly terminalId: string
  /** A number that no account has. */
  readonly hasWrongAccount: boolean
  /** Set for a reversal: how much of the amount is taken back. */
  readonly takesBack?: number
}

/** What differs between the two: accounts, RRN, and the authorization of the original. */
export interface Side {
  readonly from: string
  readonly to: string
  readonly rrn: string
  /** That of the original, for a reversal. */
  readonly originalRrn?: string
  readonly authId?: string | undefined
}

const CODES: Readonly<Record<OrderKind, string>> = {
  withdrawal: '01',
  deposit: '21',
  transfer: '40',
  payment: '50',
  inquiry: '31',
}

export const DEFAULTS = { fee: 0, terminalId: TERMINAL, hasWrongAccount: false }

const cents = (amount: number, digits = 12) => String(amount).padStart(digits, '0')

export function fieldsOf(dialect: SwitchDialect, order: PlayedOrder, side: Side): Fields {
  const { kind, amount, fee, takesBack } = order
  const is93 = dialect === 'iso93-binary'
  const partial = takesBack !== undefined && takesBack < amount
  const stands = amount - (takesBack ?? 0)
  return {
    3: `${CODES[kind]}0000`,
    7: '1117203000',
    12: is93 ? '261117203000' : '203000',
    ...(!is93 && { 13: '1117' }),
    37: side.originalRrn ?? side.rrn,
    41: order.terminalId,
    42: 'ACC000000000101',
    49: '840',
    102: order.hasWrongAccount ? '4999999999' : side.from,
    ...(kind !== 'inquiry' && { 4: cents(partial && is93 ? stands : amount) }),
    ...(fee > 0 && (is93 ? { 46: `00840D${cents(fee, 8)}00000000C00000000` } : { 28: `D${cents(fee, 8)}` })),
    ...(kind === 'transfer' && { 103: side.to }),
    ...(kind === 'payment' && { 98: 'BILLER01/510000' }),
    ...(partial && (is93 ? { 30: cents(amount) + cents(0) } : { 95: `${cents(stands)}${cents(0)}C00000000C00000000` })),
    ...(side.authId !== undefined && { 38: side.authId }),
  }
}

const PATHS: Readonly<Record<OrderKind, string>> = {
  withdrawal: '/transactions/debits',
  deposit: '/transactions/credits',
  transfer: '/transactions/transfers',
  payment: '/transactions/billpayments',
  inquiry: '/accounts/balance',
}
const TYPES: Readonly<Record<OrderKind, string>> = {
  withdrawal: 'CASHWITHDRAWAL',
  deposit: 'CASHDEPOSIT',
  transfer: 'TRANSFER',
  payment: 'BILLPAYMENT',
  inquiry: 'BALANCEINQUIRY',
}

export function requestOf(order: PlayedOrder, side: Side): { path: string; body: object } {
  const { kind, fee, takesBack, terminalId } = order
  const isReversal = takesBack !== undefined
  const amount = order.amount / 100
  return {
    path: isReversal ? `${PATHS[kind]}/reverse` : PATHS[kind],
    body: {
      head: { description: 'The same by REST' },
      deviceInfo: { terminalId, terminalLoc: 'Harbor', acceptorId: 'ACC000000000101' },
      institution: { id: INSTITUTION },
      transaction: { rrn: side.rrn, type: isReversal ? `${TYPES[kind]}REVERSAL` : TYPES[kind] },
      paymentInstrument: { account: { id: order.hasWrongAccount ? '4999999999' : side.from } },
      ...(kind !== 'inquiry' && {
        amount: { amount, currencyCode: 'USD', ...(fee > 0 && { accessFee: fee / 100 }) },
      }),
      ...(kind === 'deposit' && !isReversal && { cash: { amount } }),
      ...(kind === 'transfer' && {
        beneficiary: { institutionId: INSTITUTION },
        beneficiaryInstrument: { account: { id: side.to } },
      }),
      ...(kind === 'payment' && { biller: { institutionId: 'BILLER01', bin: '510000' } }),
      ...(isReversal && {
        reverseInfo: {
          reasonCode: 'SWITCH',
          amount: takesBack / 100,
          originalRrn: side.originalRrn,
          ...(side.authId !== undefined && { authId: side.authId }),
        },
      }),
    },
  }
}

/** The type of a message, by what it is, and how it is sent. */
export function typeOf(
  dialect: SwitchDialect,
  how: { isReversal: boolean; isAdvice: boolean; isRepeat: boolean },
): string {
  const version = dialect === 'iso93-binary' ? '1' : '0'
  return `${version}${how.isReversal ? '4' : '2'}${how.isAdvice ? '2' : '0'}${how.isRepeat ? '1' : '0'}`
}

/** What an answer says besides what it repeats, so that two of them can be compared. */
export function tellsOf({ fields }: SwitchMessage): object {
  const { 11: _stan, ...rest } = fields
  return rest
}

export interface RestBody {
  readonly status?: { readonly responseCode: string; readonly authId?: string }
  readonly balances?: unknown
}

interface Line {
  readonly type: 'Balance' | 'Available'
  readonly amount: number
}

/** DE 54 as it must be for the balances of REST. */
export function amountsOf(balances: unknown): string {
  const lines = (
    Array.isArray(balances) ? balances : Object.values((balances ?? {}) as Record<string, readonly Line[]>).flat()
  ) as readonly Line[]
  return lines
    .map(({ type, amount }) => {
      const minor = Math.round(Math.abs(amount) * 100)
      return `00${type === 'Balance' ? '01' : '02'}840${amount < 0 ? 'D' : 'C'}${cents(minor)}`
    })
    .join('')
}
