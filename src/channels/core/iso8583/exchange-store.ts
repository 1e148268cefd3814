// Exchanges with hosts, as every node sees them. A request is committed here before it is sent; which of an answer and a
// reversal advice counts is decided by which of them changes the row first.
//
//   an order     SENT ─ answer ──────────▶ ANSWERED
//                SENT ─ no answer ───────▶ REVERSING ─ its advice is acknowledged ▶ CANCELLED
//   a reversal   SENT ─ answer ──────────▶ ANSWERED
//                SENT ─ no answer ───────▶ QUEUED ─ answer to a repeat ▶ ANSWERED
//
// Advices, and what is parked, are in take-back.ts. Orders that are REFUSED are of older versions: people settle them.

import { BatchQueue } from '../../../platform/storage/batches/batch-queue.ts'
import type { Database, Sql, Statement } from '../../../platform/storage/database.ts'
import type { Message } from '../../iso8583/message-codec.ts'

export type ExchangeKind = 'ORDER' | 'REVERSAL' | 'ADVICE'
export type ExchangeState = 'SENT' | 'QUEUED' | 'ANSWERED' | 'REVERSING' | 'CANCELLED' | 'REFUSED'
export type Fields = Message['fields']

/** What is known of a request before it has its STAN. */
export interface NewExchange {
  readonly reference: string
  readonly institutionId: string
  readonly kind: 'ORDER' | 'REVERSAL'
  readonly partnerId: string
  readonly accountId: string
  readonly originalReference?: string
  readonly mti: string
  readonly transmittedAt: string
  readonly localTime: string
  readonly rrn: string
  readonly fields: Fields
  readonly panSealed?: string
  readonly amountMinor: bigint
  readonly currency: string
  /** How long this process waits for the answer. */
  readonly waitMs: number
}

export interface StoredExchange {
  readonly reference: string
  readonly institutionId: string
  readonly kind: ExchangeKind
  readonly state: ExchangeState
  readonly originalReference: string | undefined
  readonly mti: string
  readonly stan: string
  readonly transmittedAt: string
  readonly localTime: string
  readonly rrn: string
  readonly fields: Fields
  readonly panSealed: string | undefined
  readonly amountMinor: bigint
  readonly currency: string
  readonly reversedMinor: bigint
  readonly attempts: number
  readonly response: Message | undefined
  /** In the gateway's codes. */
  readonly responseCode: string | undefined
  readonly isOverdue: boolean
}

interface ExchangeRow {
  reference: string
  institution_id: string
  kind: ExchangeKind
  state: ExchangeState
  original_reference: string | null
  mti: string
  stan: string
  transmitted_at: string
  local_time: string
  rrn: string
  fields: Fields
  pan_sealed: string | null
  amount_minor: bigint
  currency: string
  reversed_minor: bigint
  attempts: number
  response: Message | null
  response_code: string | null
  is_overdue: boolean
}

const COLUMNS = `reference, institution_id, kind, state, original_reference, mti, stan, transmitted_at, local_time, rrn, fields,
  pan_sealed, amount_minor, currency, reversed_minor, attempts, response, response_code,
  state = 'SENT' AND due_at < clock_timestamp() AS is_overdue`

/** Beyond the time that a process waits, before others take an exchange for abandoned. */
const GRACE_MS = 5_000

const INSERT: Statement = {
  name: 'iso8583-insert-exchanges',
  text: `INSERT INTO iso8583_exchanges (reference, institution_id, kind, state, original_reference, mti, stan, transmitted_at,
             local_time, rrn, fields, pan_sealed, amount_minor, currency, partner_id, account_id, due_at)
         SELECT reference, institution_id, kind, 'SENT', original_reference, mti,
                lpad(nextval('iso8583_stans')::text, 6, '0'), transmitted_at, local_time, rrn, fields, pan_sealed,
                amount_minor, currency, partner_id, account_id, clock_timestamp() + wait_ms * interval '1 ms'
           FROM jsonb_to_recordset($1::jsonb) AS new (reference uuid, institution_id text, kind text,
                  original_reference uuid, mti text, transmitted_at text, local_time text, rrn text, fields jsonb,
                  pan_sealed text, amount_minor bigint, currency text, partner_id text, account_id text, wait_ms integer)
         ON CONFLICT DO NOTHING
         RETURNING reference, stan`,
}

