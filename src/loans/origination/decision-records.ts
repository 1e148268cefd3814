// Decisions as they are stored and read.

import type { Sql } from '../../platform/storage/database.ts'
import type { Term, TermUnit } from '../engine/terms.ts'
import { type At, findById } from '../lending-homes.ts'
import { APPLICATION_STATE, type ApplicationStateRow, applicationStateOf } from './applications/application-records.ts'
import type { OriginationCaller } from './origination-work.ts'
import { type ApplicationState, DECISION_MOVES, type DecisionState, type Stored, stateAt } from './states.ts'

export const DECISIONS = ['APPROVE', 'DECLINE', 'REFER'] as const
export type DecisionKind = (typeof DECISIONS)[number]

/** What an approval allows. */
export interface Approval {
  readonly approvedMinor: bigint
  readonly approvedRate: string
  readonly approvedTerm: Term
  readonly expiresAtMs: number
}

export interface DecisionRecord {
  readonly decisionId: string
  readonly applicationId: string
  readonly institutionId: string
  readonly currency: string
  readonly decision: DecisionKind
  readonly status: DecisionState
  readonly reasonCodes: readonly string[]
  readonly conditions: readonly string[]
  /** APPROVE only. */
  readonly approval?: Approval
  readonly decidedBy: string
  /** The REFER that it follows. */
  readonly supersedes?: string
  /** The application's status now. */
  readonly applicationStatus: ApplicationState
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: string
}

interface DecisionRow extends ApplicationStateRow {
  institution_id: string
  decision_id: string
  application_id: string
  currency: string
  decision: DecisionKind
  reason_codes: string[]
  approved_minor: bigint | null
  approved_rate: string | null
  approved_term_count: number | null
  approved_term_unit: TermUnit | null
  conditions: string[]
  expires_at: Date | null
  decided_by: string
  supersedes: string | null
  status: Stored<DecisionState>
  version: number
  created_at: Date
  updated_at: Date
  created_by: string
}

/** A decision of the caller's partner that is known to exist. */
export async function readDecision(
  sql: Sql,
  { partnerId }: Pick<OriginationCaller, 'partnerId'>,
  decisionId: string,
  nowMs: number,
): Promise<DecisionRecord> {
  const text = (at: At) =>
    `SELECT d.*, a.currency, ${APPLICATION_STATE}
       FROM loan_decisions d JOIN loan_applications a USING (institution_id, application_id)
      WHERE d.partner_id = $1 AND d.decision_id = $2${at('d')}`
  const row = await findById<DecisionRow>(sql, decisionId, text, [partnerId, decisionId])
  if (row === undefined) throw new Error(`decision ${decisionId} cannot be read`)
  return decisionOf(row, nowMs)
}

function decisionOf(row: DecisionRow, nowMs: number): DecisionRecord {
  const applicationStatus = applicationStateOf(row, nowMs)
  // An offer that was accepted in time keeps the approval: the clock ends it only while the application can expire.
  const endsMs = row.application_status === 'ACCEPTED' ? undefined : row.expires_at?.getTime()
  const approval = approvalOf(row)
  return {
    decisionId: row.decision_id,
    applicationId: row.application_id,
    institutionId: row.institution_id,
    currency: row.currency,
    decision: row.decision,
    status: stateAt(DECISION_MOVES, row.status, endsMs, nowMs),
    reasonCodes: row.reason_codes,
    conditions: row.conditions,
    ...(approval && { approval }),
    decidedBy: row.decided_by,
    ...(row.supersedes !== null && { supersedes: row.supersedes }),
    applicationStatus,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    createdBy: row.created_by,
  }
}

function approvalOf(row: DecisionRow): Approval | undefined {
  const { approved_minor, approved_rate, approved_term_count, approved_term_unit, expires_at } = row
  if (approved_minor === null || approved_rate === null || approved_term_count === null) return undefined
  if (approved_term_unit === null || expires_at === null) return undefined
  return {
    approvedMinor: approved_minor,
    approvedRate: approved_rate,
    approvedTerm: { count: approved_term_count, unit: approved_term_unit },
    expiresAtMs: expires_at.getTime(),
  }
}
