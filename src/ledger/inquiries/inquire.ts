// Reading without moving: balances and account lists, a batch at a time like postings, each remembered for query.
// Nothing is locked and nothing is deduplicated; a lost record of an inquiry would lose no money, so its commit does
// not wait for the disk.

import { type BusinessDate, type Clock, isoTimestamp } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { plainArray, textArray } from '../../storage/batches/array-literal.ts'
import { BatchQueue } from '../../storage/batches/batch-queue.ts'
import { Trip } from '../../storage/batches/trip.ts'
import type { Database, Session, Statement } from '../../storage/database.ts'
import { asProblem } from '../../storage/sqlstate.ts'
import type { Account } from '../account.ts'
import { AuthIds } from '../auth-ids.ts'
import { latencyMs } from '../latency.ts'
import type { Books } from '../posting.ts'
import { COMMIT } from '../read-batch.ts'
import { WorkingBooks } from '../working-books.ts'
import { readUnlocked } from './read-unlocked.ts'

const INSERT_INQUIRIES: Statement = {
  name: 'insert-inquiries',
  text: `INSERT INTO inquiries (
           institution_id, business_date, recorded_at, inquiry_id, partner_id, rrn, type, account_id, terminal_id,
           masked_pan, response_code, auth_id, latency_ms, correlation_id)
         SELECT $1, $2, $3::timestamptz, * FROM unnest(
           $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
           $10::text[], $11::text[], $12::text[], $13::integer[], $14::uuid[])`,
}

/** The books as an inquiry sees them. */
export interface Reading extends Pick<Books, 'businessDate' | 'account' | 'card'> {
  accountsOfCustomer(customerId: string): Account[]
  /** An authorization id for the answer. */
  readonly authId: string
}

export interface Inquiry<Answer extends { readonly code: string }> {
  readonly institutionId: string
  readonly partnerId: string
  readonly rrn: string
  readonly type: string
  readonly accountId?: string
  readonly customerId?: string
  readonly panHash?: string
  readonly maskedPan?: string
  readonly terminalId?: string
  readonly correlationId: string
  readonly receivedAtMs: number
  answer(reading: Reading): Answer
  /** Whether the answer carries the authorization id. */
  readonly authorised: boolean
}

type AnyInquiry = Inquiry<{ readonly code: string }>

export interface InquiryDeskOptions {
  readonly database: Database
  readonly clock: Clock
  businessDateOf(institutionId: string, nowMs: number): BusinessDate
}

export class InquiryDesk {
  readonly #options: InquiryDeskOptions
  readonly #queues = new Map<string, BatchQueue<AnyInquiry, { readonly code: string }>>()
  readonly #authIds = new AuthIds()

  constructor(options: InquiryDeskOptions) {
    this.#options = options
  }

  async ask<Answer extends { readonly code: string }>(inquiry: Inquiry<Answer>): Promise<Answer> {
    // The queue runs inquiry.answer() and returns just what it gave, so the type is that of this inquiry.
    return (await this.#queueOf(inquiry.institutionId).submit(inquiry)) as Answer
  }

  async drained(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.drained()))
  }

  #queueOf(institutionId: string): BatchQueue<AnyInquiry, { readonly code: string }> {
    let queue = this.#queues.get(institutionId)
    if (queue === undefined) {
      queue = new BatchQueue({
        maxBatch: 128,
        maxInFlight: Math.min(2, this.#options.database.connections),
        maxQueued: 10_000,
        run: (inquiries) => this.#run(institutionId, inquiries),
      })
      this.#queues.set(institutionId, queue)
    }
    return queue
  }

  async #run(
    institutionId: string,
    inquiries: readonly AnyInquiry[],
  ): Promise<PromiseSettledResult<{ code: string }>[]> {
    const { database, clock } = this.#options
    const nowMs = clock.now()
    const businessDate = this.#options.businessDateOf(institutionId, nowMs)
    const session = await database.connect()
    try {
      const trip = new Trip(session)
      const reading = Promise.all([
        readUnlocked(trip, institutionId, inquiries),
        this.#authIds.reserve(trip, inquiries.length),
      ])
      trip.send()
      const [found, authIds] = await reading
      const books = new WorkingBooks(found, nowMs, businessDate)
      const answered = inquiries.map((inquiry, i) => {
        const authId = authIds[i] ?? ''
        return { inquiry, authId, result: answerOf(inquiry, books, found.accounts, authId) }
      })
      await this.#remember(session, institutionId, nowMs, businessDate, answered)
      return answered.map(({ result }) => result)
    } catch (error) {
      await session.query('ROLLBACK').catch(() => {})
      throw asProblem(error)
    } finally {
      session.release()
    }
  }

  async #remember(
    session: Session,
    institutionId: string,
    nowMs: number,
    businessDate: BusinessDate,
    answered: readonly Answered[],
  ): Promise<void> {
    const rows = answered.flatMap(({ inquiry, authId, result }) =>
      result.status === 'rejected'
        ? []
        : [
            {
              inquiry,
              code: result.value.code,
              authId: inquiry.authorised && result.value.code === '000' ? authId : null,
            },
          ],
    )
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
    ]
    await session.roundTrip([
      { statement: INSERT_INQUIRIES, values },
      { statement: COMMIT, values: [] },
    ])
  }
}

interface Answered {
  readonly inquiry: AnyInquiry
  readonly authId: string
  readonly result: PromiseSettledResult<{ readonly code: string }>
}

function answerOf(
  inquiry: AnyInquiry,
  books: WorkingBooks,
  accounts: readonly Account[],
  authId: string,
): PromiseSettledResult<{ readonly code: string }> {
  try {
    const value = inquiry.answer({
      businessDate: books.businessDate,
      account: (accountId) => books.account(accountId),
      card: (panHash) => books.card(panHash),
      accountsOfCustomer: (customerId) => accounts.filter((account) => account.customerId === customerId),
      authId,
    })
    return { status: 'fulfilled', value }
  } catch (reason) {
    return { status: 'rejected', reason }
  }
}