/** An approved reversal is counted on its original; an advice ends it. */
const ANSWER: Statement = {
  name: 'iso8583-answer-exchanges',
  text: `WITH given AS (
           SELECT * FROM jsonb_to_recordset($1::jsonb)
                    AS given (reference uuid, response jsonb, response_code text, original_state text, is_approved boolean)
         ), answered AS (
           UPDATE iso8583_exchanges e
              SET state = 'ANSWERED', response = given.response, response_code = given.response_code, pan_sealed = NULL,
                  ended_at = clock_timestamp()
             FROM given
            WHERE e.reference = given.reference AND e.state IN ('SENT', 'QUEUED')
           RETURNING e.reference, e.kind, e.original_reference, e.amount_minor, given.original_state, given.is_approved
         ), originals AS (
           UPDATE iso8583_exchanges o
              SET reversed_minor = o.reversed_minor + CASE WHEN answered.kind = 'REVERSAL' THEN answered.amount_minor ELSE 0 END,
                  state = CASE WHEN answered.kind = 'ADVICE' AND o.state = 'REVERSING'
                               THEN answered.original_state ELSE o.state END,
                  pan_sealed = NULL,
                  ended_at = coalesce(o.ended_at, clock_timestamp())
             FROM answered
            WHERE o.reference = answered.original_reference
              AND (answered.kind = 'ADVICE' OR (answered.kind = 'REVERSAL' AND answered.is_approved))
         )
         SELECT reference FROM answered`,
}

export interface GivenAnswer {
  readonly reference: string
  readonly response: Message
  /** In the gateway's codes. */
  readonly code: string
  /** What an advice makes of its original. */
  readonly originalState?: 'CANCELLED'
  readonly isApproved: boolean
}

export class ExchangeStore {
  readonly #database: Database
  readonly #inserts: BatchQueue<NewExchange, string | undefined>
  readonly #answers: BatchQueue<GivenAnswer, boolean>

  constructor(database: Database) {
    this.#database = database
    const limits = { maxBatch: 200, maxInFlight: 2, maxQueued: 10_000 }
    this.#inserts = new BatchQueue({ ...limits, run: (items) => this.#insertAll(items) })
    this.#answers = new BatchQueue({ ...limits, run: (items) => this.#answerAll(items) })
  }

  /** The STAN of a new exchange; undefined when its reference is known, or another reversal of the same order is under way. */
  insert(exchange: NewExchange): Promise<string | undefined> {
    return this.#inserts.submit(exchange)
  }

  /**
   * A reversal, made from what is left of its original, which no other changes meanwhile. `make` gets undefined when the
   * original is not known here. While another one is parked, what is left is not known.
   */
  insertReversal(
    originalReference: string,
    make: (original: StoredExchange | undefined) => NewExchange | undefined,
  ): Promise<{ readonly exchange: NewExchange; readonly stan: string | undefined } | undefined> {
    return this.#database.transaction(async (sql) => {
      const { rows } = await sql.query<ExchangeRow>(
        `SELECT ${COLUMNS} FROM iso8583_exchanges WHERE reference = $1 FOR UPDATE`,
        [originalReference],
      )
      const exchange = make(rows[0] && storedOf(rows[0]))
      if (exchange === undefined) return undefined
      const parked = await sql.query(
        `SELECT FROM iso8583_exchanges WHERE original_reference = $1 AND kind = 'REVERSAL' AND state = 'REFUSED' LIMIT 1`,
        [originalReference],
      )
      if (parked.rows.length > 0) return { exchange, stan: undefined }
      const inserted = await sql.query<{ stan: string }>(INSERT, [JSON.stringify([insertable(exchange)])])
      return { exchange, stan: inserted.rows[0]?.stan }
    })
  }

  /** False when something else ended the exchange first. */
  answer(answer: GivenAnswer): Promise<boolean> {
    return this.#answers.submit(answer)
  }

  async find(reference: string): Promise<StoredExchange | undefined> {
    const { rows } = await this.#database.query<ExchangeRow>(
      `SELECT ${COLUMNS} FROM iso8583_exchanges WHERE reference = $1`,
      [reference],
    )
    return rows[0] && storedOf(rows[0])
  }

  /** Nothing was sent: as if it had not been tried. */
  async withdraw(reference: string): Promise<void> {
    await this.#database.query(
      `DELETE FROM iso8583_exchanges WHERE reference = $1 AND state = 'SENT' AND attempts = 0`,
      [reference],
    )
  }

  /** From now on the order is taken back, or the reversal repeated, until the host has answered. Nothing else ends it. */
  async giveUp(references: readonly string[]): Promise<void> {
    await giveUp(this.#database, `reference = ANY ($1::uuid[])`, [references])
  }

  /** What processes that are gone have left open. Returns their institutions. */
  async giveUpOverdue(): Promise<string[]> {
    const { rows } = await this.#database.query<{ institution_id: string }>(
      `SELECT DISTINCT institution_id FROM iso8583_exchanges WHERE state = 'SENT' AND due_at < clock_timestamp()`,
    )
    if (rows.length > 0) await giveUp(this.#database, 'due_at < clock_timestamp()', [])
    return rows.map((row) => row.institution_id)
  }

  /** An order that this gateway never sent, and never will under its reference. False when it is known. */
  async tombstone(institutionId: string, reference: string): Promise<boolean> {
    const { rowCount } = await this.#database.query(
      `INSERT INTO iso8583_exchanges (reference, institution_id, kind, state, mti, stan, transmitted_at, local_time, rrn, fields,
                                      amount_minor, currency, due_at, ended_at)
       VALUES ($1, $2, 'ORDER', 'CANCELLED', '', '', '', '', '', '{}', 0, '', clock_timestamp(), clock_timestamp())
       ON CONFLICT DO NOTHING`,
      [reference, institutionId],
    )
    return rowCount > 0
  }

  async #insertAll(items: readonly NewExchange[]) {
    const { rows } = await this.#database.query<{ reference: string; stan: string }>(INSERT, [
      JSON.stringify(items.map(insertable)),
    ])
    const stans = new Map(rows.map(({ reference, stan }) => [reference, stan]))
    return items.map(({ reference }) => fulfilled(stans.get(reference)))
  }

  async #answerAll(items: readonly GivenAnswer[]) {
    const given = items.map(({ reference, response, code, originalState, isApproved }) => ({
      reference,
      response,
      response_code: code,
      original_state: originalState,
      is_approved: isApproved,
    }))
    const { rows } = await this.#database.query<{ reference: string }>(ANSWER, [JSON.stringify(given)])
    const answered = new Set(rows.map(({ reference }) => reference))
    // Each is answered once in a statement, also when a batch has it twice.
    return items.map(({ reference }) => fulfilled(answered.delete(reference)))
  }
}

