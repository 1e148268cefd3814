// A core bank behind ISO 8583. A host knows no reference and cannot be asked what became of one, so the gateway keeps every
// exchange (exchange-store.ts) and answers for it: a reference is sent once, and an order whose answer does not come is taken back
// by a reversal advice, which is repeated until the host acknowledges it. What each call throws (see remote-core.ts):
//
//   nothing was sent, or the host says that it cannot be asked now      unavailable
//   the host rejects the message                                        internal
//   it approves less than was asked: declined with 110, and taken back
//   it approves more, or in another currency                            timeout; taken back from now on
//   sent, and no answer, or one that is not understood: orders          timeout; taken back from now on
//                                                       reads           timeout

import { timedOut, unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, MINUTE_MS, monotonicMs, systemClock } from '../../../platform/kernel/time/clock.ts'
import { unattended } from '../../../platform/kernel/work/unattended.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Message, MessageCodec } from '../../iso8583/message-codec.ts'
import { APPROVED_CODE, DECLINE, type LookupOutcome } from '../outcome.ts'
import type { RemoteBalanceInquiry, RemoteCore, RemoteLookup, RemoteOrder, RemoteOutcome } from '../remote-core.ts'
import { CircuitBreaker, type CircuitOptions, type CircuitState } from '../rest/circuit-breaker.ts'
import { type Begun, beginOrder, beginReversal } from './begin-exchange.ts'
import { type AnswerMeaning, keptAnswer, lookupOf, meaningOf, problemOf, verdictOf } from './decode-answer.ts'
import { outcomeOf } from './exchange-outcome.ts'
import type { ExchangeStore, StoredExchange } from './exchange-store.ts'
import { forwardExchange, repudiated, settleExchange } from './forward-exchange.ts'
import { ForwardQueue } from './forward-queue.ts'
import type { HostAddress } from './link/host-link.ts'
import { HostLinks, type LinkReport, SIGNED_OFF } from './link/host-links.ts'
import type { CallResult, Iso8583Observer, Iso8583Operation } from './link/iso8583-observer.ts'
import { Stans } from './link/stans.ts'
import { recordStray } from './link/strays.ts'
import { type Draft, type HostIdentity, inquiryMessage, lookupMessage, type MessageContext } from './order-messages.ts'
import { repudiate, takeBackAgain } from './take-back.ts'

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
  /** Advices under way at once, over all nodes. */
  readonly maxAdvices: number
  readonly echoMs: number
  readonly retryMs?: number
  /** Orders that were made later were made for this core. */
  readonly activeSinceMs: number
  readonly circuitBreaker: Omit<CircuitOptions, 'onState'>
  readonly observer?: Partial<Iso8583Observer>
}

/** The longest that an order waits for a connection to stand. */
const CONNECT_MS = 3_000
/** Between a change of the connection and its use by every node. */
const SPREAD_MS = MINUTE_MS
const LOOK_AGAIN_MS = 100

/** What metrics call the end of a call that was answered. */
const RESULTS: Readonly<Record<AnswerMeaning['kind'], CallResult>> = {
  outcome: 'answered',
  less: 'answered',
  other: 'answered',
  unavailable: 'unavailable',
  rejected: 'rejected',
  unknown: 'timeout',
}

