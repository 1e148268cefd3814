// Every kind of event: what it tells, and the shape of its data. Webhooks and feeds filter by these names; the AsyncAPI document lists
// them. A kind is listed here when something stores it.

import type { TSchema } from 'typebox'
import {
  ALERT,
  alert,
  answered,
  businessDay,
  CLIENT,
  client,
  closedLoan,
  connectivity,
  EMERGENCY_CHANGE,
  EXCEPTION,
  emergencyChange,
  exception,
  HOT_CARD,
  heldBusinessDay,
  hotCard,
  INSTITUTION,
  institution,
  loan,
  loanStatus,
  loanTransaction,
  partner,
  reversedLate,
  STOP,
  settlement,
  stop,
  TERMINAL,
  terminal,
  test,
  WEBHOOK_ID,
} from './event-data.ts'

interface KindOfEvent {
  /** When it is stored. */
  readonly tells: string
  readonly data: TSchema
  /** Absent where the data is described elsewhere, with its examples. */
  readonly example?: object
  /** What the example is about. */
  readonly subject?: string
}

export const EVENT_KINDS = {
  'business-day.closed': {
    tells: 'A business day of an institution is closed: its totals and its reconciliation file are final.',
    data: businessDay,
    subject: 'institution/FI001',
    example: { institutionId: 'FI001', date: '2026-01-15', state: 'CLOSED' },
  },
  'business-day.held': {
    tells: 'A business day of an institution is held: it is closed later than at its cutover.',
    data: heldBusinessDay,
    subject: 'institution/FI001',
    example: { institutionId: 'FI001', date: '2026-01-15', state: 'CLOSING', heldUntil: '2026-01-16T08:00:00.000Z' },
  },
  'institution.changed': {
    tells: 'An institution that the partner works for was changed, or moved to another status.',
    data: institution,
    subject: 'institution/FI001',
    example: INSTITUTION,
  },
  'terminal.created': {
    tells: 'An institution that the partner works for has a new terminal.',
    data: terminal,
    subject: 'terminal/FI001/T-100',
    example: { ...TERMINAL, version: 1 },
  },
  'terminal.changed': {
    tells: 'A terminal of an institution that the partner works for was changed, or moved to another status.',
    data: terminal,
    subject: 'terminal/FI001/T-100',
    example: { ...TERMINAL, status: 'INACTIVE' },
  },
  'terminal.deleted': {
    tells: 'A terminal of an institution that the partner works for was removed; the data is its last state.',
    data: terminal,
    subject: 'terminal/FI001/T-100',
    example: TERMINAL,
  },
  'hot-card.created': {
    tells: 'A card of an institution that the partner works for is stopped at the gateway.',
    data: hotCard,
    subject: 'hot-card/0197f3a0-5a10-7c41-9d3e-2b7f0a6c1f10',
    example: HOT_CARD,
  },
  'hot-card.changed': {
    tells: 'A hot card was lifted: its orders pass again.',
    data: hotCard,
    subject: 'hot-card/0197f3a0-5a10-7c41-9d3e-2b7f0a6c1f10',
    example: { ...HOT_CARD, state: 'LIFTED', version: 2 },
  },
  'stop.created': {
    tells: 'Orders of the partner, or of an institution that it works for, are stopped.',
    data: stop,
    subject: 'stop/0197f3a0-5a10-7c41-9d3e-2b7f0a6c1f20',
    example: STOP,
  },
  'stop.changed': {
    tells: 'A stop was lengthened or lifted.',
    data: stop,
    subject: 'stop/0197f3a0-5a10-7c41-9d3e-2b7f0a6c1f20',
    example: { ...STOP, state: 'LIFTED', version: 2 },
  },
  'connectivity.changed': {
    tells: 'The connection to the core of an institution was changed while in use, taken into use, or out of use.',
    data: connectivity,
    subject: 'connectivity/0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e62',
    example: {
      institutionId: 'FI001',
      environment: 'prod',
      coreType: 'REST',
      status: 'ACTIVE',
      version: 3,
      updatedAt: '2026-01-15T10:00:00.000Z',
    },
  },
  'partner.changed': {
    tells:
      'What the partner may do was changed: families, operations, institutions, its rate limit, or whether it may call.',
    data: partner,
    subject: 'partner/PARTNER01',
    example: {
      partnerId: 'PARTNER01',
      name: 'Harbor cash machines',
      families: ['accounts'],
      operations: ['BalanceInquiry', 'Debits'],
      institutionIds: ['FI001'],
      rateLimit: { perSecond: 50 },
      isActive: true,
      version: 2,
      updatedAt: '2026-01-15T10:00:00.000Z',
    },
  },
  'exception.opened': {
    tells:
      'Something of the partner needs a person: a reversal that was refused or has no original, an unknown outcome, a movement of tokens that is stuck, or books and ledger that differ.',
    data: exception,
    subject: 'exception/0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e72',
    example: EXCEPTION,
  },
  'exception.resolved': {
    tells: 'An exception was resolved by an operator, or has settled by itself.',
    data: exception,
    subject: 'exception/0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e72',
    example: { ...EXCEPTION, state: 'RESOLVED', resolution: { action: 'MATCH', at: '2026-01-15T11:00:00.000Z' } },
  },
  'transaction.reversed-late': {
    tells: 'An operator has reversed a transaction of the partner, whose reversal was refused before.',
    data: reversedLate,
    subject: 'transaction/0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e73',
    example: {
      transactionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e70',
      institutionId: 'FI001',
      rrn: '100000000001',
      reversalRrn: '100000000002',
      amount: 100,
      currency: 'USD',
      journalId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e71',
    },
  },
  'digital-institution.created': {
    tells: 'A digital institution was onboarded.',
    data: answered('digital', 'DigitalInstitution'),
  },
  'digital-institution.changed': {
    tells: 'A digital institution has moved to another state, or its terms were changed.',
    data: answered('digital', 'DigitalInstitution'),
  },
  'digital-user.created': { tells: 'A user was onboarded.', data: answered('digital', 'DigitalUser') },
  'digital-user.changed': {
    tells: 'A user has moved to another state.',
    data: answered('digital', 'DigitalUser'),
  },
  'digital-account.created': {
    tells: 'A digital asset account was opened.',
    data: answered('digital', 'DigitalAssetAccount'),
  },
  'digital-account.changed': {
    tells: 'A digital asset account has moved to another state, or was changed.',
    data: answered('digital', 'DigitalAssetAccount'),
  },
  'digital-settlement.created': {
    tells: 'What one institution has paid another outside the platform was recorded; the partners of both are told.',
    data: settlement,
    subject: 'digital-settlement/0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e80',
    example: {
      settlementId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e80',
      payerInstitutionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e81',
      payeeInstitutionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e82',
      amount: 2500,
      currencyCode: 'USD',
      externalReference: 'FEDWIRE-20260115-0042',
      valueDate: '2026-01-15',
    },
  },
  'deposit.changed': {
    tells: 'A tokenized deposit was made or has moved on; `data.state` says how far.',
    data: answered('digital', 'TokenizedDeposit'),
  },
  'redemption.changed': {
    tells: 'A token redemption was made or has moved on; `data.state` says how far.',
    data: answered('digital', 'TokenRedemption'),
  },
  'transfer.changed': {
    tells:
      "A transfer was made or has moved on; `data.state` says how far. The payee's partner is told from RESERVED on, in the payee's view.",
    data: answered('digital', 'InterbankTransfer'),
  },
  'loan-application.created': {
    tells: 'An application was submitted.',
    data: answered('lending', 'Application'),
  },
  'loan-application.changed': {
    tells: 'An application has moved on: risk signals, a decision, an offer, an acceptance or a loan.',
    data: answered('lending', 'Application'),
  },
  'loan-decision.recorded': {
    tells: 'An application was approved, declined or referred.',
    data: answered('lending', 'Decision'),
  },
  'loan-offer.created': { tells: 'An offer was made.', data: answered('lending', 'ListedOffer') },
  'loan-offer.accepted': {
    tells: 'An offer was accepted; its siblings are superseded.',
    data: answered('lending', 'ListedOffer'),
  },
  'loan.created': { tells: 'A loan was made; nothing is paid out yet.', data: loan },
  'loan.disbursed': { tells: 'Money of a loan was paid out.', data: loanTransaction },
  'loan.repaid': { tells: 'A loan has received a repayment or prepayment.', data: loanTransaction },
  'loan.settled': { tells: 'A loan was paid off early.', data: loanTransaction },
  'loan.refunded': { tells: 'An overpayment was given back.', data: loanTransaction },
  'loan.reversed': { tells: 'A disbursement or a repayment was reversed.', data: loanTransaction },
  'loan.fee-charged': { tells: 'A fee or penalty was charged.', data: loanTransaction },
  'loan.fee-waived': { tells: 'A fee or penalty was waived.', data: loanTransaction },
  'loan.hardship-changed': { tells: 'A hardship arrangement has begun or ended.', data: loan },
  'loan.restructured': { tells: 'The plan of a loan was changed by a restructure.', data: loan },
  'loan.closed': {
    tells:
      'A loan was closed, cancelled or written off, or an operator has charged it off; also by a settlement or by its last repayment.',
    data: closedLoan,
  },
  'loan.charged-off': {
    tells: 'A loan is charged off: by an operator, or because it is overdue for so long.',
    data: loan,
  },
  'loan.changed': { tells: 'Terms or contact of a loan were changed.', data: loan },
  'loan.payment-failed': {
    tells: 'The core has refused to move the money of a disbursement or repayment that was pending.',
    data: loanTransaction,
  },
  'loan.status-changed': {
    tells:
      'A loan has another status, sub-status or arrears bucket than before; told as of the end of the day when only time has passed.',
    data: loanStatus,
    subject: 'loan/01978a2e-6f00-7000-8000-00000000c0de',
    example: {
      loanId: '01978a2e-6f00-7000-8000-00000000c0de',
      asOf: '2026-03-05',
      before: { status: 'ACTIVE', bucket: 'CURRENT', daysPastDue: 0 },
      after: { status: 'IN_ARREARS', bucket: '1-30', daysPastDue: 4 },
    },
  },
  'client.created': {
    tells: 'The partner has a new client.',
    data: client,
    subject: 'client/harbor-atm',
    example: CLIENT,
  },
  'client.changed': {
    tells: 'What a client of the partner may call with, or from where, was changed.',
    data: client,
    subject: 'client/harbor-atm',
    example: CLIENT,
  },
  'client.rotated': {
    tells: 'A client of the partner has a new secret; the old one is refused, at once or when its overlap ends.',
    data: client,
    subject: 'client/harbor-atm',
    example: CLIENT,
  },
  'client.deleted': {
    tells: 'A client of the partner was removed.',
    data: client,
    subject: 'client/harbor-atm',
    example: CLIENT,
  },
  'alert.raised': {
    tells: 'An alert rule was raised. In no feed: only the webhook that the rule names gets it.',
    data: alert,
    subject: 'alert/0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e90',
    example: ALERT,
  },
  'alert.cleared': {
    tells: 'A raised alert is over. In no feed: only the webhook that the rule names gets it.',
    data: alert,
    subject: 'alert/0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e90',
    example: { ...ALERT, state: 'OK', value: 0, about: '' },
  },
  'change.emergency': {
    tells:
      'A change of administration was carried out without the approval that it should have waited for. In no feed: only webhooks that name this kind get it.',
    data: emergencyChange,
    subject: 'change-request/0197f8c6-1b20-7a35-8e4d-3c8f1b7d2f66',
    example: EMERGENCY_CHANGE,
  },
  'webhook.test': {
    tells: 'Asked for to try a webhook. Only that webhook gets it; the feed has it too.',
    data: test,
    subject: 'webhook/0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e60/test/0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e63',
    example: { webhookId: WEBHOOK_ID, message: 'The webhook works.' },
  },
} as const satisfies Readonly<Record<string, KindOfEvent>>

export type EventKind = keyof typeof EVENT_KINDS

/** The table in its order, with one type for every row. */
export const KINDS_OF_EVENTS: readonly (readonly [kind: EventKind, KindOfEvent])[] = Object.entries<KindOfEvent>(
  EVENT_KINDS,
) as [EventKind, KindOfEvent][]

export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as readonly EventKind[]