function fulfilled<Value>(value: Value): PromiseFulfilledResult<Value> {
  return { status: 'fulfilled', value }
}

/** DE 7 of an advice is when it was queued; its repeats keep it. */
async function giveUp(sql: Sql, condition: string, values: readonly unknown[]): Promise<void> {
  await sql.query(
    `WITH given_up AS (
       UPDATE iso8583_exchanges
          SET state = CASE WHEN kind = 'ORDER' THEN 'REVERSING' ELSE 'QUEUED' END, queued_at = clock_timestamp()
        WHERE state = 'SENT' AND ${condition}
       RETURNING *
     )
     INSERT INTO iso8583_exchanges (reference, institution_id, kind, state, original_reference, mti, stan, transmitted_at,
                                    local_time, rrn, fields, amount_minor, currency, due_at, queued_at)
     SELECT gen_random_uuid(), institution_id, 'ADVICE', 'QUEUED', reference, left(mti, 1) || '420',
            lpad(nextval('iso8583_stans')::text, 6, '0'), to_char(clock_timestamp() AT TIME ZONE 'UTC', 'MMDDHH24MISS'),
            local_time, rrn, '{}', amount_minor, currency, clock_timestamp(), clock_timestamp()
       FROM given_up WHERE kind = 'ORDER'
      ORDER BY position`,
    values,
  )
}

function insertable(exchange: NewExchange) {
  return {
    reference: exchange.reference,
    institution_id: exchange.institutionId,
    kind: exchange.kind,
    original_reference: exchange.originalReference,
    mti: exchange.mti,
    transmitted_at: exchange.transmittedAt,
    local_time: exchange.localTime,
    rrn: exchange.rrn,
    fields: exchange.fields,
    pan_sealed: exchange.panSealed,
    amount_minor: exchange.amountMinor.toString(),
    currency: exchange.currency,
    partner_id: exchange.partnerId,
    account_id: exchange.accountId,
    wait_ms: exchange.waitMs + GRACE_MS,
  }
}

export const EXCHANGE_COLUMNS = COLUMNS
export type { ExchangeRow }

export function storedOf(row: ExchangeRow): StoredExchange {
  return {
    reference: row.reference,
    institutionId: row.institution_id,
    kind: row.kind,
    state: row.state,
    originalReference: row.original_reference ?? undefined,
    mti: row.mti,
    stan: row.stan,
    transmittedAt: row.transmitted_at,
    localTime: row.local_time,
    rrn: row.rrn,
    fields: row.fields,
    panSealed: row.pan_sealed ?? undefined,
    amountMinor: row.amount_minor,
    currency: row.currency,
    reversedMinor: row.reversed_minor,
    attempts: row.attempts,
    response: row.response ?? undefined,
    responseCode: row.response_code ?? undefined,
    isOverdue: row.is_overdue,
  }
}
