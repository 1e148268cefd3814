// What partners are told of lending: applications, decisions and offers with the transaction that changes them, loans with their
// postings. How each looks to a partner is the family's business: it hands in its views.

import type { EventKind } from '../administration/events/event-kinds.ts'
import { storeEvent } from '../administration/events/event-outbox.ts'
import type { PostedEvent } from '../administration/events/posted-events.ts'
import type { LoanPosition } from './engine/fold/loan-position.ts'
import type { ApplicationRecord } from './origination/applications/application-records.ts'
import type { DecisionRecord } from './origination/decision-records.ts'
import type { OfferRecord } from './origination/offers/offer-records.ts'
import type { OriginationWork } from './origination/origination-work.ts'
import type { LoanHistory, RecordedEvent } from './servicing/loan-record.ts'

/** What the API answers about a resource. */
export interface LoanViews {
  application(application: ApplicationRecord): object
  decision(decision: DecisionRecord): object
  offer(offer: OfferRecord): object
  loan(history: LoanHistory, position: LoanPosition): object
  /** What an event moved. */
  transaction(history: LoanHistory, position: LoanPosition, eventId: string): object
}

/** Origination whose changes partners are told of; without views they are not. */
export interface ToldWork extends OriginationWork {
  readonly views?: LoanViews | undefined
}

/** The application is locked or new. */
export async function tellApplication(work: ToldWork, one: ApplicationRecord): Promise<void> {
  const { sql, nowMs, views } = work
  if (views === undefined) return
  await storeEvent(sql, nowMs, {
    kind: one.version === 1 ? 'loan-application.created' : 'loan-application.changed',
    partnerId: work.caller.partnerId,
    institutionId: one.institutionId,
    resource: `loan-application/${one.applicationId}`,
    data: views.application(one),
  })
}

/** Under the lock of its application. */
export async function tellDecision(work: ToldWork, one: DecisionRecord, institutionId: string): Promise<void> {
  const { sql, nowMs, views } = work
  if (views === undefined) return
  await storeEvent(sql, nowMs, {
    kind: 'loan-decision.recorded',
    partnerId: work.caller.partnerId,
    institutionId,
    resource: `loan-decision/${one.decisionId}`,
    data: views.decision(one),
  })
}

/** Under the lock of its application. */
export async function tellOffer(
  work: ToldWork,
  kind: 'loan-offer.created' | 'loan-offer.accepted',
  one: OfferRecord,
): Promise<void> {
  const { sql, nowMs, views } = work
  if (views === undefined) return
  await storeEvent(sql, nowMs, {
    kind,
    partnerId: work.caller.partnerId,
    institutionId: one.institutionId,
    resource: `loan-offer/${one.offerId}`,
    data: views.offer(one),
  })
}

const MONEY = {
  DISBURSEMENT: 'loan.disbursed',
  REPAYMENT: 'loan.repaid',
  PREPAYMENT: 'loan.repaid',
  SETTLEMENT: 'loan.settled',
  REFUND: 'loan.refunded',
  REVERSAL: 'loan.reversed',
  CHARGE: 'loan.fee-charged',
  CHARGE_WAIVED: 'loan.fee-waived',
  CLOSING: 'loan.closed',
} as const

const PLAN = {
  RESTRUCTURE: 'loan.restructured',
  HARDSHIP: 'loan.hardship-changed',
  HARDSHIP_ENDED: 'loan.hardship-changed',
  AMENDMENT: 'loan.changed',
} as const

const CLOSED: ReadonlySet<string> = new Set(['CLOSED', 'CANCELLED', 'WRITTEN_OFF'])

/** What was recorded of a loan: its events, and where it stands if that is another than partners were told of. */
export function recordedEvents(
  views: LoanViews,
  history: LoanHistory,
  added: readonly RecordedEvent[],
  told: LoanPosition,
  position: LoanPosition,
): PostedEvent[] {
  const loan = () => views.loan(history, position)
  const events = added.map((one): PostedEvent => {
    const { kind } = one.event
    if (kind in PLAN) return loanEvent(history, PLAN[kind as keyof typeof PLAN], { loan: loan() })
    const transaction = views.transaction(history, position, one.eventId)
    return loanEvent(history, MONEY[kind as keyof typeof MONEY], { loan: loan(), transaction })
  })
  const changed = added.length === 0 ? [loanEvent(history, 'loan.changed', { loan: loan() })] : events
  // A closing says so itself. Whatever else has closed the loan is told with it: a settlement, the last repayment.
  const isClosing = added.some(({ event }) => event.kind === 'CLOSING')
  const last = added.at(-1)
  const closed =
    isClosing || CLOSED.has(told.status) || !CLOSED.has(position.status)
      ? []
      : [
          loanEvent(history, 'loan.closed', {
            loan: loan(),
            ...(last !== undefined &&
              last.event.kind in MONEY && { transaction: views.transaction(history, position, last.eventId) }),
          }),
        ]
  return [...changed, ...closed, ...standingEvents(views, history, told, position)]
}

/** A remote core has refused to move the money of an event. */
export function failedEvent(
  views: LoanViews,
  history: LoanHistory,
  eventId: string,
  position: LoanPosition,
): PostedEvent {
  const transaction = views.transaction(history, position, eventId)
  return loanEvent(history, 'loan.payment-failed', { loan: views.loan(history, position), transaction })
}

/** None when it stands where partners know it to. `after` orders what time alone has changed. */
export function standingEvents(
  views: LoanViews,
  history: LoanHistory,
  told: LoanPosition,
  position: LoanPosition,
  after?: number,
): PostedEvent[] {
  const [old, now] = [standingOf(told), standingOf(position)]
  if (old.status === now.status && old.subStatus === now.subStatus && old.bucket === now.bucket) return []
  const data = { loanId: history.loan.loanId, asOf: position.asOf, before: old, after: now }
  const events = [{ ...loanEvent(history, 'loan.status-changed', data), after }]
  if (now.status !== 'CHARGED_OFF' || old.status === 'CHARGED_OFF') return events
  return [...events, { ...loanEvent(history, 'loan.charged-off', { loan: views.loan(history, position) }), after }]
}

function standingOf({ status, subStatus, bucket, daysPastDue }: LoanPosition) {
  return { status, ...(subStatus !== undefined && { subStatus }), bucket, daysPastDue }
}

export function loanEvent({ loan }: LoanHistory, kind: EventKind, data: object): PostedEvent {
  const { institutionId, partnerId, loanId, version } = loan
  return { kind, bookId: institutionId, partnerId, resource: `loan/${loanId}`, version, data }
}
