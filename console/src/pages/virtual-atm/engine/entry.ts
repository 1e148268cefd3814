// What the customer keyed in, and whether it can be right.

import type { AtmState } from './atm-desk.ts'
import type { Draft, EntryKind } from './atm-state.ts'
import { payableOrder } from './phone-order.ts'

export type ReadEntry =
  | { readonly kind: 'wrong'; readonly error: 'amount' | 'entry' | 'pin' | 'code' }
  | { readonly kind: 'pin' }
  | { readonly kind: 'choice'; readonly choice: Partial<Draft> }
  /** Kept, and something more is asked for. */
  | { readonly kind: 'more'; readonly choice: Partial<Draft>; readonly next: EntryKind }

/** The gateway's rule for ids. */
const ID = /^[\w.-]{1,35}$/

export function readEntry(
  entry: EntryKind,
  text: string,
  { draft, phoneOrders, terminal }: Pick<AtmState, 'draft' | 'phoneOrders' | 'terminal'>,
  now: number,
): ReadEntry {
  const id = text.trim()
  const amount = amountOf(text)
  switch (entry) {
    case 'pin':
      return /^\d{4}$/.test(text) ? { kind: 'pin' } : { kind: 'wrong', error: 'pin' }
    case 'cash-amount':
    case 'deposit-cash':
    case 'amount':
      return amount === undefined ? { kind: 'wrong', error: 'amount' } : { kind: 'choice', choice: { amount } }
    case 'check':
      return amount === undefined
        ? { kind: 'wrong', error: 'amount' }
        : { kind: 'more', choice: { checks: [...(draft?.checks ?? []), amount] }, next: 'check' }
    case 'to-account':
      return ID.test(id) ? { kind: 'choice', choice: { toAccountId: id } } : { kind: 'wrong', error: 'entry' }
    case 'biller-id':
      return ID.test(id)
        ? { kind: 'more', choice: { biller: { billerId: id, bin: '', name: id } }, next: 'biller-bin' }
        : { kind: 'wrong', error: 'entry' }
    case 'biller-bin':
      return ID.test(id) && draft?.biller !== undefined
        ? { kind: 'choice', choice: { biller: { ...draft.biller, bin: id } } }
        : { kind: 'wrong', error: 'entry' }
    case 'code': {
      const order = payableOrder(phoneOrders, id, terminal.institutionId, now)
      if (order === undefined) return { kind: 'wrong', error: 'code' }
      const { accountId, amount: ordered, message } = order
      // What was sent before is sent again as it was, its fee included.
      return {
        kind: 'choice',
        choice: { code: id, accountId, amount: ordered, isFeeAccepted: message !== undefined },
      }
    }
  }
}

/** An amount that was keyed in; undefined when it is none. */
function amountOf(text: string): number | undefined {
  const amount = Number(text.trim().replace(',', '.'))
  return /^\d{1,9}([.,]\d{1,3})?$/.test(text.trim()) && amount > 0 ? amount : undefined
}
