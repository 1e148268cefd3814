// Operations 1 to 10 over HTTP inside the test process, with a movable clock.

import {
  asClient,
  asOperator,
  CALLER,
  type EdgeAnswer,
  type SentHeaders,
} from '../../../edge/partners/partner-edge.fixture.ts'
import { originationOn } from '../../../loans/origination/origination.fixture.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { openEdge } from '../edge.fixture.ts'

export interface Sent {
  readonly key?: string
  readonly partner?: 'PARTNER01' | 'OTHER'
  /** The actions that the role of an operator grants, who calls in place of the client. */
  readonly operator?: readonly string[]
}

export interface LendingAnswer extends EdgeAnswer {
  /** The code of a problem. */
  readonly code: string | undefined
}

export type OriginationEdge = ReturnType<typeof openOriginationEdge>

export function openOriginationEdge(database: Database) {
  const { clock, table, applications, riskSignals, decisions, offers } = originationOn(database)
  const edge = openEdge({ database, clock, applications, riskSignals, decisions, offers })

  /** `POST /offers`, with a body to send and a query in the path. */
  async function call(route: string, body?: unknown, sent: Sent = {}): Promise<LendingAnswer> {
    const answer = await edge.call(route, { body, headers: headersOf(sent) })
    return { ...answer, code: answer.status === 200 ? undefined : String(answer.body.code) }
  }

  return { clock, table, call, close: () => edge.server.close() }
}

function headersOf({ key, partner = 'PARTNER01', operator }: Sent): SentHeaders {
  const client = asClient(partner === 'PARTNER01' ? CALLER : 'other')
  return {
    'x-partner': partner,
    ...(operator === undefined ? client : asOperator(`LOAN_ORIGINATION.${operator.join('+')}`)),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
}
