// The whole state of the ATM, and what a conversation with the gateway works on.

import type { Account } from '@tillgate/sdk'
import type { AtmLine, JournalEntry, LineCredentials } from './atm-line.ts'
import type { Draft, InsertedCard, Profile, Screen } from './atm-state.ts'
import type { Language } from './atm-texts.ts'
import type { Cable } from './exchange.ts'
import type { AtmForwarder } from './forwarder.ts'
import type { BillerChoice, Terminal } from './orders.ts'
import type { PhoneOrder } from './phone-order.ts'
import type { ReceiptLine } from './receipt.ts'
import type { Forward } from './store-and-forward.ts'

export interface AtmState {
  readonly terminal: Terminal
  readonly credentials: LineCredentials
  readonly billers: readonly BillerChoice[]
  readonly screen: Screen
  readonly language: Language
  readonly card?: InsertedCard | undefined
  readonly profile: Profile
  readonly accounts: readonly Account[]
  readonly draft?: Draft | undefined
  /** Notes in the cash slot. */
  readonly cash?: number | undefined
  /** Paper in the printer. */
  readonly receipt?: readonly ReceiptLine[] | undefined
  readonly cable: Cable
  readonly journal: readonly JournalEntry[]
  readonly queue: readonly Forward[]
  readonly phoneOrders: readonly PhoneOrder[]
}

export interface AtmDesk {
  readonly line: AtmLine
  readonly forwarder: AtmForwarder
  state(): AtmState
  set(change: Partial<AtmState>): void
  /** A new retrieval reference number. */
  rrn(): string
  now(): number
}
