// What a loan takes in which state, so that no button leads to a refusal.

import type { lending } from '@tillgate/sdk'

export type Loan = lending.Loan
type Status = Loan['status']
export type CloseReason = lending.CloseLoanRequest['reason']

const CLOSINGS: Readonly<Record<Status, readonly CloseReason[]>> = {
  APPROVED: ['CANCELLED'],
  ACTIVE: ['SETTLED_SHORT', 'CHARGED_OFF', 'WRITTEN_OFF'],
  IN_ARREARS: ['SETTLED_SHORT', 'CHARGED_OFF', 'WRITTEN_OFF'],
  OVERPAID: ['OBLIGATIONS_MET'],
  CHARGED_OFF: ['SETTLED_SHORT', 'WRITTEN_OFF'],
  CLOSED: [],
  CANCELLED: [],
  WRITTEN_OFF: [],
}

/** These three give up money, and need the right to approve. */
const LOSSES: ReadonlySet<CloseReason> = new Set(['SETTLED_SHORT', 'CHARGED_OFF', 'WRITTEN_OFF'])

export function closingsOf({ status }: Loan, mayApprove: boolean): CloseReason[] {
  return CLOSINGS[status].filter((reason) => mayApprove || !LOSSES.has(reason))
}

export function canDisburse({ status, principalApproved, principalDisbursed }: Loan): boolean {
  return ['APPROVED', 'ACTIVE', 'IN_ARREARS'].includes(status) && principalDisbursed < principalApproved
}

/** Money can be taken for it. */
export function canRepay({ status }: Loan): boolean {
  return ['ACTIVE', 'IN_ARREARS', 'CHARGED_OFF', 'WRITTEN_OFF'].includes(status)
}

/** Its plan can change. */
export function canRestructure({ status, subStatus }: Loan): boolean {
  return ['ACTIVE', 'IN_ARREARS'].includes(status) && subStatus === undefined
}

export function canPrepay({ status }: Loan): boolean {
  return ['ACTIVE', 'IN_ARREARS'].includes(status)
}

export function canCharge({ status }: Loan): boolean {
  return ['ACTIVE', 'IN_ARREARS'].includes(status)
}
