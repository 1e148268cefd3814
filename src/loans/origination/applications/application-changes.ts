// Writes applications: a new one, and every move through its states, each with a line of history.

import { authorOf } from '../../../administration/audit/actor.ts'
import { recordAudit } from '../../../administration/audit/audit-log.ts'
import { noteHome } from '../../lending-homes.ts'
import { type ToldWork, tellApplication } from '../../loan-events.ts'
import { loanProblem } from '../../loan-problems.ts'
import { isOperator } from '../origination-work.ts'
import { APPLICATION_MOVES, type ApplicationEvent, type ApplicationState } from '../states.ts'
import { applicantWords } from './applicant-name.ts'
import { type ApplicationRecord, findApplication } from './application-records.ts'

/** Bounds what one application can make every later read cost. */
const MAX_HISTORY = 500
/** The events that can be repeated without end. Others are always taken. */
const REPEATABLE: ReadonlySet<ApplicationEvent> = new Set(['SIGNALS', 'REFER', 'OFFER'])

type NewApplication = Pick<
  ApplicationRecord,
  | 'applicationId'
  | 'institutionId'
  | 'productCode'
  | 'currency'
  | 'requestedMinor'
  | 'interestRate'
  | 'term'
  | 'applicant'
> & { readonly externalReference?: string | undefined }

export async function insertApplication(work: ToldWork, application: NewApplication): Promise<void> {
  const { sql, nowMs, caller } = work
  const { applicationId, institutionId, applicant } = application
  await sql.query(
    `INSERT INTO loan_applications (institution_id, application_id, partner_id, product_code, currency, requested_minor,
                                    interest_rate, term_count, term_unit, applicant, name_words, external_reference, status,
                                    created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, array_to_tsvector($11), $12, 'SUBMITTED', $13, $13, $14, $14)`,
    [
      institutionId,
      applicationId,
      caller.partnerId,
      application.productCode,
      application.currency,
      application.requestedMinor,
      application.interestRate,
      application.term.count,
      application.term.unit,
      JSON.stringify(applicant),
      applicantWords(applicant),
      application.externalReference ?? null,
      new Date(nowMs),
      authorOf(caller.actor),
    ],
  )
  await noteHome(sql, applicationId, institutionId)
  await insertHistory(work, application, { sequence: 1, event: 'SUBMIT', status: 'SUBMITTED' })
}

export interface ApplicationMove {
  readonly event: ApplicationEvent
  /** The risk signals, decision, offer or loan of the event. */
  readonly resourceId: string
  /** Decisions only. */
  readonly decisionId?: string
  readonly expiresAtMs?: number
}

/**
 * Moves an application that is locked, and returns it as it is then. The caller has checked the move: one that the
 * states do not list is refused here with the general reason.
 */
export async function moveApplication(
  work: ToldWork,
  application: ApplicationRecord,
  { event, resourceId, decisionId, expiresAtMs }: ApplicationMove,
): Promise<ApplicationRecord> {
  const { sql, nowMs, caller } = work
  const status = statusAfter(application, event)
  const { institutionId, applicationId } = application
  await sql.query(
    `UPDATE loan_applications
        SET status = $3, decision_id = coalesce($4, decision_id), expires_at = coalesce($5, expires_at),
            version = version + 1, updated_at = $6, updated_by = $7
      WHERE institution_id = $1 AND application_id = $2`,
    [
      institutionId,
      applicationId,
      status,
      decisionId ?? null,
      expiresAtMs === undefined ? null : new Date(expiresAtMs),
      new Date(nowMs),
      authorOf(caller.actor),
    ],
  )
  const sequence = application.history.length + 1
  await insertHistory(work, application, { sequence, event, status, resourceId })
  const moved = await findApplication(sql, caller, applicationId, nowMs)
  if (moved === undefined) throw new Error(`application ${applicationId} is locked and cannot be read`)
  await tellApplication(work, moved)
  return moved
}

/** Refusals: `invalid-state`, `history-full`. */
export function statusAfter(application: ApplicationRecord, event: ApplicationEvent): ApplicationState {
  const status = APPLICATION_MOVES[application.status][event]
  if (status === undefined) throw invalidState(application)
  if (application.history.length >= MAX_HISTORY && REPEATABLE.has(event)) {
    throw loanProblem('history-full', `the application has ${MAX_HISTORY} entries of history, and takes no more`)
  }
  return status
}

export function applicationNotFound() {
  return loanProblem('application-not-found', 'there is no such application')
}

/** The application as problems show it. */
export function resourceOf({ applicationId, status }: ApplicationRecord) {
  return { type: 'application', id: applicationId, state: status }
}

export function invalidState(application: ApplicationRecord) {
  const message = `the application is ${application.status}`
  return loanProblem('invalid-state', message, { resource: resourceOf(application) })
}

/** Audits what an operator did. Call it last: it locks the head of the audit log until the commit. */
export async function auditOperator(
  { sql, nowMs, caller }: ToldWork,
  action: string,
  about: { readonly resource: string; readonly resourceId: string; readonly institutionId: string },
  after: object,
): Promise<void> {
  if (!isOperator(caller)) return
  await recordAudit(sql, nowMs, caller.actor, { action, ...about, after: { partnerId: caller.partnerId, ...after } })
}

async function insertHistory(
  { sql, nowMs, caller }: ToldWork,
  { institutionId, applicationId }: Pick<ApplicationRecord, 'institutionId' | 'applicationId'>,
  entry: {
    readonly sequence: number
    readonly event: ApplicationEvent | 'SUBMIT'
    readonly status: string
    readonly resourceId?: string
  },
): Promise<void> {
  await sql.query(
    `INSERT INTO loan_application_history (institution_id, application_id, sequence, event, status, at, made_by, resource_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      institutionId,
      applicationId,
      entry.sequence,
      entry.event,
      entry.status,
      new Date(nowMs),
      authorOf(caller.actor),
      entry.resourceId ?? null,
    ],
  )
}
