// A core bank behind ISO 8583. A host knows no reference and cannot be asked what became of one, so the gateway keeps every
// exchange (exchange-store.ts) and answers for it: a reference is sent once, and an order whose answer does not come is taken back
// by a reversal advice, which is repeated until the host acknowledges it. What each call throws (see remote-core.ts):
//
//   nothing was sent, or the host says that it cannot be asked now      unavailable
//   the host rejects the message                                        internal
//   sent, and no answer, or one that is not understood: orders          timeout; taken back from now on
//                                                       reads           timeout

import type { Message, MessageCodec } from '../../iso8583/message-codec.ts'
import { type Clock, MINUTE_MS, monotonicMs } from '../../kernel/clock.ts'
import { timedOut, unavailable } from '../../kernel/problem.ts'
import type { SecretBox } from '../../kernel/secrets.ts'
import type { Database } from '../../storage/database.ts'
import { DECLINE, type LookupOutcome } from '../outcome.ts'
import type {
  RemoteBalanceInquiry,
  RemoteCore,
  RemoteLookup,
  RemoteOrder,
  RemoteOutcome,
  RemoteReversal,
} from '../remote-core.ts'
import { CircuitBreaker, type CircuitOptions, type CircuitState } from '../rest/circuit-breaker.ts'
import { keptAnswer, lookupOf, problemOf, type Verdict, verdictOf } from './decode-answer.ts'
import type { ExchangeStore, NewExchange, StoredExchange } from './exchange-store.ts'
import { forwardExchange, PAN_CONTEXT, settleExchange } from './forward-exchange.ts'
import { ForwardQueue } from './forward-queue.ts'
import type { HostAddress } from './host-link.ts'
import { HostLinks, type LinkReport } from './host-links.ts'
import type { CallResult, Iso8583Observer, Iso8583Operation } from './iso8583-observer.ts'
import {
  type Draft,
  type HostIdentity,
  inquiryMessage,
  lookupMessage,
  type MessageContext,
  orderMessage,
  reversalMessage,
} from './order-messages.ts'
import { Stans } from './stans.ts'
import { recordStray } from './strays.ts'

export interface Iso8583CoreOptions extends HostAddress {
  readonly institutionId: string
  readonly database: Database
  readonly store: ExchangeStore
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly codec: MessageCodec
  readonly identity: HostIdentity
  readonly timeZone: string
  /** Covers a whole call. */
  readonly timeoutMs: number
  readonly connections: number
  readonly maxWaiting: number
  readonly echoMs: number
  readonly retryMs?: number
  /** Orders that were made later were made for this core. */
  readonly activeSinceMs: number
  readonly circuitBreaker: Omit<CircuitOptions, 'onState'>
  readonly observer?: Partial<Iso8583Observer>
}

/** The outcome of an order that was taken back, or never sent. */
const CANCELLED: RemoteOutcome = { code: DECLINE.reversedBeforeArrival }
/** The longest that an order waits for a connection to stand. */
const CONNECT_MS = 3_000
/** Between a change of the connection and its use by every node. */
const SPREAD_MS = MINUTE_MS
const LOOK_AGAIN_MS = 100

export class Iso8583Core implements RemoteCore {
  readonly reversesAdvised = true
  readonly #options: Iso8583CoreOptions
  readonly #links: HostLinks
  readonly #queue: ForwardQueue
  readonly #circuit: CircuitBreaker
  readonly #stans: Stans

