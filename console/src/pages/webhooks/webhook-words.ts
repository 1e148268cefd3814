// Kinds of events in words, and webhooks as lists name them.

import type { onboarding } from '@tillgate/sdk'

export type Webhook = onboarding.Webhook
export type Delivery = onboarding.WebhookDelivery
export type EventKind = Webhook['kinds'][number]
/** A test is sent to the webhook that asks for it, whatever its kinds are. */
export type ChosenKind = Exclude<EventKind, 'webhook.test'>

type Kinds = readonly (readonly [kind: ChosenKind, name: string])[]

export const KIND_GROUPS: readonly (readonly [group: string, kinds: Kinds])[] = [
  [
    'Account services',
    [
      ['exception.opened', 'Exception opened'],
      ['exception.resolved', 'Exception resolved'],
      ['transaction.reversed-late', 'Transaction reversed late'],
      ['business-day.closed', 'Business day closed'],
      ['business-day.held', 'Business day held'],
    ],
  ],
  [
    'Institutions and terminals',
    [
      ['institution.changed', 'Institution changed'],
      ['terminal.created', 'New terminal'],
      ['terminal.changed', 'Terminal changed'],
      ['terminal.deleted', 'Terminal removed'],
      ['connectivity.changed', 'Core connectivity changed'],
      ['hot-card.created', 'Card stopped at the gateway'],
      ['hot-card.changed', 'Hot card changed'],
      ['stop.created', 'Orders stopped'],
      ['stop.changed', 'Stop changed'],
      ['alert.raised', 'Alert raised'],
      ['alert.cleared', 'Alert cleared'],
      ['change.emergency', 'Change carried out in an emergency'],
    ],
  ],
  [
    'The partner itself',
    [
      ['partner.changed', 'Terms of the partner changed'],
      ['client.created', 'New client'],
      ['client.changed', 'Client changed'],
      ['client.rotated', 'Secret of a client changed'],
      ['client.deleted', 'Client removed'],
    ],
  ],
  [
    'Digital banking',
    [
      ['digital-institution.created', 'New institution'],
      ['digital-institution.changed', 'State of an institution changed'],
      ['digital-user.created', 'New user of an institution'],
      ['digital-user.changed', 'State of a user changed'],
      ['digital-account.created', 'New asset account'],
      ['digital-account.changed', 'Asset account changed'],
      ['digital-settlement.created', 'Settlement recorded'],
      ['deposit.changed', 'Deposit moved on'],
      ['redemption.changed', 'Redemption moved on'],
      ['transfer.changed', 'Transfer moved on'],
    ],
  ],
  [
    'Applications and offers',
    [
      ['loan-application.created', 'New application'],
      ['loan-application.changed', 'Application moved on'],
      ['loan-decision.recorded', 'Decision about an application'],
      ['loan-offer.created', 'New offer'],
      ['loan-offer.accepted', 'Offer accepted'],
    ],
  ],
  [
    'Payments of loans',
    [
      ['loan.disbursed', 'Loan paid out'],
      ['loan.repaid', 'Repayment received'],
      ['loan.settled', 'Loan paid off early'],
      ['loan.refunded', 'Overpayment given back'],
      ['loan.reversed', 'Payment of a loan reversed'],
      ['loan.payment-failed', 'Payment of a loan refused by the core'],
      ['loan.fee-charged', 'Fee charged'],
      ['loan.fee-waived', 'Fee waived'],
    ],
  ],
  [
    'State of loans',
    [
      ['loan.created', 'New loan'],
      ['loan.status-changed', 'Status or arrears of a loan changed'],
      ['loan.changed', 'Terms or contact of a loan changed'],
      ['loan.hardship-changed', 'Hardship begun or ended'],
      ['loan.restructured', 'Loan restructured'],
      ['loan.closed', 'Loan closed'],
      ['loan.charged-off', 'Loan charged off'],
    ],
  ],
]

const NAMES: ReadonlyMap<string, string> = new Map(KIND_GROUPS.flatMap(([, kinds]) => [...kinds]))

/** The kind in words; one that this console does not know, as it is called. */
export function kindName(kind: string): string {
  return kind === 'webhook.test' ? 'Test' : (NAMES.get(kind) ?? kind)
}

/** Choices of a filter. */
export function kindChoices(): readonly { readonly value: string; readonly label: string }[] {
  return [...NAMES.keys(), 'webhook.test'].map((value) => ({ value, label: kindName(value) }))
}

/** `All`, one in words, or how many. */
export function kindsInShort(kinds: readonly string[]): string {
  const [only] = kinds
  if (only === undefined) return 'All'
  return kinds.length === 1 ? kindName(only) : `${kinds.length} kinds`
}

/** The address without its scheme: where a list or a heading names a webhook. */
export function addressOf({ url }: Pick<Webhook, 'url'>): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** ACTIVE, FAILING while nothing is accepted, or INACTIVE. */
export function stateOf({ isActive, failures }: Pick<Webhook, 'isActive' | 'failures'>): string {
  return isActive ? (failures > 0 ? 'FAILING' : 'ACTIVE') : 'INACTIVE'
}

/** How old the oldest event is that it has not taken. */
export function lagOf({ lagSeconds }: Pick<Webhook, 'lagSeconds'>): string {
  if (lagSeconds === 0) return 'None'
  if (lagSeconds < 120) return `${lagSeconds} s`
  return lagSeconds < 7_200 ? `${Math.round(lagSeconds / 60)} min` : `${Math.round(lagSeconds / 3_600)} h`
}
