// What a key of the ATM does.

import type { FullProfile } from '@tillgate/sdk'
import type { DepositKind, EntryKind, Purpose } from './atm-state.ts'
import type { Language } from './atm-texts.ts'
import type { BillerChoice } from './orders.ts'

export type AtmAction =
  | { readonly do: 'language'; readonly language: Language }
  | { readonly do: 'menu' }
  | { readonly do: 'start'; readonly purpose: Purpose }
  | { readonly do: 'cardless' }
  | { readonly do: 'account'; readonly accountId: string }
  | { readonly do: 'to-account'; readonly accountId: string }
  | { readonly do: 'biller'; readonly biller: BillerChoice }
  | { readonly do: 'amount'; readonly amount: number }
  | { readonly do: 'deposit-kind'; readonly kind: DepositKind }
  | { readonly do: 'checks-done' }
  /** Asks for something to be keyed in. */
  | { readonly do: 'ask'; readonly entry: EntryKind }
  /** What was keyed in. */
  | { readonly do: 'enter'; readonly text: string }
  | { readonly do: 'accept' }
  | { readonly do: 'cancel' }
  | { readonly do: 'receipt'; readonly print: boolean }
  | { readonly do: 'preferences' }
  | { readonly do: 'change'; readonly field: keyof FullProfile }
  | { readonly do: 'save' }
  | { readonly do: 'never-ask' }
  | { readonly do: 'forget' }
  | { readonly do: 'eject' }
  | { readonly do: 'card-taken' }
