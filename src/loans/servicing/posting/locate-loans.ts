// Where commands post: read before their batch, because the batch has to know which accounts to lock. Commands that come in
// while others are being located share one statement.

import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import { BatchQueue } from '../../../platform/storage/batches/batch-queue.ts'
import type { Database, Statement } from '../../../platform/storage/database.ts'
import { type At, homesOf, NOWHERE } from '../../lending-homes.ts'
import type { LoanCommand } from '../book/loan-command.ts'

export interface Located {
  readonly institution_id: string
  readonly account_id: string
  readonly currency: string
  readonly funds_account_id: string | null
  readonly reversed_event: string | null
  /** Bytes of the stored state; null without one. */
  readonly state_size: number | null
  readonly last_sequence: number
}

type Asked = Pick<LoanCommand, 'partnerId' | 'loanId' | 'reverses'>

const MOST_AT_ONCE = 64
const MOST_IN_FLIGHT = 2
const MOST_WAITING = 10_000

// Scalar subqueries are looked up by index, row by row, regardless of the planner's estimates.
const locateAt = (at: At) => ({
  name: at === NOWHERE ? 'locate-loans' : 'locate-loans-at-home',
  text: `SELECT asked.place::integer AS place, l.institution_id, l.account_id, l.currency, l.last_sequence,
                (SELECT octet_length(s.state) FROM loan_states s
                  WHERE s.institution_id = l.institution_id AND s.loan_id = l.loan_id${at('s')}) AS state_size,
                (SELECT e.event_id FROM loan_events e
                  WHERE e.event_id = asked.reversed AND e.loan_id = l.loan_id${at('e')}) AS reversed_event,
                (SELECT e.funds_account_id FROM loan_events e
                  WHERE e.event_id = asked.reversed AND e.loan_id = l.loan_id${at('e')}) AS funds_account_id
           FROM unnest($1::uuid[], $2::text[], $3::uuid[]) WITH ORDINALITY AS asked (loan_id, partner_id, reversed, place)
           JOIN loans l ON l.loan_id = asked.loan_id AND l.partner_id = asked.partner_id
          WHERE l.loan_id = ANY ($1::uuid[])${at('l')}`,
})

const LOCATE = locateAt(NOWHERE)
const LOCATE_AT_HOME = locateAt((alias) => ` AND ${alias}.institution_id = $4`)

function questionsOf(asked: readonly Asked[]): unknown[] {
  return [
    asked.map(({ loanId }) => loanId),
    asked.map(({ partnerId }) => partnerId),
    asked.map(({ reverses }) => (reverses !== undefined && isUuid(reverses) ? reverses : null)),
  ]
}

export class LoanLocator {
  readonly #database: Database
  readonly #queue: BatchQueue<Asked, Located | undefined>

  constructor(database: Database) {
    this.#database = database
    this.#queue = new BatchQueue({
      maxBatch: MOST_AT_ONCE,
      maxInFlight: MOST_IN_FLIGHT,
      maxQueued: MOST_WAITING,
      run: (asked) => this.#run(asked),
    })
  }

  /** Undefined when the partner has no such loan. */
  locate(command: Asked): Promise<Located | undefined> {
    return isUuid(command.loanId) ? this.#queue.submit(command) : Promise.resolve(undefined)
  }

  async #run(asked: readonly Asked[]): Promise<PromiseFulfilledResult<Located | undefined>[]> {
    const found = this.#database.isDistributed
      ? await this.#locateAtHome(asked)
      : await this.#locate(LOCATE, asked, questionsOf(asked))
    return asked.map((one) => ({ status: 'fulfilled', value: found.get(one) }))
  }

  async #locateAtHome(asked: readonly Asked[]): Promise<ReadonlyMap<Asked, Located>> {
    const homes = await homesOf(
      this.#database,
      asked.map(({ loanId }) => loanId),
    )
    const located = new Map<Asked, Located>()
    for (const [home, own] of Map.groupBy(asked, ({ loanId }) => homes.get(loanId.toLowerCase()))) {
      if (home === undefined) continue
      const found = await this.#locate(LOCATE_AT_HOME, own, [...questionsOf(own), home])
      for (const [one, place] of found) located.set(one, place)
    }
    return located
  }

  async #locate(
    statement: Statement,
    asked: readonly Asked[],
    values: readonly unknown[],
  ): Promise<ReadonlyMap<Asked, Located>> {
    const { rows } = await this.#database.query<Located & { readonly place: number }>(statement, values)
    return new Map(rows.map((row) => [asked[row.place - 1] as Asked, row]))
  }
}
