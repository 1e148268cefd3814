// Risk signals: what providers report about an applicant, graded when it arrives. Signals move an application into review
// and are taken until it is decided for good.

import { authorOf } from '../../../administration/audit/actor.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { numberFromMinor } from '../../../platform/kernel/money/money.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import type { Once } from '../../../platform/storage/statements/once.ts'
import type { RuleBook } from '../../../rules/rule-book.ts'
import type { IdempotencyKey } from '../../keys/idempotency-keys.ts'
import { type At, findById, noteHome } from '../../lending-homes.ts'
import type { ToldWork } from '../../loan-events.ts'
import { loanProblem } from '../../loan-problems.ts'
import { monthsOf } from '../offers/term-months.ts'
import { type OriginationParts, originate } from '../originate.ts'
import type { OriginationCaller } from '../origination-work.ts'
import { APPLICATION_MOVES, type ApplicationState } from '../states.ts'
import { applicationNotFound, auditOperator, moveApplication, resourceOf } from './application-changes.ts'
import {
  APPLICATION_STATE,
  type ApplicationKey,
  type ApplicationRecord,
  type ApplicationStateRow,
  applicationStateOf,
  lockApplication,
} from './application-records.ts'
import { type Grading, gradeSignals, type KnownSignals, type Signal, withSignals } from './grade-signals.ts'

export interface RiskSignalRecord extends Grading {
  readonly riskSignalId: string
  readonly applicationId: string
  readonly signals: readonly Signal[]
  /** The application's status now. */
  readonly applicationStatus: ApplicationState
  readonly createdAt: string
  readonly createdBy: string
}

export class RiskSignals {
  readonly #parts: OriginationParts
  readonly #rules: Pick<RuleBook, 'get'>

  constructor(parts: OriginationParts & { readonly rules: Pick<RuleBook, 'get'> }) {
    this.#parts = parts
    this.#rules = parts.rules
  }

  /** Refusals: `application-not-found`, `application-closed`, `rules-unavailable`, and a 400 for values of a wrong kind. */
  record(
    caller: OriginationCaller,
    sent: { readonly applicationId: string; readonly signals: readonly Signal[] },
    key?: IdempotencyKey,
  ): Promise<Once<RiskSignalRecord>> {
    return originate(this.#parts, caller, key, {
      read: ({ sql, nowMs }, id) => readRiskSignals(sql, caller, id, nowMs),
      create: (work) => this.#record(work, sent.applicationId, sent.signals),
      resourceId: ({ riskSignalId }) => riskSignalId,
    })
  }

  async #record(work: ToldWork, applicationId: string, signals: readonly Signal[]): Promise<RiskSignalRecord> {
    const { sql, nowMs, caller } = work
    // Wrong kinds of values are refused first, even if there is no such application.
    withSignals({}, signals)
    const application = await lockApplication(sql, caller, applicationId, nowMs)
    if (application === undefined) throw applicationNotFound()
    if (APPLICATION_MOVES[application.status].SIGNALS === undefined) throw closed(application)
    const known = withSignals(await knownSignals(sql, application), signals)
    const grading = await gradeSignals(this.#rules, requestOf(application), known)
    const riskSignalId = newId(nowMs)
    await sql.query(
      `INSERT INTO loan_risk_signals (institution_id, risk_signal_id, application_id, partner_id, signals, known, risk_grade,
                                      dti, recommendation, reasons, created_at, updated_at, created_by, updated_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $12)`,
      [
        application.institutionId,
        riskSignalId,
        applicationId,
        caller.partnerId,
        JSON.stringify(signals),
        JSON.stringify(known),
        grading.riskGrade,
        grading.dti ?? null,
        grading.recommendation,
        grading.reasons,
        new Date(nowMs),
        authorOf(caller.actor),
      ],
    )
    await noteHome(sql, riskSignalId, application.institutionId)
    await moveApplication(work, application, { event: 'SIGNALS', resourceId: riskSignalId })
    const record = await readRiskSignals(sql, caller, riskSignalId, nowMs)
    await auditOperator(work, 'loan-application.signals', aboutOf(application), {
      riskSignalId,
      riskGrade: grading.riskGrade,
      recommendation: grading.recommendation,
      reasons: grading.reasons,
    })
    return record
  }
}

function aboutOf({ applicationId, institutionId }: ApplicationRecord) {
  return { resource: 'loan-application', resourceId: applicationId, institutionId }
}

function closed(application: ApplicationRecord) {
  const message = `the application is ${application.status} and takes no more signals`
  return loanProblem('application-closed', message, { resource: resourceOf(application) })
}

function requestOf({ productCode, currency, requestedMinor, interestRate, term }: ApplicationRecord) {
  return {
    productCode,
    currency,
    requestedAmount: numberFromMinor(requestedMinor, currency),
    interestRate: Number(interestRate),
    termMonths: monthsOf(term),
  }
}

interface RiskSignalRow extends ApplicationStateRow {
  risk_signal_id: string
  application_id: string
  signals: Signal[]
  risk_grade: string
  dti: string | null
  recommendation: Grading['recommendation']
  reasons: string[]
  created_at: Date
  created_by: string
}

const SELECT = `
  SELECT r.*, ${APPLICATION_STATE}
    FROM loan_risk_signals r JOIN loan_applications a USING (institution_id, application_id)`

async function readRiskSignals(
  sql: Sql,
  { partnerId }: OriginationCaller,
  id: string,
  nowMs: number,
): Promise<RiskSignalRecord> {
  const text = (at: At) => `${SELECT} WHERE r.partner_id = $1 AND r.risk_signal_id = $2${at('r')}`
  const row = await findById<RiskSignalRow>(sql, id, text, [partnerId, id])
  if (row === undefined) throw new Error(`risk signals ${id} cannot be read`)
  return riskSignalsOf(row, nowMs)
}

/** All risk signals of an application, oldest first. */
export async function listRiskSignals(
  sql: Sql,
  application: ApplicationKey,
  nowMs: number,
): Promise<RiskSignalRecord[]> {
  const { rows } = await sql.query<RiskSignalRow>(
    `${SELECT} WHERE r.institution_id = $1 AND r.application_id = $2 ORDER BY r.created_at, r.risk_signal_id`,
    [application.institutionId, application.applicationId],
  )
  return rows.map((row) => riskSignalsOf(row, nowMs))
}

export async function hasRiskSignals(sql: Sql, { institutionId, applicationId }: ApplicationKey): Promise<boolean> {
  const { rowCount } = await sql.query(
    'SELECT 1 FROM loan_risk_signals WHERE institution_id = $1 AND application_id = $2 LIMIT 1',
    [institutionId, applicationId],
  )
  return rowCount > 0
}

async function knownSignals(sql: Sql, { institutionId, applicationId }: ApplicationKey): Promise<KnownSignals> {
  const { rows } = await sql.query<{ known: KnownSignals }>(
    `SELECT known FROM loan_risk_signals WHERE institution_id = $1 AND application_id = $2
      ORDER BY created_at DESC, risk_signal_id DESC LIMIT 1`,
    [institutionId, applicationId],
  )
  return rows[0]?.known ?? {}
}

function riskSignalsOf(row: RiskSignalRow, nowMs: number): RiskSignalRecord {
  return {
    riskSignalId: row.risk_signal_id,
    applicationId: row.application_id,
    signals: row.signals,
    riskGrade: row.risk_grade,
    ...(row.dti !== null && { dti: Number(row.dti) }),
    recommendation: row.recommendation,
    reasons: row.reasons,
    applicationStatus: applicationStateOf(row, nowMs),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
  }
}
