// Inquiries at the built-in bank: balances and account lists, in batches like postings, each recorded for search.
// Nothing is locked and nothing is deduplicated; while the database is read-only an inquiry is answered without a
// record.

import { begin, COMMIT } from '../../../ledger/batch/batch-transaction.ts'
import { randomAuthId } from '../../../platform/kernel/identifiers/ids.ts'
import type { BusinessDate, Clock } from '../../../platform/kernel/time/clock.ts'
import { QueuesByInstitution } from '../../../platform/storage/batches/queues-by-institution.ts'
import { Trip } from '../../../platform/storage/batches/trip.ts'
import type { Database, Statement } from '../../../platform/storage/database.ts'
import { asProblem, isStalePlan, isWriteRefusal } from '../../../platform/storage/statements/sqlstate.ts'
import { type BankReading, readBank } from '../../core/builtin/books/bank-reading.ts'
import { AuthIds } from '../record/auth-ids.ts'
import type { AnyInquiry, Inquiry, InquiryAnswer } from './inquiry.ts'
import { inquiryStep } from './record-inquiries.ts'

// The commit of a batch of inquiries need not wait for the disk: losing the record of an inquiry loses no money.
const DO_NOT_WAIT_FOR_DISK: Statement = {
  name: 'do-not-wait-for-disk',
  text: `SELECT set_config('synchronous_commit', 'off', true)`,
}

export interface InquiryDeskOptions {
  readonly database: Database
  readonly clock: Clock
  businessDateOf(institutionId: string, nowMs: number): BusinessDate
}

type Results = PromiseSettledResult<InquiryAnswer>[]

export class InquiryDesk {
  readonly #options: InquiryDeskOptions
  readonly #queues: QueuesByInstitution<AnyInquiry, InquiryAnswer>
  readonly #authIds = new AuthIds()

  constructor(options: InquiryDeskOptions) {
    this.#options = options
    this.#queues = new QueuesByInstitution({
      connections: options.database.connections,
      run: (institutionId, inquiries) => this.#run(institutionId, inquiries),
    })
  }

  async ask<Answer extends InquiryAnswer>(inquiry: Inquiry<Answer>): Promise<Answer> {
    // The queue returns the result of inquiry.answer(), so it has this inquiry's type.
    return (await this.#queues.submit(inquiry)) as Answer
  }

  /** Resolves once every inquiry so far is answered. */
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
    const context = { institutionId, nowMs, businessDate: this.#options.businessDateOf(institutionId, nowMs) }
    const session = await database.connect({ batch: { institutionIds: [institutionId], staysInShard: true } })
    try {
      const trip = new Trip(session)
      const reading = Promise.all([
        Promise.all([begin(trip), trip.ask(DO_NOT_WAIT_FOR_DISK)]),
        readBank(trip, context, inquiries),
        isRecorded ? this.#authIds.reserve(trip, inquiries.length) : inquiries.map(randomAuthId),
      ])
      trip.send()
      const [, bank, authIds] = await reading
      const answered = inquiries.map((inquiry, i) => {
        const authId = authIds[i] ?? ''
        return { inquiry, authId, result: answerOf(inquiry, bank, authId) }
      })
      if (isRecorded) {
        const step = inquiryStep(institutionId, context, answered, trip.isDistributed)
        await session.roundTrip([step, { statement: COMMIT, values: [] }])
      } else {
        await session.query('ROLLBACK')
      }
      return answered.map(({ result }) => result)
    } catch (error) {
      await session.query('ROLLBACK').catch(() => {})
      throw error
    } finally {
      session.release()
    }
  }
}

function answerOf(inquiry: AnyInquiry, bank: BankReading, authId: string): PromiseSettledResult<InquiryAnswer> {
  try {
    return { status: 'fulfilled', value: inquiry.answer(bank, authId) }
  } catch (reason) {
    return { status: 'rejected', reason }
  }
}
