// The messages of switches that orders came with: how reversals find their original by its data elements, how a late original
// finds the reversal that was there before it, and how a corrected reversal finds the one that it corrects.

import { type BatchHead, step } from '../../../ledger/writing/batch-step.ts'
import { DAY_MS, isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import { plainArray, textArray } from '../../../platform/storage/batches/array-literal.ts'
import type { Trip } from '../../../platform/storage/batches/trip.ts'
import type { Statement, Step } from '../../../platform/storage/database.ts'
import type { OriginalElements, SwitchMessage } from '../../core/switch-message.ts'
import type { OrderFields } from './order-record.ts'

/** Trace numbers begin again after 999999: the newest of one number are looked at. */
export const MESSAGES_LOOKED_THROUGH = 50

/** A message on record, and its order. */
export interface HeardMessage {
  readonly message: Pick<SwitchMessage, 'switchName' | 'mti' | 'stan' | 'time' | 'acquirer'>
  readonly partnerId: string
  readonly rrn: string
}

/** A reversal that waits for an original with these elements. */
export interface AwaitingReversal {
  readonly switchName: string
  readonly elements: OriginalElements
  readonly partnerId: string
  readonly rrn: string
}

/** An earlier reversal of the same switch and trace number. */
export interface EarlierReversal {
  readonly partnerId: string
  readonly rrn: string
  readonly transactionId: string
  readonly fingerprint: string
  readonly code: string
  readonly reply: string
  /** Set when it was approved before its original, which has not come. */
  readonly tombstoneOf?: string | undefined
  /** It found no original, none has met it since, and no person has ended it. */
  readonly isUnmatched: boolean
  readonly message: Pick<SwitchMessage, 'switchName' | 'stan' | 'rrn' | 'localTime'>
  readonly elements?: OriginalElements | undefined
}

/** Reversals without an original that have ended by themselves. */
export interface EndedReversals {
  /** Their original came late, and was refused. */
  readonly met: readonly { readonly partnerId: string; readonly rrn: string }[]
  /** The switch has corrected them. */
  readonly replaced: readonly { readonly partnerId: string; readonly rrn: string }[]
}

export interface SwitchMessagesRead {
  readonly heard: readonly HeardMessage[]
  readonly awaiting: readonly AwaitingReversal[]
  readonly earlier: readonly EarlierReversal[]
}

export const NO_SWITCH_MESSAGES: SwitchMessagesRead = { heard: [], awaiting: [], earlier: [] }

const MESSAGE_COLUMNS = 'm.switch, m.mti, m.stan, m.sent_time, m.acquirer, m.partner_id, m.rrn'

const HEARD_BY_STAN: Statement = {
  name: 'switch-messages-by-stan',
  text: `SELECT ${MESSAGE_COLUMNS}
           FROM unnest($2::text[], $3::text[]) AS asked (switch, stan)
          CROSS JOIN LATERAL (
                SELECT * FROM switch_messages
                 WHERE institution_id = $1 AND switch = asked.switch AND stan = asked.stan AND NOT is_reversal
                 ORDER BY recorded_at DESC
                 LIMIT ${MESSAGES_LOOKED_THROUGH}) AS m`,
}

const HEARD_BY_TIME: Statement = {
  name: 'switch-messages-by-time',
  text: `SELECT ${MESSAGE_COLUMNS}
           FROM unnest($2::text[], $3::text[]) AS asked (switch, sent_time)
          CROSS JOIN LATERAL (
                SELECT * FROM switch_messages
                 WHERE institution_id = $1 AND switch = asked.switch AND sent_time = asked.sent_time AND NOT is_reversal
                 ORDER BY recorded_at DESC
                 LIMIT ${MESSAGES_LOOKED_THROUGH}) AS m`,
}

// Elements without a time are a trace number, which comes again: they count for a day.
const AWAITING: Statement = {
  name: 'switch-messages-awaiting',
  text: `SELECT m.switch, m.original_mti, m.original_stan, m.original_time, m.original_acquirer, m.partner_id, m.rrn
           FROM unnest($2::text[], $3::text[], $4::timestamptz[]) AS asked (switch, stan, not_before)
          CROSS JOIN LATERAL (
                SELECT * FROM switch_messages
                 WHERE institution_id = $1 AND switch = asked.switch AND original_stan IN (asked.stan, '') AND awaits_original
                   AND (original_time <> '' OR recorded_at >= asked.not_before)
                 LIMIT ${MESSAGES_LOOKED_THROUGH}) AS m`,
}

// An early reversal was approved without an original; one that named another one was declined.
const EARLIER: Statement = {
  name: 'switch-messages-earlier',
  text: `SELECT m.switch, m.stan, m.sent_rrn, m.local_time, m.original_mti, m.original_stan, m.original_time, m.original_acquirer,
                t.partner_id, t.rrn, t.transaction_id, t.fingerprint, t.response_code, t.response,
                CASE WHEN t.response_code = '000' AND t.original_id IS NULL THEN t.original_rrn END AS tombstone_of,
                (t.response_code = '914' OR t.response_code = '000' AND t.original_id IS NULL)
                AND NOT EXISTS (SELECT 1 FROM exception_resolutions e
                                 WHERE e.institution_id = $1 AND e.transaction_id = t.transaction_id)
                AND NOT EXISTS (SELECT 1 FROM transactions o
                                 WHERE t.response_code = '000' AND o.institution_id = $1 AND o.partner_id = t.partner_id
                                   AND o.rrn = t.original_rrn) AS is_unmatched
           FROM unnest($2::text[], $3::text[]) AS asked (switch, stan)
          CROSS JOIN LATERAL (
                SELECT * FROM switch_messages
                 WHERE institution_id = $1 AND switch = asked.switch AND stan = asked.stan AND is_reversal
                 ORDER BY recorded_at DESC
                 LIMIT ${MESSAGES_LOOKED_THROUGH}) AS m
           JOIN transactions t ON t.institution_id = $1 AND t.partner_id = m.partner_id AND t.rrn = m.rrn`,
}

interface MessageRow {
  switch: string
  mti: string
  stan: string
  sent_time: string
  acquirer: string
  partner_id: string
  rrn: string
}

interface ElementsRow {
  original_mti: string | null
  original_stan: string | null
  original_time: string | null
  original_acquirer: string | null
}

interface AwaitingRow extends ElementsRow {
  switch: string
  partner_id: string
  rrn: string
}

interface EarlierRow extends AwaitingRow {
  stan: string
  sent_rrn: string
  local_time: string
  transaction_id: string
  fingerprint: string
  response_code: string
  response: string
  tombstone_of: string | null
  is_unmatched: boolean
}

type Asked = Partial<Pick<OrderFields, 'message' | 'original' | 'receivedAtMs'>>

/** Queues the reads, none for orders that are not of switches. */
export async function readSwitchMessages(
  trip: Trip,
  institutionId: string,
  orders: readonly Asked[],
): Promise<SwitchMessagesRead> {
  const sent = orders.flatMap((order) => (order.message === undefined ? [] : [{ ...order, message: order.message }]))
  if (sent.length === 0) return NO_SWITCH_MESSAGES
  const reversals = sent.filter(({ original }) => original !== undefined)
  const firsts = sent.filter(({ original }) => original === undefined)
  const named = reversals.flatMap(({ message: { switchName }, original }) =>
    original?.elements === undefined ? [] : [{ switchName, ...original.elements }],
  )
  const [withStan, withTime] = [named.filter(({ stan }) => stan !== ''), named.filter(({ stan }) => stan === '')]
  const ask = async <Row>(statement: Statement, switches: readonly string[], ...columns: (readonly string[])[]) => {
    if (switches.length === 0) return []
    return (await trip.ask<Row>(statement, [institutionId, textArray(switches), ...columns.map(textArray)])).rows
  }
  const switchesOf = (of: readonly { readonly message: SwitchMessage }[]) => of.map(({ message }) => message.switchName)
  const stansOf = (of: readonly { readonly message: SwitchMessage }[]) => of.map(({ message }) => message.stan)
  const [byStan, byTime, awaiting, earlier] = await Promise.all([
    ask<MessageRow>(
      HEARD_BY_STAN,
      withStan.map(({ switchName }) => switchName),
      withStan.map(({ stan }) => stan),
    ),
    ask<MessageRow>(
      HEARD_BY_TIME,
      withTime.map(({ switchName }) => switchName),
      withTime.map(({ time }) => time),
    ),
    ask<AwaitingRow>(
      AWAITING,
      switchesOf(firsts),
      stansOf(firsts),
      firsts.map(({ receivedAtMs = 0 }) => isoTimestamp(receivedAtMs - DAY_MS)),
    ),
    ask<EarlierRow>(EARLIER, switchesOf(reversals), stansOf(reversals)),
  ])
  return {
    heard: [...byStan, ...byTime].map((row) => ({
      message: { switchName: row.switch, mti: row.mti, stan: row.stan, time: row.sent_time, acquirer: row.acquirer },
      partnerId: row.partner_id,
      rrn: row.rrn,
    })),
    awaiting: awaiting.map((row) => ({
      switchName: row.switch,
      elements: elementsOf(row) as OriginalElements,
      partnerId: row.partner_id,
      rrn: row.rrn,
    })),
    earlier: earlier.map((row) => ({
      partnerId: row.partner_id,
      rrn: row.rrn,
      transactionId: row.transaction_id,
      fingerprint: row.fingerprint,
      code: row.response_code,
      reply: row.response,
      tombstoneOf: row.tombstone_of ?? undefined,
      isUnmatched: row.is_unmatched,
      message: { switchName: row.switch, stan: row.stan, rrn: row.sent_rrn, localTime: row.local_time },
      elements: elementsOf(row),
    })),
  }
}

function elementsOf(row: ElementsRow): OriginalElements | undefined {
  if (row.original_mti === null) return undefined
  return {
    mti: row.original_mti,
    stan: row.original_stan ?? '',
    time: row.original_time ?? '',
    acquirer: row.original_acquirer ?? '',
  }
}

/**
 * Whether a reversal repeats an earlier one of the same switch and trace number, corrected or not. Trace numbers come again, so
 * something else must be the same too: DE 37, or the original that it names. A time is not enough: terminals may count for themselves.
 */
export function isRepetition(message: SwitchMessage, elements: OriginalElements | undefined, earlier: EarlierReversal) {
  const before = earlier.message
  if (before.switchName !== message.switchName || before.stan !== message.stan) return false
  return message.rrn === before.rrn || areSame(elements, earlier.elements)
}

function areSame(one: OriginalElements | undefined, other: OriginalElements | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return one.stan === other.stan && one.time === other.time && one.acquirer === other.acquirer && one.mti === other.mti
}

const INSERT_MESSAGES: Statement = {
  name: 'insert-switch-messages',
  text: `INSERT INTO switch_messages (institution_id, recorded_at, switch, stan, mti, sent_time, acquirer, sent_rrn, local_time,
                partner_id, rrn, is_reversal, original_mti, original_stan, original_time, original_acquirer, awaits_original)
         SELECT $1, $2::timestamptz, unnest($3::text[]), unnest($4::text[]), unnest($5::text[]), unnest($6::text[]),
                unnest($7::text[]), unnest($8::text[]), unnest($9::text[]), unnest($10::text[]), unnest($11::text[]),
                unnest($12::boolean[]), unnest($13::text[]), unnest($14::text[]), unnest($15::text[]), unnest($16::text[]),
                unnest($17::boolean[])
             ON CONFLICT DO NOTHING`,
}

/** A message to be recorded with its order. */
export interface NewMessage {
  readonly order: OrderFields
  /** That of the record. */
  readonly rrn: string
  readonly awaitsOriginal: boolean
}

export function messageSteps(head: BatchHead, messages: readonly NewMessage[]): Step[] {
  const sent = messages.flatMap(({ order, rrn, awaitsOriginal }) =>
    order.message === undefined ? [] : [{ order, message: order.message, rrn, awaitsOriginal }],
  )
  if (sent.length === 0) return []
  const of = (value: (one: (typeof sent)[number]) => string | null) => textArray(sent.map(value))
  const elements = (part: keyof OriginalElements) => of(({ order }) => order.original?.elements?.[part] ?? null)
  return [
    step(
      head,
      INSERT_MESSAGES,
      head.recordedAt,
      of(({ message }) => message.switchName),
      of(({ message }) => message.stan),
      of(({ message }) => message.mti),
      of(({ message }) => message.time),
      of(({ message }) => message.acquirer),
      of(({ message }) => message.rrn),
      of(({ message }) => message.localTime),
      of(({ order }) => order.partnerId),
      of(({ rrn }) => rrn),
      plainArray(sent.map(({ order }) => order.original !== undefined)),
      elements('mti'),
      elements('stan'),
      elements('time'),
      elements('acquirer'),
      plainArray(sent.map(({ awaitsOriginal }) => awaitsOriginal)),
    ),
  ]
}

// Met by their original, or replaced by a correction.
const STOP_AWAITING: Statement = {
  name: 'stop-awaiting-originals',
  text: `UPDATE switch_messages AS m SET awaits_original = false
           FROM unnest($2::text[], $3::text[]) AS n (partner_id, rrn)
          WHERE m.institution_id = $1 AND m.partner_id = n.partner_id AND m.rrn = n.rrn AND m.awaits_original`,
}

const DROP_TOMBSTONES: Statement = {
  name: 'drop-replaced-tombstones',
  text: `DELETE FROM reversal_tombstones AS s
          USING unnest($2::text[], $3::text[], $4::text[]) AS n (partner_id, original_rrn, reversal_rrn)
          WHERE s.institution_id = $1 AND s.partner_id = n.partner_id AND s.original_rrn = n.original_rrn
            AND s.reversal_rrn = n.reversal_rrn`,
}

/** Reversals that their late original has met. */
export function metSteps(head: BatchHead, met: readonly AwaitingReversal[]): Step[] {
  if (met.length === 0) return []
  return [step(head, STOP_AWAITING, textArray(met.map((one) => one.partnerId)), textArray(met.map((one) => one.rrn)))]
}

/** Reversals that a correction of the switch replaces. */
export function replacedSteps(head: BatchHead, replaced: readonly EarlierReversal[]): Step[] {
  if (replaced.length === 0) return []
  const early = replaced.filter(({ tombstoneOf }) => tombstoneOf !== undefined)
  return [
    step(
      head,
      STOP_AWAITING,
      textArray(replaced.map((one) => one.partnerId)),
      textArray(replaced.map((one) => one.rrn)),
    ),
    ...(early.length === 0
      ? []
      : [
          step(
            head,
            DROP_TOMBSTONES,
            textArray(early.map((one) => one.partnerId)),
            textArray(early.map((one) => one.tombstoneOf as string)),
            textArray(early.map((one) => one.rrn)),
          ),
        ]),
  ]
}
