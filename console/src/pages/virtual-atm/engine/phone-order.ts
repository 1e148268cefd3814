// Cardless withdrawals ordered on the phone. The code lives between the customer's bank app and the ATM; the API has one
// operation, which the ATM calls when the code is entered.

import type { Message } from './orders.ts'

export interface PhoneOrder {
  readonly code: string
  readonly institutionId: string
  readonly accountId: string
  readonly amount: number
  /** In milliseconds since 1970. */
  readonly expiresAt: number
  readonly state: 'open' | 'paid' | 'refused'
  /** What the ATM has sent for it. Entering the code again sends the same, so that it is paid once. */
  readonly message?: Message
}

const CODE_DIGITS = 6
const VALID_MS = 10 * 60_000

export function newPhoneOrder(
  order: Pick<PhoneOrder, 'institutionId' | 'accountId' | 'amount'>,
  others: readonly PhoneOrder[],
  now: number,
  random: () => number,
): PhoneOrder {
  const taken = new Set(others.map(({ code }) => code))
  let code: string
  do {
    code = String(Math.floor(random() * 10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  } while (taken.has(code))
  return { ...order, code, expiresAt: now + VALID_MS, state: 'open' }
}

/** The order of a code that can still be paid out here. */
export function payableOrder(
  orders: readonly PhoneOrder[],
  code: string,
  institutionId: string,
  now: number,
): PhoneOrder | undefined {
  return orders.find(
    (order) =>
      order.code === code && order.institutionId === institutionId && order.state === 'open' && order.expiresAt > now,
  )
}
