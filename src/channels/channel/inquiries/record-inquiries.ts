// Records a batch of inquiries, for search: each inquiry and the code of its answer.

import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import { type BusinessDate, isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../../platform/storage/batches/array-literal.ts'
import { copyRow } from '../../../platform/storage/batches/copy-row.ts'
import type { Statement, Step } from '../../../platform/storage/database.ts'
import { APPROVED_CODE } from '../../core/outcome.ts'
import { latencyMs } from '../record/latency.ts'
import type { InquiryAnswer, InquiryFields } from './inquiry.ts'

const INSERT_INQUIRIES: Statement = {
  name: 'insert-inquiries',
  text: `INSERT INTO inquiries (
           institution_id, business_date, recorded_at, inquiry_id, partner_id, rrn, type, account_id, terminal_id,
           masked_pan, response_code, auth_id, latency_ms, correlation_id, stop_id)
         SELECT $1, $2, $3::timestamptz, * FROM unnest(
           $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
           $10::text[], $11::text[], $12::text[], $13::integer[], $14::uuid[], $15::uuid[])`,
}

const COPY_INQUIRIES: Statement = {
  name: 'copy-inquiries',
  text: `COPY inquiries (
           institution_id, business_date, recorded_at, inquiry_id, partner_id, rrn, type, account_id, terminal_id,
           masked_pan, response_code, auth_id, latency_ms, correlation_id, stop_id) FROM STDIN`,
}

export interface AnsweredInquiry {
  readonly inquiry: InquiryFields
  readonly authId: string
  readonly result: PromiseSettledResult<InquiryAnswer>
}

/** Records the answered inquiries. On distributed books a COPY costs less. */
export function inquiryStep(
  institutionId: string,
  { nowMs, businessDate }: { readonly nowMs: number; readonly businessDate: BusinessDate },
  answered: readonly AnsweredInquiry[],
  isCopied = false,
): Step {
  const rows = answered.flatMap(rowOf)
  if (isCopied) {
    const copied = rows.map(({ inquiry, code, authId, stopId }) =>
      copyRow([
        institutionId,
        businessDate,
        isoTimestamp(nowMs),
        newId(nowMs),
        inquiry.partnerId,
        inquiry.rrn,
        inquiry.type,
        inquiry.accountId,
        inquiry.terminalId,
        inquiry.maskedPan,
        code,
        authId,
        latencyMs(inquiry.receivedAtMs, nowMs),
        inquiry.correlationId,
        stopId,
      ]),
    )
    return { statement: COPY_INQUIRIES, values: [], rows: copied.join('') }
  }
  const values = [
    institutionId,
    businessDate,
    isoTimestamp(nowMs),
    plainArray(rows.map(() => newId(nowMs))),
    textArray(rows.map(({ inquiry }) => inquiry.partnerId)),
    textArray(rows.map(({ inquiry }) => inquiry.rrn)),
    textArray(rows.map(({ inquiry }) => inquiry.type)),
    textArray(rows.map(({ inquiry }) => inquiry.accountId ?? null)),
    textArray(rows.map(({ inquiry }) => inquiry.terminalId ?? null)),
    textArray(rows.map(({ inquiry }) => inquiry.maskedPan ?? null)),
    textArray(rows.map(({ code }) => code)),
    textArray(rows.map(({ authId }) => authId)),
    plainArray(rows.map(({ inquiry }) => latencyMs(inquiry.receivedAtMs, nowMs))),
    plainArray(rows.map(({ inquiry }) => inquiry.correlationId)),
    plainArray(rows.map(({ stopId }) => stopId ?? null)),
  ]
  return { statement: INSERT_INQUIRIES, values }
}

/** None for an inquiry whose code threw. */
function rowOf({ inquiry, authId, result }: AnsweredInquiry) {
  if (result.status === 'rejected') return []
  const { code, stopId } = result.value
  return [{ inquiry, code, stopId, authId: inquiry.authorised && code === APPROVED_CODE ? authId : null }]
}
