// The states of an institution and the moves between them.
//
//   DRAFT → SUBMITTED → APPROVED → ACTIVE ⇄ SUSPENDED → TERMINATED
//             ↓            ↓
//             └─────────→ REJECTED → DRAFT (by a change of its fields)

import type { RecordedStatus } from './institution-records.ts'

export interface Move {
  readonly from: readonly RecordedStatus[]
  readonly to: RecordedStatus
  /** The fields that readiness needs must be there: they cannot be added afterwards. */
  readonly needsFields?: true
  /** The institution must be ready for traffic. */
  readonly needsReadiness?: true
  /** Not by who submitted it or edited it last. */
  readonly byAnother?: true
  /** Also open to the users of the institution. */
  readonly byItsUsers?: true
}

/** Every other pair of state and move is a conflict. */
export const MOVES = {
  submit: { from: ['DRAFT'], to: 'SUBMITTED', byItsUsers: true, needsFields: true },
  approve: { from: ['SUBMITTED'], to: 'APPROVED', byAnother: true },
  reject: { from: ['SUBMITTED', 'APPROVED'], to: 'REJECTED', byAnother: true },
  activate: { from: ['APPROVED'], to: 'ACTIVE', needsReadiness: true },
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  resume: { from: ['SUSPENDED'], to: 'ACTIVE', needsReadiness: true },
  terminate: { from: ['SUSPENDED'], to: 'TERMINATED' },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof MOVES

interface FieldRules {
  /** The state after its fields are changed; absent when they cannot be. */
  readonly editedTo?: RecordedStatus
  /** It never took traffic, so that it can be deleted and its base currency changed. */
  readonly isNew?: true
  /** It takes traffic: a change keeps what readiness needs. */
  readonly staysReady?: true
}

export const STATES: Readonly<Record<RecordedStatus, FieldRules>> = {
  DRAFT: { editedTo: 'DRAFT', isNew: true },
  SUBMITTED: {},
  APPROVED: {},
  REJECTED: { editedTo: 'DRAFT', isNew: true },
  ACTIVE: { editedTo: 'ACTIVE', staysReady: true },
  SUSPENDED: { editedTo: 'SUSPENDED' },
  TERMINATED: {},
}
