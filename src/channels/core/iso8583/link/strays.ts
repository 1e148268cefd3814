// Answers that no request of this process waits for. One that is late still counts while nothing else has ended its exchange.
// Afterwards it counts no more: an approval is taken back, by the advice that waits or by another.

import type { Database } from '../../../../platform/storage/database.ts'
import type { Dialect } from '../../../iso8583/dialect.ts'
import type { Message } from '../../../iso8583/message-codec.ts'
import { APPROVED_CODE } from '../../outcome.ts'
import { codeOf, meaningOf } from '../decode-answer.ts'
import { EXCHANGE_COLUMNS, type ExchangeRow, type StoredExchange, storedOf } from '../exchange-store.ts'
import { recordLate } from '../take-back.ts'
import { answerType } from './network-messages.ts'

export type StrayReason = 'LATE' | 'REPEATED' | 'UNMATCHED'

export interface StrayOptions {
  readonly database: Database
  readonly institutionId: string
  readonly dialect: Dialect
  /** This process has had the same answer before. */
  readonly isRepeated: boolean
  /** False when the exchange has ended. */
  settle(exchange: StoredExchange, message: Message): Promise<boolean>
  /** The host has approved an order that does not stand. */
  approvedLate(exchange: StoredExchange): Promise<void>
}

export async function recordStray(message: Message, options: StrayOptions): Promise<StrayReason> {
  const { database, institutionId, dialect } = options
  const [stan, rrn] = [textOf(message, 11), textOf(message, 37)]
  const exchange = options.isRepeated ? undefined : await exchangeOf(message, options)
  const unknown = options.isRepeated ? 'REPEATED' : 'UNMATCHED'
  const reason = exchange === undefined ? unknown : await reasonOf(exchange, message, options)
  await database.query(
    `INSERT INTO iso8583_strays (institution_id, reason, mti, stan, rrn, response_code) VALUES ($1, $2, $3, $4, $5, $6)`,
    [institutionId, reason, message.mti, stan ?? null, rrn ?? null, codeOf(message, dialect)],
  )
  return reason
}

async function reasonOf(exchange: StoredExchange, message: Message, options: StrayOptions): Promise<StrayReason> {
  if (exchange.state === 'SENT' || exchange.state === 'QUEUED') {
    if (await options.settle(exchange, message)) return 'LATE'
  }
  const { kind } = meaningOf(message, options.dialect)
  const isApproval = kind === 'approved' || kind === 'partial'
  const isNew = await recordLate(
    options.database,
    exchange.reference,
    isApproval ? APPROVED_CODE : codeOf(message, options.dialect),
  )
  if (isApproval && isNew) await options.approvedLate(exchange)
  return isNew ? 'LATE' : 'REPEATED'
}

/** The newest exchange of its STAN. STANs come again; the time of transmission and the RRN do not, where the host repeats them. */
async function exchangeOf(
  message: Message,
  { database, institutionId }: StrayOptions,
): Promise<StoredExchange | undefined> {
  const [stan, transmittedAt, rrn] = [textOf(message, 11), textOf(message, 7), textOf(message, 37)]
  if (stan === undefined) return undefined
  const { rows } = await database.query<ExchangeRow>(
    `SELECT ${EXCHANGE_COLUMNS} FROM iso8583_exchanges
      WHERE institution_id = $1 AND stan = $2 AND ($3::text IS NULL OR transmitted_at = $3) AND ($4::text IS NULL OR rrn = $4)
      ORDER BY position DESC LIMIT 1`,
    [institutionId, stan, transmittedAt ?? null, rrn ?? null],
  )
  const exchange = rows[0] && storedOf(rows[0])
  return exchange !== undefined && answerType(exchange.mti) === message.mti ? exchange : undefined
}

function textOf({ fields }: Message, number: number): string | undefined {
  const value = fields[number]
  return typeof value === 'string' && value !== '' ? value : undefined
}
