// Which transactions are exceptions.
//
//   kind        transaction                                                 since
//   UNMATCHED   reversal declined with 914                                  its record
//               reversal approved before its original, which did not come   the end of the reversal window
//   LATE        reversal declined with 188                                  its record
//   REFUSED     reversal declined with 110, 182 or 183                      its record
//   UNKNOWN     order of unknown outcome (911)                              15 minutes after its record
//   DECLINED_ADVICE   what a switch has done already and the bank declined: a row of declined_advices
//   ADVICE_PARKED     what a host has not taken back in time, or refuses to: a row of host_exceptions
//   RECONCILIATION    what a source's file and the books disagree about: a row of reconciliation_exceptions
//   HOST_APPROVAL     what a host has approved and the gateway cannot stand by, until it has taken it back: another such row
//   CASH_DIFFERENCE   what a count found in a terminal beyond what was expected, or less: a row of cash_differences, without transaction

import { MINUTE_MS } from '../../platform/kernel/time/clock.ts'

export const EXCEPTION_KINDS = [
  'UNMATCHED',
  'LATE',
  'REFUSED',
  'UNKNOWN',
  'DECLINED_ADVICE',
  'ADVICE_PARKED',
  'HOST_APPROVAL',
  'CASH_DIFFERENCE',
  'RECONCILIATION',
] as const
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

export const RESOLVING_ACTIONS = ['MATCH', 'WRITE_OFF', 'IGNORE'] as const
export type ResolvingAction = (typeof RESOLVING_ACTIONS)[number]

/** For what a host has to take back; both are actions of exceptions of tokens too. */
export const HOST_ACTIONS = ['RETRY', 'SETTLED_OUTSIDE'] as const
export type HostAction = (typeof HOST_ACTIONS)[number]

export type HostKind = 'ADVICE_PARKED' | 'HOST_APPROVAL'

export function isHostKind(kind: ExceptionKind): kind is HostKind {
  return kind === 'ADVICE_PARKED' || kind === 'HOST_APPROVAL'
}

export const OUTCOMES = ['APPROVED', 'DECLINED'] as const
export type LearnedOutcome = (typeof OUTCOMES)[number]

export interface Resolution {
  readonly action: ResolvingAction | 'SETTLED' | 'SETTLED_OUTSIDE'
  readonly reason: string
  readonly by: string
  readonly at: string
  readonly journalId?: string
  /** SETTLED_OUTSIDE. */
  readonly externalReference?: string
}

export const UNKNOWN_AFTER_MS = 15 * MINUTE_MS

/** The rows of `transactions t` that are exceptions or may become one: the condition of the index transactions_exceptional. */
export const EXCEPTIONAL = `(t.response_code = '911'
     OR t.type LIKE '%REVERSAL'
        AND (t.response_code IN ('914', '188', '110', '182', '183') OR t.response_code = '000' AND t.original_id IS NULL))`

/** The kind of a row of EXCEPTIONAL. */
export const KIND = `CASE t.response_code WHEN '911' THEN 'UNKNOWN' WHEN '188' THEN 'LATE' WHEN '914' THEN 'UNMATCHED'
                          WHEN '000' THEN 'UNMATCHED' ELSE 'REFUSED' END`
