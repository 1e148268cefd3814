// Reading without moving: balances and account lists, a batch at a time like postings, each remembered for query.
// Nothing is locked and nothing is deduplicated; a lost record of an inquiry would lose no money, so its commit does
// not wait for the disk, and an inquiry is answered without a record while the database takes no writes.

import type { BusinessDate, Clock } from '../../kernel/clock.ts'
import { randomAuthId } from '../../kernel/ids.ts'
import { QueuesByInstitution } from '../../storage/batches/queues-by-institution.ts'
import { Trip } from '../../storage/batches/trip.ts'
import type { Database } from '../../storage/database.ts'
import { asProblem, isStalePlan, isWriteRefusal } from '../../storage/sqlstate.ts'
import type { Account } from '../account.ts'
import { AuthIds } from '../auth-ids.ts'
import { WorkingBooks } from '../working-books.ts'
import type { AnyInquiry, Inquiry } from './inquiry.ts'
import { readUnlocked } from './read-unlocked.ts'
import { recordInquiries } from './record-inquiries.ts'

export interface InquiryDeskOptions {
  readonly database: Database
  readonly clock: Clock
  businessDateOf(institutionId: string, nowMs: number): BusinessDate
}

type Results = PromiseSettledResult<{ readonly code: string }>[]

export class InquiryDesk {
  readonly #options: InquiryDeskOptions
  readonly #queues: QueuesByInstitution<AnyInquiry, { readonly code: string }>
  readonly #authIds = new AuthIds()

  constructor(options: InquiryDeskOptions) {
    this.#options = options
    this.#queues = new QueuesByInstitution({
      connections: options.database.connections,
      run: (institutionId, inquiries) => this.#run(institutionId, inquiries),
    })
  }

  async ask<Answer extends { readonly code: string }>(inquiry: Inquiry<Answer>): Promise<Answer> {
    // The queue runs inquiry.answer() and returns just what it gave, so the type is that of this inquiry.
    return (await this.#queues.submit(inquiry)) as Answer
  }

  /** Resolves once everything asked so far is answered. */
  drained(): Promise<void> {
    return this.#queues.drained()
  }

  async #run(institutionId: string, inquiries: readonly AnyInquiry[]): Promise<Results> {
    try {
      return await this.#runOnce(institutionId, inquiries, true)
    } catch (error) {
      if (!isStalePlan(error) && !isWriteRefusal(error)) throw asProblem(error)
      return this.#runAgain(institutionId, inquiries, !isWriteRefusal(error))
    }
  }

  async #runAgain(institutionId: string, inquiries: readonly AnyInquiry[], isRecorded: boolean): Promise<Results> {
    try {
      return await this.#runOnce(institutionId, inquiries, isRecorded)
    } catch (error) {
      throw asProblem(error)
    }
  }

  async #runOnce(institutionId: string, inquiries: readonly AnyInquiry[], isRecorded: boolean): Promise<Results> {
    const { database, clock } = this.#options
    const nowMs = clock.now()
    const businessDate = this.#options.businessDateOf(institutionId, nowMs)
    const session = await database.connect()
    try {
      const trip = new Trip(session)
      const reading = Promise.all([
        readUnlocked(trip, institutionId, inquiries),
        isRecorded ? this.#authIds.reserve(trip, inquiries.length) : inquiries.map(randomAuthId),
      ])
      trip.send()
      const [found, authIds] = await reading
      const books = new WorkingBooks(found, nowMs, businessDate)
      const answered = inquiries.map((inquiry, i) => {
        const authId = authIds[i] ?? ''
        return { inquiry, authId, result: answerOf(inquiry, books, found.accounts, authId) }
      })
      if (isRecorded) await recordInquiries(session, institutionId, books, answered)
      else await session.query('ROLLBACK')
      return answered.map(({ result }) => result)
    } catch (error) {
      await session.query('ROLLBACK').catch(() => {})
      throw error
    } finally {
      session.release()
    }
  }
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
