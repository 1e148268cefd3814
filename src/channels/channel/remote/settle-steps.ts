// What a batch writes of intents: their outcomes, and the removal of those that were never sent.

import { type BatchHead, step } from '../../../ledger/writing/batch-step.ts'
import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import { textArray } from '../../../platform/storage/batches/array-literal.ts'
import type { Statement, Step } from '../../../platform/storage/database.ts'
import { byRrn, changeTransactions, deleteTransactions } from '../record/change-transactions.ts'
import type { RecordIdentity } from './remote-posting.ts'

export interface OrderSettlement extends RecordIdentity {
  readonly code: string
  readonly reply: string
  readonly authId?: string
  readonly coreOutcome: string
  /** The business date that it counts in, when that is not its own. */
  readonly countedOn?: BusinessDate | undefined
}

// A record is settled once. Afterwards only a missing reply may be added.
const SETTLE: Statement = {
  name: 'settle-transactions',
  text: changeTransactions({
    where: `${byRrn('$2', '$3')} AND (t.response_code = '911' OR t.response = '')`,
    values: `unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
                AS n (partner_id, rrn, code, auth_id, response, core_outcome, counted_on)`,
    on: 'n.partner_id = b.partner_id AND n.rrn = b.rrn',
    set: `response_code = n.code, auth_id = n.auth_id, response = n.response, core_outcome = n.core_outcome,
                counted_on = coalesce(t.counted_on, n.counted_on)`,
  }),
}

const WITHDRAW: Statement = {
  name: 'withdraw-transactions',
  text: deleteTransactions(`${byRrn('$2', '$3')} AND t.response_code = '911' AND NOT t.sent_again`),
}

const MARK_SENT_AGAIN: Statement = {
  name: 'mark-sent-again',
  text: `UPDATE transactions AS t SET sent_again = true
           FROM unnest($2::text[], $3::text[]) AS n (partner_id, rrn)
          WHERE t.institution_id = $1 AND t.partner_id = ANY ($2::text[]) AND t.rrn = ANY ($3::text[])
            AND t.partner_id = n.partner_id AND t.rrn = n.rrn`,
}

export function settleSteps(head: BatchHead, settlements: readonly OrderSettlement[]): Step[] {
  if (settlements.length === 0) return []
  return [
    step(
      head,
      SETTLE,
      textArray(settlements.map((s) => s.partnerId)),
      textArray(settlements.map((s) => s.rrn)),
      textArray(settlements.map((s) => s.code)),
      textArray(settlements.map((s) => s.authId ?? null)),
      textArray(settlements.map((s) => s.reply)),
      textArray(settlements.map((s) => s.coreOutcome)),
      textArray(settlements.map((s) => s.countedOn ?? null)),
    ),
  ]
}

export function withdrawSteps(head: BatchHead, withdrawn: readonly RrnIdentity[]): Step[] {
  return keyedStep(head, WITHDRAW, withdrawn)
}

export function sentAgainSteps(head: BatchHead, repeated: readonly RrnIdentity[]): Step[] {
  return keyedStep(head, MARK_SENT_AGAIN, repeated)
}

type RrnIdentity = Pick<RecordIdentity, 'partnerId' | 'rrn'>

function keyedStep(head: BatchHead, statement: Statement, records: readonly RrnIdentity[]): Step[] {
  if (records.length === 0) return []
  return [
    step(head, statement, textArray(records.map((one) => one.partnerId)), textArray(records.map((one) => one.rrn))),
  ]
}
