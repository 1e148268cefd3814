// The channel to a remote core. The intent is committed before the core is called, and the outcome afterwards. A lost
// answer leaves the record unknown (504/911); a repetition, a reversal, or the background inquiry settles it.
//
//   what fails                            the caller gets   the record
//   the core cannot be reached            503               none; the RRN stays free
//   no answer, or one that is not clear   504               unknown
//   the outcome cannot be written         504               unknown
//   the gateway dies at any point         –                 none before the call, then unknown

import type { Directory, Service } from '../../../administration/institutions/directory.ts'
import type { PostingPipeline } from '../../../ledger/post.ts'
import { Problem, timedOut, unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { businessDateAt, type Clock } from '../../../platform/kernel/time/clock.ts'
import { decline, type Refusal } from '../../core/builtin/decision.ts'
import type {
  AccountLookup,
  AnyOrder,
  BalanceInquiry,
  BillPaymentOrder,
  CashWithdrawalOrder,
  DepositOrder,
  Order,
  ReversalOrder,
  TransferOrder,
} from '../../core/core.ts'
import type { Original } from '../../core/original.ts'
import { type CoreOutcome, DECLINE, type DeclineCode, isCoreApproval, type Outcome } from '../../core/outcome.ts'
import type { Presented } from '../../core/presented.ts'
import type { OrderOrigin, RemoteCore, RemoteOrder } from '../../core/remote-core.ts'
import type { Answer, Channel, Sent } from '../channel.ts'
import {
  checkGateway,
  checkGatewayForReversal,
  checkInquiry,
  cutoverProblem,
  declineStopped,
} from '../gateway-checks.ts'
import type { InFlightOrders } from '../in-flight-orders.ts'
import type { InquiryDesk } from '../inquiries/inquire.ts'
import type { InquiryFields } from '../inquiries/inquiry.ts'
import { postPrepared, type RulesForOrders, refusingProblems, withRules } from '../order-facts.ts'
import { amountFields, askedFields, type KindFields, orderFields, present } from '../order-fields.ts'
import { UNKNOWN_OUTCOME } from '../record/order-record.ts'
import { isReversedEarly, matchOriginal, namedOriginal } from '../reversals/match-original.ts'
import { reversalFields } from '../reversals/reversal-fields.ts'
import { listedAccounts } from './listed-accounts.ts'
import type {
  Intent,
  IntentDecision,
  IntentPosting,
  Sendable,
  SettlePosting,
  WithdrawPosting,
} from './remote-posting.ts'
import type { RemoteRecords } from './remote-records.ts'
import { cashCheck, checkedBiller, checkRemoteRules } from './remote-rules.ts'

export interface RemoteChannelOptions {
  readonly core: RemoteCore
  readonly directory: Directory
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly pipeline: PostingPipeline
  readonly records: RemoteRecords
  readonly inFlight: InFlightOrders
  readonly inquiries: InquiryDesk
  readonly rules?: RulesForOrders | undefined
}

/** One order: its intent, with the gateway's decision, and the order to send to the core. */
interface Request {
  readonly intent: IntentPosting
  toCore(sendable: Sendable): RemoteOrder
}

/** The fields that differ between kinds of order when one is sent to the core. */
type Particulars = RemoteOrder extends infer R ? (R extends RemoteOrder ? Omit<R, keyof CoreOrderBase> : never) : never
type CoreOrderBase = Pick<RemoteOrder, 'reference' | 'origin' | 'accountId' | 'pan' | 'amount'>

export class RemoteChannel implements Channel {
  readonly #options: RemoteChannelOptions

  constructor(options: RemoteChannelOptions) {
    this.#options = options
  }

  probe(): Promise<void> {
    return this.#options.core.probe()
  }

  async lookUpAccounts(lookup: AccountLookup) {
    const { core, inquiries } = this.#options
    const presented = this.#present(lookup)
    const { pan, customerId } = lookup
    const fields = { ...askedFields(lookup, presented), type: 'ACCOUNTLOOKUP', authorised: false }
    const asked = {
      origin: this.#origin(lookup, presented),
      ...(pan !== undefined && { pan }),
      ...(customerId !== undefined && { customerId }),
    }
    const outcome =
      checkInquiry(lookup, presented, 'LOOKUP') ??
      listedAccounts(presented, await this.#asked(fields, () => core.lookUpAccounts(asked)))
    return inquiries.ask({ ...fields, answer: () => outcome })
  }

  async inquireBalance(inquiry: BalanceInquiry): Promise<Outcome> {
    const presented = this.#present(inquiry)
    const { accountId } = inquiry
    const fields = { ...askedFields(inquiry, presented), accountId, type: 'BALANCEINQUIRY', authorised: true }
    const outcome =
      checkInquiry(inquiry, presented, 'BALANCE') ??
      (await this.#asked(fields, () => this.#balances(inquiry, presented)))
    return this.#options.inquiries.ask({
      ...fields,
      answer: ({ businessDate }, authId): Outcome =>
        isCoreApproval(outcome) ? { ...outcome, authId, businessDate } : outcome,
    })
  }

  /** An inquiry that the core leaves unanswered is recorded as such; its caller gets the timeout. */
  async #asked<Outcome>(fields: InquiryFields, ask: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return await ask()
    } catch (error) {
      const isUnanswered = error instanceof Problem && error.kind === 'timeout'
      const unanswered = { ...fields, answer: () => ({ code: UNKNOWN_OUTCOME }) }
      if (isUnanswered) await this.#options.inquiries.ask(unanswered).catch(() => {})
      throw error
    }
  }

  withdrawCash(order: Sent<CashWithdrawalOrder>): Promise<Answer> {
    return this.#withdraw(order, 'WITHDRAWAL', 'CASH_WITHDRAWAL')
  }

  withdrawCardless(order: Sent<CashWithdrawalOrder>): Promise<Answer> {
    return this.#withdraw(order, 'CARDLESS', 'CARDLESS_WITHDRAWAL')
  }

  deposit(order: Sent<DepositOrder>): Promise<Answer> {
    const { cashMinor, checkMinor, checkAvailableMinor } = order
    const particulars = { kind: 'DEPOSIT', cashMinor, checkMinor, checkAvailableMinor } as const
    const fields = { ...amountFields(order), cashMinor }
    return this.#order(order, 'DEPOSIT', fields, particulars, cashCheck(order, cashMinor))
  }

  transfer(order: Sent<TransferOrder>): Promise<Answer> {
    const { beneficiaryAccountId } = order
    const fields = { ...amountFields(order), beneficiaryAccountId }
    return this.#order(order, 'TRANSFER', fields, { kind: 'TRANSFER', beneficiaryAccountId })
  }

  payBill(order: Sent<BillPaymentOrder>): Promise<Answer> {
    const { billerId, billerBin } = order
    const fields = { ...amountFields(order), billerId }
    const particulars = { kind: 'BILL_PAYMENT', billerId, billerBin } as const
    return this.#order(order, 'BILL_PAYMENT', fields, particulars, (presented) => checkedBiller(order, presented))
  }

  reverseCashWithdrawal(order: Sent<ReversalOrder>): Promise<Answer> {
    return this.#reverse(order)
  }

  reverseDeposit(order: Sent<ReversalOrder>): Promise<Answer> {
    return this.#reverse(order)
  }

  reverseTransfer(order: Sent<ReversalOrder>): Promise<Answer> {
    return this.#reverse(order)
  }

  reverseCardless(order: Sent<ReversalOrder>): Promise<Answer> {
    return this.#reverse(order, this.#options.core.reversesAdvised === true)
  }

  reverseBillPayment(order: Sent<ReversalOrder>): Promise<Answer> {
    return this.#reverse(order, this.#options.core.reversesAdvised === true)
  }

  #withdraw(
    order: Sent<CashWithdrawalOrder>,
    service: Service,
    kind: 'CASH_WITHDRAWAL' | 'CARDLESS_WITHDRAWAL',
  ): Promise<Answer> {
    const { accessFeeMinor } = order
    const cashMinor = order.amount.minor - accessFeeMinor
    const fields = { ...amountFields(order), feeMinor: accessFeeMinor, cashMinor }
    return this.#order(order, service, fields, { kind, accessFeeMinor }, cashCheck(order, cashMinor))
  }

  #order<O extends Order>(
    order: Sent<O>,
    service: Service,
    fields: KindFields,
    particulars: Particulars,
    check: (presented: Presented) => DeclineCode | Refusal | undefined = () => undefined,
  ): Promise<Answer> {
    const presented = withRules(order, this.#present(order), this.#options)
    const intent = this.#intent(order, presented, fields, (records, { nowMs, used }) => {
      const problem = cutoverProblem(presented, nowMs)
      if (problem !== undefined) return { kind: 'refuse', problem }
      if (isReversedEarly(order, records)) return decline(DECLINE.reversedBeforeArrival)
      if (order.advisedDecline !== undefined) return decline(order.advisedDecline)
      const objection =
        checkGateway(presented, service) ??
        declineStopped(order, presented, service) ??
        check(presented) ??
        refusingProblems(() => checkRemoteRules(order, particulars.kind, presented, used))
      if (objection === undefined) return { kind: 'send' }
      return typeof objection === 'string' ? decline(objection) : objection
    })
    const { amount } = order
    const toCore = (sendable: Sendable) =>
      ({ ...this.#base(order, presented, sendable), amount, ...particulars }) as RemoteOrder
    return this.#answer({ intent, toCore }, presented)
  }

  /** What the core cannot reverse is declined as without an original, so that a person ends it. */
  #reverse(order: Sent<ReversalOrder>, isPossible = true): Promise<Answer> {
    const presented = this.#present(order)
    const { institution } = presented
    const fields = reversalFields(order, institution, this.#options.clock.now())
    const intent = this.#intent(order, presented, fields, (records, { nowMs }) => {
      const problem = cutoverProblem(presented, nowMs)
      if (problem !== undefined) return { kind: 'refuse', problem }
      const objection = checkGatewayForReversal(presented)
      if (objection !== undefined) return decline(objection)
      // The account is at the core, so take the currency of the original, or else that of the order.
      const currency = namedOriginal(order, records)?.currency ?? fields.currency
      const match = matchOriginal(order, records, { currency, windowHours: institution.reversalWindowHours, nowMs })
      const isFound = match.kind === 'found' || match.kind === 'unsettled'
      if (isFound && !isPossible) return { ...match, ...decline(DECLINE.originalNotFound) }
      return match.kind === 'found' ? { kind: 'send', reverses: match } : match
    })
    const toCore = (sendable: Sendable): RemoteOrder => {
      const { reverses } = sendable
      if (reverses === undefined) throw new Error('a reversal is sent without its original')
      const { original, amountMinor } = reverses
      return {
        ...this.#base(order, presented, sendable),
        kind: 'REVERSAL',
        amount: { minor: amountMinor, currency: original.currency },
        originalReference: original.transactionId,
        reasonCode: order.reasonCode,
        complete: original.reversedMinor === original.amountMinor,
        forced: institution.reversalForce,
      }
    }
    return this.#answer({ intent, toCore }, presented)
  }

  #answer(request: Request, presented: Presented): Promise<Answer> {
    return this.#options.inFlight.answer(request.intent, () => postPrepared(presented, () => this.#run(request)))
  }

  async #run(request: Request): Promise<Answer> {
    const { pipeline } = this.#options
    let intent: Intent = await pipeline.post(request.intent)
    if (intent.kind === 'unsettled') intent = await this.#settleOriginalFirst(request, intent.original)
    if (intent.kind === 'early') intent = await this.#answerEarly(request.intent)
    if (intent.kind === 'answered') return intent.answer
    if (intent.kind === 'send') return this.#send(request, intent)
    throw unavailable('the original keeps changing')
  }

  /** Calls the core under the recorded reference and records its outcome. */
  async #send({ intent: sent, toCore }: Request, sendable: Sendable): Promise<Answer> {
    const { core, pipeline } = this.#options
    const intent: IntentPosting = { ...sent, rrn: sendable.rrn }
    let outcome: CoreOutcome
    try {
      outcome = await core.execute(toCore(sendable))
    } catch (error) {
      // An earlier call with the same reference may have been executed, even if this one failed.
      if (!sendable.isNew || !nothingWasDone(error)) throw outcomeUnknown(error)
      // A record that cannot be removed now is harmless: the order is sent when it is repeated.
      const isFree = await pipeline.post(this.#withdrawal(intent, sendable.reference)).catch(() => true)
      throw isFree ? error : outcomeUnknown(error)
    }
    const settling = { ...this.#identity(intent, sendable.reference), outcome, caller: intent }
    return pipeline.post(settlement(settling)).catch((error: unknown) => {
      throw outcomeUnknown(error)
    })
  }

  /**
   * Settles the original of a reversal when its outcome is unknown. The core either returns that outcome or cancels the
   * order; once cancelled, the reversal is approved without moving money.
   */
  async #settleOriginalFirst(request: Request, original: Original): Promise<Intent> {
    const { core, pipeline } = this.#options
    const { intent } = request
    const answer = await core.cancel(intent.institutionId, original.transactionId).catch((error: unknown) => {
      // The reversal itself is not recorded.
      throw unavailable('the original of the reversal cannot be settled now', error)
    })
    const { partnerId, rrn } = original
    const identity = { ...this.#identity(intent, original.transactionId), partnerId, rrn }
    if (answer !== 'cancelled') {
      await pipeline.post(settlement({ ...identity, outcome: answer }))
      return pipeline.post(intent)
    }
    // The reversal is recorded first. While it is not, the original stays unknown, so that the reversal sent again finds
    // the same one and cancels it again.
    const answered = await this.#answerEarly(afterCancelling(intent, original))
    const cancelled: CoreOutcome = { code: DECLINE.reversedBeforeArrival }
    // Left unknown, the original is settled by its repetition or the background inquiry.
    await pipeline.post(settlement({ ...identity, outcome: cancelled })).catch(() => {})
    return answered
  }

  /** A reversal that arrived before its original is approved; its reply shows the account, which only the core knows. */
  async #answerEarly(intent: IntentPosting): Promise<Intent> {
    const { directory, clock, pipeline } = this.#options
    const institution = directory.institution(intent.institutionId)
    if (institution === undefined) throw unavailable('the institution is not known')
    const { institutionId, partnerId, rrn, correlationId, terminalId, accountId } = intent
    const businessDate = businessDateAt(clock.now(), institution)
    const origin = { institutionId, partnerId, rrn, correlationId, businessDate, ...(terminalId && { terminalId }) }
    const shown = await this.#options.core.inquireBalance({ origin, accountId }).catch((error: unknown) => {
      throw unavailable('the account cannot be shown now', error)
    })
    const again: IntentPosting = { ...intent, shown }
    return pipeline.post(again)
  }

  #intent(
    order: Sent<AnyOrder>,
    presented: Presented,
    fields: KindFields,
    decide: IntentPosting['decide'],
  ): IntentPosting {
    return {
      ...orderFields(order, presented, fields),
      kind: 'intent',
      owner: this.#options.records,
      accountIds: [],
      usageCurrency: presented.rules && presented.institution.baseCurrency,
      decide,
      render: (outcome) => order.render(outcome),
    }
  }

  #withdrawal(intent: IntentPosting, reference: string): WithdrawPosting {
    return { ...this.#identity(intent, reference), kind: 'withdraw' }
  }

  #identity({ institutionId, partnerId, rrn, accountId }: IntentPosting, transactionId: string) {
    return { owner: this.#options.records, accountIds: [], institutionId, partnerId, rrn, accountId, transactionId }
  }

  #base(order: AnyOrder, presented: Presented, { reference, businessDate }: Sendable) {
    const { accountId, pan } = order
    const origin = { ...this.#origin(order, presented), businessDate }
    return { reference, origin, accountId, ...(pan !== undefined && { pan }) }
  }

  #origin(order: Parameters<typeof present>[0], { institution }: Presented): OrderOrigin {
    const { institutionId, partnerId, rrn, correlationId, terminalId } = order
    const businessDate = businessDateAt(this.#options.clock.now(), institution)
    return { institutionId, partnerId, rrn, correlationId, businessDate, ...(terminalId && { terminalId }) }
  }

  #balances({ accountId, pan, ...asked }: BalanceInquiry, presented: Presented): Promise<CoreOutcome> {
    const origin = this.#origin(asked, presented)
    return this.#options.core.inquireBalance({ origin, accountId, ...(pan !== undefined && { pan }) })
  }

  #present(order: Parameters<typeof present>[0]): Presented {
    return present(order, this.#options)
  }
}

function settlement(posting: Omit<SettlePosting, 'kind'>): SettlePosting {
  return { ...posting, kind: 'settle' }
}

/** The reversal of a cancelled order. */
function afterCancelling(intent: IntentPosting, { rrn }: Original): IntentPosting {
  return {
    ...intent,
    ...(intent.original !== undefined && { original: { ...intent.original, rrn } }),
    decide: (records): IntentDecision =>
      records.hasTombstone(intent.partnerId, rrn)
        ? decline(DECLINE.alreadyReversed)
        : { kind: 'tombstone', originalRrn: rrn },
  }
}

function nothingWasDone(error: unknown): boolean {
  return error instanceof Problem && (error.kind === 'unavailable' || error.kind === 'internal')
}

function outcomeUnknown(error: unknown): Problem {
  return error instanceof Problem && error.kind === 'timeout' ? error : timedOut('the outcome is not known', error)
}
