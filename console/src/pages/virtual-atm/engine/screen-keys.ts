// The keys beside the ATM's screen: what stands at each, and what it does.

import type { Account, FullProfile } from '@tillgate/sdk'
import { formatMoney } from '../../../kit/show/format.ts'
import type { AtmAction } from './atm-action.ts'
import type { AtmState } from './atm-desk.ts'
import { defaultAccount, fastCashOf, preferencesOf } from './atm-state.ts'
import type { AtmTexts } from './atm-texts.ts'
import { masked } from './receipt.ts'

export interface KeyOption {
  readonly label: string
  readonly action: AtmAction
  readonly side: 'left' | 'right'
}

/** Keys on each side of the screen. */
export const KEYS_PER_SIDE = 6

export function left(label: string, action: AtmAction): KeyOption {
  return { label, action, side: 'left' }
}

export function right(label: string, action: AtmAction): KeyOption {
  return { label, action, side: 'right' }
}

export function menuKeys({ accounts, profile, language, terminal, card }: AtmState, t: AtmTexts): KeyOption[] {
  const preferences = preferencesOf(profile, language)
  const fastCash = fastCashOf(preferences)
  const account = defaultAccount(accounts, preferences)
  return [
    ...(fastCash !== undefined && account !== undefined
      ? [
          left(`${t.fastCash} ${formatMoney(fastCash, terminal.currency)}`, {
            do: 'start',
            purpose: 'fast-cash',
          } as const),
        ]
      : []),
    left(t.withdrawal, { do: 'start', purpose: 'withdrawal' }),
    left(t.balance, { do: 'start', purpose: 'balance' }),
    left(t.deposit, { do: 'start', purpose: 'deposit' }),
    right(t.transfer, { do: 'start', purpose: 'transfer' }),
    right(t.bill, { do: 'start', purpose: 'bill' }),
    ...(card?.pan === undefined ? [] : [right(t.preferences, { do: 'preferences' } as const)]),
    right(t.takeCard, { do: 'eject' }),
  ]
}

export function afterwardKeys({ card, accounts }: AtmState, t: AtmTexts, isOver: boolean): KeyOption[] {
  if (card === undefined) return [right(t.done, { do: 'card-taken' })]
  return [
    ...(isOver || accounts.length === 0 ? [] : [left(t.another, { do: 'menu' } as const)]),
    right(t.takeCard, { do: 'eject' }),
  ]
}

export function preferenceKeys(profile: FullProfile, t: AtmTexts, currency: string): KeyOption[] {
  const fastCash = fastCashOf(profile)
  const value = (
    label: string,
    shown: string,
    field: keyof FullProfile,
    side: 'left' | 'right' = 'left',
  ): KeyOption => ({
    label: `${label}: ${shown}`,
    action: { do: 'change', field },
    side,
  })
  return [
    value(t.language, profile.language === 'SPA' ? 'Español' : 'English', 'language'),
    value(
      t.fastCashAmount,
      fastCash === undefined ? profile.fastCashAmount : formatMoney(fastCash, currency),
      'fastCashAmount',
    ),
    value(t.fastCashReceipt, t[`receipt${profile.fastCashReceipt}`], 'fastCashReceipt'),
    value(t.withdrawalReceipt, t[`receipt${profile.withdrawalReceipt}`], 'withdrawalReceipt'),
    value(t.otherReceipt, t[`receipt${profile.otherReceipt}`], 'otherReceipt'),
    value(t.receiptBalance, profile.receiptBalance === '1' ? t.yes : t.no, 'receiptBalance'),
    value(t.defaultAccount, t[profile.account], 'account', 'right'),
    right(t.save, { do: 'save' }),
    right(t.neverAsk, { do: 'never-ask' }),
    right(t.forget, { do: 'forget' }),
    right(t.back, { do: 'menu' }),
  ]
}

export function accountName({ id, accountType, description }: Account, t: AtmTexts): string {
  const known = accountType === 'DDA' || accountType === 'SDA' || accountType === 'LOAN' ? t[accountType] : description
  return `${known} ${masked(id)}`
}
