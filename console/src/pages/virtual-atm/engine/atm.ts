// The virtual ATM: what its keys do, and what it asks of the gateway.

import type { AtmAction } from './atm-action.ts'
import { inquireBalance, perform, readCard, savePreferences } from './atm-conversations.ts'
import type { AtmDesk, AtmState } from './atm-desk.ts'
import { atmLine, type LineCredentials } from './atm-line.ts'
import {
  type Draft,
  firstDraft,
  type InsertedCard,
  nextPreference,
  openChoice,
  orderOf,
  type Purpose,
  preferencesOf,
  type Screen,
} from './atm-state.ts'
import { keepsCard } from './decline-texts.ts'
import { readEntry } from './entry.ts'
import type { Cable } from './exchange.ts'
import { atmForwarder } from './forwarder.ts'
import type { BillerChoice, Terminal } from './orders.ts'
import { newPhoneOrder, type PhoneOrder } from './phone-order.ts'
import { type Memory, rrnSource } from './rrn.ts'
import { loadQueue, saveQueue } from './store-and-forward.ts'

export interface AtmParts {
  readonly baseUrl: string
  readonly terminal: Terminal
  readonly credentials: LineCredentials
  /** The sandbox's clients, so that a stored message can be sent by the client that it belongs to. */
  readonly published: readonly LineCredentials[]
  readonly memory: Memory
  readonly fetch: typeof globalThis.fetch
  now(): number
  random(): number
  wait(ms: number): Promise<void>
}

const WELCOME: Screen = { name: 'welcome' }

export class Atm {
  readonly #parts: AtmParts
  readonly #desk: AtmDesk
  readonly #listeners = new Set<() => void>()
  #state: AtmState

  constructor(parts: AtmParts) {
    this.#parts = parts
    this.#state = {
      terminal: parts.terminal,
      credentials: parts.credentials,
      billers: [],
      screen: WELCOME,
      language: 'ENG',
      profile: { kind: 'none' },
      accounts: [],
      cable: { isPulled: false, when: 'during-answer', once: true },
      journal: [],
      queue: loadQueue(parts.memory),
      phoneOrders: [],
    }
    const set = (change: Partial<AtmState>) => {
      this.#state = { ...this.#state, ...change }
      for (const listener of this.#listeners) listener()
    }
    const line = atmLine({
      baseUrl: parts.baseUrl,
      fetch: parts.fetch,
      now: () => parts.now(),
      wait: (ms) => parts.wait(ms),
      cable: () => this.#state.cable,
      lost: () => this.#messageLost(),
      changed: (journal) => set({ journal }),
    })
    const forwarder = atmForwarder({
      line,
      queue: () => this.#state.queue,
      changeQueue: (queue) => {
        saveQueue(parts.memory, queue)
        set({ queue })
      },
      isCut: () => this.#state.cable.isPulled,
      credentials: ({ clientId, partnerId }) =>
        [this.#state.credentials, ...parts.published].find(
          (one) => one.clientId === clientId && one.partnerId === partnerId,
        ),
    })
    const rrn = rrnSource(parts.memory, () => parts.now())
    this.#desk = { line, forwarder, set, rrn, state: this.state, now: () => parts.now() }
  }