export class Iso8583Core implements RemoteCore {
  readonly reversesAdvised = true
  readonly #options: Iso8583CoreOptions
  readonly #links: HostLinks
  readonly #queue: ForwardQueue
  readonly #circuit: CircuitBreaker
  readonly #stans: Stans
  #cutoverAtMs: number | undefined

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
      onStray: (...stray) => this.#unattended(this.#stray(...stray)),
      onReady: () => this.#forwardSoon(),
      onChange: (...change) => observer?.linkChanged?.(...change),
      onSignal: (...signal) => {
        if (signal[1] === 'cutover') this.#cutoverAtMs = systemClock.now()
        observer?.signalled?.(...signal)
      },
      onUnreadable: (...unreadable) => observer?.unreadable?.(...unreadable),
      ...(observer?.traffic !== undefined && { onTraffic: observer.traffic }),
    })
    this.#queue = new ForwardQueue({
      database,
      institutionId,
      atOnce: options.maxAdvices,
      attemptMs: timeoutMs,
      ...(retryMs !== undefined && { retryMs }),
      isReady: () => this.#isReady(),
      isSilent: () => this.#links.isSilent,
      forward: (exchange) => forwardExchange(exchange, this.#links, options),
      failed: (error) => observer?.failed?.(error),
    })
  }

  get circuit(): CircuitState {
    return this.#circuit.state
  }

  /** The host has signed off. */
  get isSignedOff(): boolean {
    return this.#links.isSignedOff
  }

  /** When the host told its last cutover; undefined before the first. */
  get cutoverAtMs(): number | undefined {
    return this.#cutoverAtMs
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
    const verdict = verdictOf(answer, this.#options.codec.dialect, { currency: '' })
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
      const context = this.#context()
      begun =
        order.kind === 'REVERSAL'
          ? await beginReversal(order, context, this.#options)
          : await beginOrder(order, context, this.#options)
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
    if (answered.kind === 'unanswered') {
      passage.failed()
      report('timeout')
      return this.#giveUp(order.reference, answered.why)
    }
    // Whatever it says, the host has answered: only silence counts against it.
    passage.succeeded()
    const verdict = this.#verdictOf(answered.message, order)
    report(RESULTS[verdict.kind])
    if (verdict.kind === 'unknown') return this.#giveUp(order.reference, 'the answer is not clear')
    return this.#recorded(order.reference, answered.message, verdict)
  }

  async find(_institutionId: string, reference: string): Promise<RemoteOutcome | undefined> {
    const { store } = this.#options
    const exchange = await store.find(reference)
    // Never sent: its caller may still repeat it, which for a reversal is the only way to the customer's money.
    if (exchange === undefined) return undefined
    if (exchange.isOverdue) await store.giveUp([reference])
    if (exchange.state === 'SENT' || exchange.state === 'QUEUED' || exchange.state === 'REVERSING') this.#forwardSoon()
    return outcomeOf(exchange, this.#options.codec.dialect)
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
      // Advices of others that the host leaves unanswered do not hold this up.
      this.#forwardSoon()
      const exchange = await store.find(reference)
      if (exchange?.state === 'CANCELLED') return 'cancelled'
      const outcome = exchange && outcomeOf(exchange, this.#options.codec.dialect)
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

  #forwardSoon(): void {
    this.#unattended(this.forward())
  }

  /** Nobody waits for it: what fails is told, and never ends the process. */
  #unattended(work: Promise<unknown>): void {
    unattended(work, (error) => this.#options.observer?.failed?.(error))
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
    if (this.#links.isSignedOff) {
      passage.withdrawn()
      this.#options.observer?.called?.(operation, 'unavailable', 0)
      throw unavailable(SIGNED_OFF)
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

  /** The reference was sent before, or another reversal of the same order waits for its answer. */
  async #repeated({ reference }: RemoteOrder): Promise<RemoteOutcome> {
    const exchange = await this.#options.store.find(reference)
    if (exchange === undefined) throw unavailable('another reversal of the order is under way')
    const outcome = outcomeOf(exchange, this.#options.codec.dialect)
    if (outcome !== undefined) return outcome
    this.#forwardSoon()
    throw timedOut('the outcome of the order is not known yet')
  }

  /** Takes the order back, unless its answer came after all. */
  async #giveUp(reference: string, why: string): Promise<RemoteOutcome> {
    try {
      await this.#options.store.giveUp([reference])
      const exchange = await this.#options.store.find(reference)
      const outcome = exchange && outcomeOf(exchange, this.#options.codec.dialect)
      if (outcome !== undefined) return outcome
    } catch (error) {
      // Another node gives it up when it is overdue.
      throw timedOut(why, error)
    }
    this.#forwardSoon()
    throw timedOut(why)
  }

  /** An answer counts once it is committed, and only when nothing else ended the exchange before. */
  async #recorded(
    reference: string,
    message: Message,
    verdict: Exclude<AnswerMeaning, { kind: 'unknown' }>,
  ): Promise<RemoteOutcome> {
    const { database, store, codec } = this.#options
    const response = keptAnswer(message, codec.dialect)
    const isOther = verdict.kind === 'less' || verdict.kind === 'other'
    const { code } = verdict
    const recording = isOther
      ? repudiate(database, { ...repudiated(verdict), reference, response })
      : store.answer({ reference, response, code, isApproved: code === APPROVED_CODE })
    const counts = await recording.catch((error: unknown) => {
      throw timedOut('the answer of the host cannot be recorded', error)
    })
    if (!counts) return this.#giveUp(reference, 'the order was taken back before its answer was recorded')
    if (isOther) this.#forwardSoon()
    if (verdict.kind === 'less') return { code: DECLINE.insufficientFunds }
    if (verdict.kind !== 'outcome') throw problemOf(verdict)
    return verdict.outcome
  }

  /** Reversals are not compared: hosts repeat in DE 4 what stays, what was taken back, or what was there. */
  #verdictOf(message: Message, { kind, amount: { minor, currency } }: RemoteOrder): AnswerMeaning {
    const { codec, observer } = this.#options
    const { unlisted } = meaningOf(message, codec.dialect)
    if (unlisted !== undefined) observer?.unlisted?.(unlisted)
    return verdictOf(message, codec.dialect, { currency, ...(kind !== 'REVERSAL' && { minor }) })
  }

  /** An order of this core that has no exchange was never sent, and from now on it never is. */
  async #isNeverSent(reference: string): Promise<boolean> {
    const { activeSinceMs, institutionId, store } = this.#options
    const madeAtMs = Number.parseInt(reference.replaceAll('-', '').slice(0, 12), 16)
    if (madeAtMs < activeSinceMs + SPREAD_MS) return false
    return store.tombstone(institutionId, reference)
  }

  #isReady(): boolean {
    return !this.#links.isSignedOff && this.links().some(({ state }) => state === 'ready')
  }

  async #stray(message: Message, isRepeated: boolean): Promise<void> {
    const { database, institutionId, codec, observer } = this.#options
    const settle = (exchange: StoredExchange, answer: Message) => settleExchange(exchange, answer, this.#options)
    const approvedLate = async ({ reference }: StoredExchange) => {
      await takeBackAgain(database, [reference])
      this.#forwardSoon()
    }
    const { dialect } = codec
    const reason = await recordStray(message, { database, institutionId, dialect, isRepeated, settle, approvedLate })
    observer?.stray?.(reason)
  }
}