  constructor(options: Iso8583CoreOptions) {
    this.#options = options
    const { observer, timeoutMs, database, institutionId, retryMs } = options
    const answerMs = Math.min(timeoutMs, CONNECT_MS)
    this.#stans = new Stans(database)
    this.#circuit = new CircuitBreaker({
      ...options.circuitBreaker,
      onState: (state) => observer?.circuitChanged?.(state),
    })
    this.#links = new HostLinks({
      ...options,
      answerMs,
      onStray: (...stray) => void this.#stray(...stray).catch((error: unknown) => observer?.failed?.(error)),
      onReady: () => void this.forward(),
      onChange: (...change) => observer?.linkChanged?.(...change),
      onUnreadable: (...unreadable) => observer?.unreadable?.(...unreadable),
      ...(observer?.traffic !== undefined && { onTraffic: observer.traffic }),
    })
    this.#queue = new ForwardQueue({
      database,
      institutionId,
      attemptMs: timeoutMs,
      ...(retryMs !== undefined && { retryMs }),
      isReady: () => this.#isReady(),
      forward: (exchange) => forwardExchange(exchange, this.#links, options),
      failed: (error) => observer?.failed?.(error),
    })
  }

  get circuit(): CircuitState {
    return this.#circuit.state
  }

  get waiting(): number {
    return this.#links.waiting
  }

  links(): LinkReport[] {
    return [...this.#links.reports()]
  }

  /** An echo; a connection is opened for it when none stands. Fails while the circuit is open. */
  async probe(): Promise<void> {
    if (this.#circuit.state === 'open') throw unavailable('the circuit of the core is open')
    const startedMs = monotonicMs()
    const isUp = (await this.#links.untilReady(CONNECT_MS)) && (await this.#links.echo())
    this.#options.observer?.called?.('probe', isUp ? 'answered' : 'unavailable', monotonicMs() - startedMs)
    if (!isUp) throw unavailable(this.links().find(({ why }) => why !== undefined)?.why ?? 'the host gave no echo')
  }

  async lookUpAccounts(lookup: RemoteLookup): Promise<LookupOutcome> {
    const draft = lookupMessage(lookup, this.#context())
    const answer = await this.#ask('lookup', draft, lookup.pan)
    if (answer === undefined) return { code: DECLINE.serviceNotSupported }
    const outcome = lookupOf(answer, this.#options.codec.dialect)
    if ('kind' in outcome) throw problemOf(outcome)
    return outcome
  }

  async inquireBalance(inquiry: RemoteBalanceInquiry): Promise<RemoteOutcome> {
    const draft = inquiryMessage(inquiry, this.#context())
    const answer = await this.#ask('balance', draft, inquiry.pan)
    if (answer === undefined) return { code: DECLINE.serviceNotSupported }
    const verdict = verdictOf(answer, this.#options.codec.dialect, '')
    // An inquiry that shows nothing has answered nothing.
    if (verdict.kind === 'outcome' && 'balances' in verdict.outcome && verdict.outcome.balances.currency === '') {
      throw unavailable('the host told no balance')
    }
    if (verdict.kind !== 'outcome') throw problemOf(verdict)
    return verdict.outcome
  }

  async execute(order: RemoteOrder): Promise<RemoteOutcome> {
    const { pan } = order
    const passage = await this.#enter('execute')
    const startedMs = monotonicMs()
    const report = (result: CallResult) =>
      this.#options.observer?.called?.('execute', result, monotonicMs() - startedMs)
    let begun: Begun | RemoteOutcome
    try {
      begun = order.kind === 'REVERSAL' ? await this.#beginReversal(order) : await this.#beginOrder(order)
    } catch (error) {
      passage.withdrawn()
      throw error
    }
    if ('code' in begun) {
      passage.withdrawn()
      return begun
    }
    if (begun.stan === undefined) {
      passage.withdrawn()
      return this.#repeated(order)
    }
    const { exchange, stan } = begun
    const sent = { mti: exchange.mti, fields: { ...exchange.fields, ...(pan !== undefined && { 2: pan }), 11: stan } }
    const answered = await this.#links.exchange(sent, this.#options.timeoutMs)
    if (answered.kind === 'not-sent') {
      if (answered.turnedAway) passage.withdrawn()
      else passage.failed()
      report('unavailable')
      // What stays of it is taken back as if it had been sent, which moves nothing.
      await this.#options.store.withdraw(order.reference).catch(() => {})
      throw unavailable(answered.why)
    }
    const verdict: Verdict =
      answered.kind === 'answered'
        ? verdictOf(answered.message, this.#options.codec.dialect, order.amount.currency)
        : { kind: 'unknown', code: '' }
    if (answered.kind !== 'answered' || verdict.kind === 'unknown') {
      passage.failed()
      report('timeout')
      return this.#giveUp(order.reference, answered.kind === 'answered' ? 'the answer is not clear' : answered.why)
    }
    if (verdict.kind === 'unavailable') passage.failed()
    else passage.succeeded()
    report(verdict.kind === 'outcome' ? 'answered' : verdict.kind)
    return this.#recorded(order.reference, answered.message, verdict)
  }

  async find(_institutionId: string, reference: string): Promise<RemoteOutcome | undefined> {
    const { store } = this.#options
    const exchange = await store.find(reference)
    // Never sent: its caller may still repeat it, which for a reversal is the only way to the customer's money.
    if (exchange === undefined) return undefined
    if (exchange.isOverdue) await store.giveUp([reference])
    if (exchange.state === 'SENT' || exchange.state === 'QUEUED' || exchange.state === 'REVERSING') void this.forward()
    return this.#endOf(exchange)
  }

  /** Waits for the acknowledgement as long as for any answer. */
  async cancel(institutionId: string, reference: string): Promise<RemoteOutcome | 'cancelled'> {
    const { store, timeoutMs } = this.#options
    const untilMs = monotonicMs() + timeoutMs
    const first = await store.find(reference)
    if (first === undefined) {
      if (await this.#isNeverSent(reference)) return 'cancelled'
      throw unavailable('the order was not made for this core')
    }
    // The process that sent it may still wait: from now on its answer counts no more.
    if (first.kind === 'ORDER' && first.state === 'SENT') await store.giveUp([reference])
    for (;;) {
      await this.forward()
      const exchange = await store.find(reference)
      if (exchange?.state === 'CANCELLED') return 'cancelled'
      const outcome = exchange && this.#endOf(exchange)
      if (outcome !== undefined) return outcome
      if (monotonicMs() > untilMs) throw timedOut(`the host has not acknowledged the reversal of ${institutionId}`)
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
  }

  /** Sends what waits in the queue, as far as the host answers. */
  async forward(): Promise<void> {
    await this.#links.untilReady(CONNECT_MS)
    await this.#queue.run()
  }

  /** Signs off. */
  async close(): Promise<void> {
    await this.#queue.close()
    await this.#links.close()
  }

  #context(): MessageContext {
    const { codec, identity, timeZone, clock } = this.#options
    return { dialect: codec.dialect, identity, timeZone, nowMs: clock.now() }
  }

  async #enter(operation: Iso8583Operation) {
    const passage = this.#circuit.enter()
    if (passage === undefined) {
      this.#options.observer?.called?.(operation, 'circuit-open', 0)
      throw unavailable('the circuit of the core is open')
    }
    if (await this.#links.untilReady(Math.min(this.#options.timeoutMs, CONNECT_MS))) return passage
    passage.failed()
    this.#options.observer?.called?.(operation, 'unavailable', 0)
    throw unavailable('no connection to the host stands')
  }

  /** Undefined when the dialect has no such message. */
  async #ask(operation: Iso8583Operation, draft: Draft | undefined, pan: string | undefined) {
    if (draft === undefined) return undefined
    const startedMs = monotonicMs()
    const passage = await this.#enter(operation)
    const stan = await this.#stans.next().catch((error: unknown) => {
      passage.withdrawn()
      throw unavailable('no STAN can be taken', error)
    })
    const fields = { ...draft.fields, ...(pan !== undefined && { 2: pan }), 11: stan }
    const exchange = await this.#links.exchange({ mti: draft.mti, fields }, this.#options.timeoutMs)
    if (exchange.kind === 'answered') passage.succeeded()
    else if (exchange.kind === 'not-sent' && exchange.turnedAway) passage.withdrawn()
    else passage.failed()
    const result = { answered: 'answered', 'not-sent': 'unavailable', unanswered: 'timeout' } as const
    this.#options.observer?.called?.(operation, result[exchange.kind], monotonicMs() - startedMs)
    if (exchange.kind === 'answered') return exchange.message
    throw exchange.kind === 'not-sent' ? unavailable(exchange.why) : timedOut(exchange.why)
  }

  async #beginOrder(order: Exclude<RemoteOrder, RemoteReversal>): Promise<Begun | RemoteOutcome> {
    const draft = orderMessage(order, this.#context())
    if (draft === undefined) return { code: DECLINE.serviceNotSupported }
    const exchange = this.#exchange(order, draft, 'ORDER')
    return { exchange, stan: await this.#options.store.insert(exchange) } as Begun
  }

  async #beginReversal(order: RemoteReversal): Promise<Begun | RemoteOutcome> {
    // Sent before, it is not made again: what was left of its original then is gone by now.
    if ((await this.#options.store.find(order.reference)) !== undefined) return { stan: undefined }
    const begun = await this.#options.store.insertReversal(order.originalReference, (original) => {
      if (original === undefined) return undefined
      const leftMinor = original.amountMinor - original.reversedMinor - order.amount.minor
      if (leftMinor < 0n || order.complete !== (leftMinor === 0n)) return undefined
      const { reasonCode, forced: isAdvice } = order
      const draft = reversalMessage(original, { leftMinor, reasonCode, isAdvice }, this.#context())
      const rrn = typeof draft.fields[37] === 'string' ? draft.fields[37] : ''
      return { ...this.#exchange(order, draft, 'REVERSAL'), rrn, originalReference: original.reference }
    })
    return (begun as Begun | undefined) ?? { code: DECLINE.originalNotFound }
  }

  #exchange(order: RemoteOrder, draft: Draft, kind: 'ORDER' | 'REVERSAL'): NewExchange {
    const { institutionId, secretBox, timeoutMs } = this.#options
    const { reference, pan, amount, origin } = order
    return {
      ...draft,
      reference,
      institutionId,
      kind,
      rrn: origin.rrn,
      amountMinor: amount.minor,
      currency: amount.currency,
      waitMs: timeoutMs,
      ...(pan !== undefined && { panSealed: secretBox.seal(pan, PAN_CONTEXT) }),
    }
  }

  /** The reference was sent before, or another reversal of the same order waits for its answer. */
  async #repeated({ reference }: RemoteOrder): Promise<RemoteOutcome> {
    const exchange = await this.#options.store.find(reference)
    if (exchange === undefined) throw unavailable('another reversal of the order is under way')
    const outcome = this.#endOf(exchange)
    if (outcome !== undefined) return outcome
    void this.forward()
    throw timedOut('the outcome of the order is not known yet')
  }

  /** Takes the order back, unless its answer came after all. */
  async #giveUp(reference: string, why: string): Promise<RemoteOutcome> {
    try {
      await this.#options.store.giveUp([reference])
      const exchange = await this.#options.store.find(reference)
      const outcome = exchange && this.#endOf(exchange)
      if (outcome !== undefined) return outcome
    } catch (error) {
      // Another node gives it up when it is overdue.
      throw timedOut(why, error)
    }
    void this.forward()
    throw timedOut(why)
  }

  /** An answer counts once it is committed, and only when nothing else ended the exchange before. */
  async #recorded(
    reference: string,
    message: Message,
    verdict: Exclude<Verdict, { kind: 'unknown' }>,
  ): Promise<RemoteOutcome> {
    const { store, codec } = this.#options
    const given = {
      reference,
      response: keptAnswer(message, codec.dialect),
      code: verdict.code,
      isApproved: verdict.code === '000',
    }
    const counts = await store.answer(given).catch((error: unknown) => {
      throw timedOut('the answer of the host cannot be recorded', error)
    })
    if (!counts) return this.#giveUp(reference, 'the order was taken back before its answer was recorded')
    if (verdict.kind !== 'outcome') throw problemOf(verdict)
    return verdict.outcome
  }

  /** The outcome of an exchange that has ended. */
  #endOf(exchange: StoredExchange): RemoteOutcome | undefined {
    if (exchange.state === 'CANCELLED') return CANCELLED
    if (exchange.state !== 'ANSWERED' || exchange.response === undefined) return undefined
    const verdict = verdictOf(exchange.response, this.#options.codec.dialect, exchange.currency)
    // The host has done nothing.
    return verdict.kind === 'outcome' ? verdict.outcome : CANCELLED
  }

  /** An order of this core that has no exchange was never sent, and from now on it never is. */
  async #isNeverSent(reference: string): Promise<boolean> {
    const { activeSinceMs, institutionId, store } = this.#options
    const madeAtMs = Number.parseInt(reference.replaceAll('-', '').slice(0, 12), 16)
    if (madeAtMs < activeSinceMs + SPREAD_MS) return false
    return store.tombstone(institutionId, reference)
  }

  #isReady(): boolean {
    return this.links().some(({ state }) => state === 'ready')
  }

  async #stray(message: Message, isRepeated: boolean): Promise<void> {
    const { database, institutionId, codec, observer } = this.#options
    const settle = (exchange: StoredExchange, answer: Message) => settleExchange(exchange, answer, this.#options)
    const { dialect } = codec
    const reason = await recordStray(message, { database, institutionId, dialect, isRepeated, settle })
    observer?.stray?.(reason)
  }
}

/** Without a STAN it is not to be sent. */
type Begun =
  | { readonly exchange: NewExchange; readonly stan: string }
  | { readonly exchange?: NewExchange; readonly stan: undefined }