  readonly state = (): AtmState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #show(screen: Screen): void {
    this.#desk.set({ screen })
  }

  /** Ignored while a customer uses the ATM. */
  setUp(terminal: Terminal, credentials: LineCredentials): void {
    if (this.#state.screen.name === 'welcome') this.#desk.set({ terminal, credentials })
  }

  setBillers(billers: readonly BillerChoice[]): void {
    this.#desk.set({ billers })
  }

  insert(card: InsertedCard): void {
    if (this.#state.screen.name !== 'welcome') return
    this.#desk.set({ card, cash: undefined, receipt: undefined, screen: { name: 'entry', entry: 'pin' } })
  }

  takeCash(): void {
    this.#desk.set({ cash: undefined })
  }

  takeReceipt(): void {
    this.#desk.set({ receipt: undefined })
  }

  clearJournal(): void {
    this.#desk.line.clear()
  }

  pullCable(): void {
    this.#desk.set({ cable: { ...this.#state.cable, isPulled: true } })
    const { when, once } = this.#state.cable
    this.#desk.line.tell(
      'warning',
      `The cable is pulled${once ? ' for one message' : ''}: ${when === 'before-request' ? 'requests do not leave the ATM' : 'requests reach the gateway, but its answers are lost'}.`,
    )
  }

  plugIn(): void {
    this.#desk.set({ cable: { ...this.#state.cable, isPulled: false } })
    this.#desk.line.tell('good', 'The cable is plugged in again.')
    void this.forward()
  }

  changeCable(change: Partial<Pick<Cable, 'when' | 'once'>>): void {
    this.#desk.set({ cable: { ...this.#state.cable, ...change } })
  }

  #messageLost(): void {
    if (!this.#state.cable.once || !this.#state.cable.isPulled) return
    this.#desk.set({ cable: { ...this.#state.cable, isPulled: false } })
    this.#desk.line.tell('good', 'The cable is plugged in again by itself: it was pulled for one message.')
    void this.forward()
  }

  /** Sends what is stored. */
  forward(): Promise<void> {
    return this.#desk.forwarder.forward()
  }

  /** An operator gives up a stored message. */
  discard(id: number): void {
    this.#desk.forwarder.discard(id)
  }

  /** On the phone. */
  orderCardless(accountId: string, amount: number): PhoneOrder {
    const { phoneOrders, terminal } = this.#state
    const order = newPhoneOrder(
      { institutionId: terminal.institutionId, accountId, amount },
      phoneOrders,
      this.#parts.now(),
      () => this.#parts.random(),
    )
    this.#desk.set({ phoneOrders: [order, ...phoneOrders].slice(0, 20) })
    this.#desk.line.tell(
      'info',
      `The customer ordered ${amount} ${terminal.currency} on the phone and got the code ${order.code}. The gateway has not been asked yet: a code is a matter between the bank’s app and the ATM.`,
    )
    return order
  }

  press(action: AtmAction) {
    const { screen, language } = this.#state
    if (screen.name === 'wait') return
    switch (action.do) {
      case 'language':
        return this.#desk.set({ language: action.language, screen: { name: 'menu' } })
      case 'menu':
        return this.#desk.set({ draft: undefined, screen: { name: 'menu' } })
      case 'start':
        return this.#start(action.purpose)
      case 'cardless':
        return this.#desk.set({
          cash: undefined,
          receipt: undefined,
          draft: { purpose: 'cardless' },
          screen: { name: 'entry', entry: 'code' },
        })
      case 'account':
        return this.#choose({ accountId: action.accountId })
      case 'to-account':
        return this.#choose({ toAccountId: action.accountId })
      case 'biller':
        return this.#choose({ biller: action.biller })
      case 'amount':
        return this.#choose({ amount: action.amount })
      case 'deposit-kind':
        return this.#choose({ depositKind: action.kind })
      case 'checks-done':
        return this.#choose({ checksDone: true })
      case 'ask':
        return this.#show({ name: 'entry', entry: action.entry })
      case 'enter':
        return this.#enter(action.text)
      case 'accept':
        return this.#choose(screen.name === 'fee' ? { isFeeAccepted: true } : { isConfirmed: true })
      case 'cancel':
        return this.#cancel()
      case 'receipt':
        if (screen.name !== 'approved') return
        return this.#desk.set({
          receipt: action.print ? screen.done.receipt : undefined,
          screen: { ...screen, receipt: action.print ? 'printed' : 'none' },
        })
      case 'preferences':
        return this.#show({ name: 'preferences', draft: preferencesOf(this.#state.profile, language) })
      case 'change':
        if (screen.name !== 'preferences') return
        return this.#show({ name: 'preferences', draft: nextPreference(screen.draft, action.field) })
      case 'save':
        if (screen.name !== 'preferences') return
        return void savePreferences(this.#desk, { kind: 'full', data: screen.draft })
      case 'never-ask':
        return void savePreferences(this.#desk, { kind: 'never-ask' })
      case 'forget':
        return void savePreferences(this.#desk, { kind: 'none' })
      case 'eject':
        return this.#eject()
      case 'card-taken':
        return this.#desk.set({
          card: undefined,
          draft: undefined,
          accounts: [],
          profile: { kind: 'none' },
          language: 'ENG',
          cash: undefined,
          screen: WELCOME,
        })
    }
  }

  #eject(): void {
    const { card, screen } = this.#state
    if (card?.pan === undefined) this.press({ do: 'card-taken' })
    else this.#show({ name: 'card-back', isKept: screen.name === 'declined' && keepsCard(screen.code) })
  }

  #cancel(): void {
    const { card, accounts } = this.#state
    if (card === undefined) this.press({ do: 'card-taken' })
    else if (accounts.length === 0) this.#eject()
    else this.press({ do: 'menu' })
  }

  #start(purpose: Purpose): void {
    const { accounts, profile, language } = this.#state
    this.#desk.set({ draft: firstDraft(purpose, accounts, preferencesOf(profile, language)) })
    this.#choose({})
  }

  /** Adds a choice, then asks for the next one or sends the order. */
  #choose(choice: Partial<Draft>) {
    const { terminal, draft: before } = this.#state
    if (before === undefined) return
    const draft = { ...before, ...choice }
    const open = openChoice(draft, terminal)
    if (open !== undefined) return this.#desk.set({ draft, screen: open })
    this.#desk.set({ draft, screen: { name: 'wait', doing: 'processing' } })
    const order = orderOf(draft, terminal)
    void (order === undefined
      ? inquireBalance(this.#desk, draft.accountId ?? '')
      : perform(this.#desk, order, draft.code))
  }

  #enter(text: string) {
    const { screen, draft } = this.#state
    if (screen.name !== 'entry') return
    const read = readEntry(screen.entry, text, this.#state, this.#parts.now())
    switch (read.kind) {
      case 'wrong':
        return this.#show({ ...screen, error: read.error })
      case 'pin':
        return void readCard(this.#desk)
      case 'choice':
        return this.#choose(read.choice)
      case 'more':
        if (draft === undefined) return
        return this.#desk.set({
          draft: { ...draft, ...read.choice },
          screen: { name: 'entry', entry: read.next },
        })
    }
  }
}
