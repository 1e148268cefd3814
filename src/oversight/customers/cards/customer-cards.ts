// Cards of the built-in bank as administration keeps them: added, given other accounts, blocked, closed. Postings read the card
// under its lock, so that the next order on any node obeys. A card number comes in and never goes out: it is found by its hash.

import { authorOf } from '../../../administration/audit/actor.ts'
import {
  assertVersion,
  changeRecord,
  type RecordWork,
  recordCreation,
} from '../../../administration/records/change-record.ts'
import { assertFixed } from '../../../administration/records/fixed-fields.ts'
import { readRecord } from '../../../administration/records/read-records.ts'
import type { RecordCaller } from '../../../administration/records/record-kind.ts'
import { addCards } from '../../../channels/core/builtin/books/add-cards.ts'
import type { CardStatus } from '../../../channels/core/builtin/books/card.ts'
import { LineFields } from '../../../channels/core/builtin/loading/line-fields.ts'
import {
  accountIdsOf,
  existingAccounts,
  readCardLine,
  SEPARATOR,
  unknownAccount,
} from '../../../channels/core/builtin/loading/load-cards.ts'
import { maskPansIn, PAN_CONTEXT } from '../../../platform/kernel/identifiers/pan.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import type { PageRequest } from '../../../platform/storage/statements/list-query.ts'
import { assertOwnBank, type CustomerParts, invalidLine, lockBank } from '../customer-bank.ts'
import { customerProblem } from '../customer-problems.ts'
import { CustomerRecordSearch, type FoundFrom, type FoundPage } from '../search/customer-record-search.ts'
import { type BlockedAs, type CardMove, cardMoveDone, isFinal, movedCard } from './card-moves.ts'
import { CARDS, type CardRecord } from './card-records.ts'
import { type CardFilter, SEARCHED_CARDS } from './card-search.ts'

export interface NewCard {
  readonly institutionId: string
  readonly pan: string
  readonly customerId: string
  readonly accountIds: readonly string[]
  readonly status?: CardStatus | undefined
}

/** Absent fields stay unchanged; `version` is the one that was read. */
export interface CardChange {
  readonly version: number
  readonly institutionId?: string | undefined
  readonly customerId?: string | undefined
  readonly accountIds?: readonly string[] | undefined
}

/** `reason` is why; `status` what a card is blocked as. */
export interface CardMoved {
  readonly reason: string
  readonly status?: BlockedAs | undefined
}

export class CustomerCards {
  readonly #parts: CustomerParts
  readonly #search: CustomerRecordSearch<CardRecord, CardFilter>

  constructor(parts: CustomerParts) {
    this.#parts = parts
    this.#search = new CustomerRecordSearch(SEARCHED_CARDS, parts)
  }

  /** What a card is found by. */
  hashOf(pan: string): string {
    return this.#parts.secretBox.lookupHash(pan, PAN_CONTEXT)
  }

  /** Refusals: `not-found`. */
  find(scope: Scope, id: string): Promise<CardRecord> {
    return readRecord(this.#parts.database, CARDS, { scope, nowMs: this.#parts.clock.now() }, id)
  }

  /** What the cards of a customer are found by, so many at most. */
  async hashesOf(institutionId: string, customerId: string, limit: number): Promise<readonly string[]> {
    const { rows } = await this.#parts.database.query<{ pan_hash: string }>(
      'SELECT pan_hash FROM cards WHERE institution_id = $1 AND customer_id = $2 LIMIT $3',
      [institutionId, customerId, limit],
    )
    return rows.map(({ pan_hash: hash }) => hash)
  }

  /** By page; the caller makes sure that it begins before COUNT_LIMIT. */
  list(scope: Scope, filter: CardFilter, page: PageRequest): Promise<FoundPage<CardRecord>> {
    return this.#search.page(scope, filter, page)
  }

  after(scope: Scope, filter: CardFilter, cursor: string, size: number): Promise<FoundFrom<CardRecord>> {
    return this.#search.after(scope, filter, cursor, size)
  }

  /**
   * Refusals: `not-found` for an institution outside the scope, `invalid`, `conflict` when the institution has the card or does
   * not keep its accounts here.
   */
  create(caller: RecordCaller, card: NewCard): Promise<CardRecord> {
    return this.#transaction(caller, async (work) => {
      const { institutionId } = card
      const { secretBox, environment } = this.#parts
      assertOwnBank(caller.principal.scope, institutionId)
      await lockBank(work, institutionId, environment)
      const fields = LineFields.of({
        pan: card.pan,
        customerId: card.customerId,
        accountIds: card.accountIds.join(SEPARATOR),
        status: card.status,
      })
      const line = readCardLine(fields, secretBox)
      if (line === undefined) throw invalidLine(fields.faults)
      await assertAccounts(work, institutionId, line.accountIds)
      const stamp = { author: authorOf(caller.actor), atMs: work.nowMs }
      await refuseDuplicate(
        'cards_pkey',
        (cause) => customerProblem('card-known', 'the institution has a card with this number', { cause }),
        () => addCards(work.sql, secretBox, [{ institutionId, status: 'ACTIVE', ...given(line) }], stamp),
      )
      const { rows } = await work.sql.query<{ id: string }>(
        'SELECT id FROM card_records WHERE institution_id = $1 AND pan_hash = $2',
        [institutionId, line.panHash],
      )
      return await recordCreation(work, CARDS, 'card.create', rows[0]?.id ?? '')
    })
  }

  /** Refusals: `not-found`, `invalid`, `conflict` when the version is stale or the card is out of use for good. */
  update(caller: RecordCaller, id: string, change: CardChange): Promise<CardRecord> {
    return this.#change(caller, id, 'card.update', async (work, before, panHash) => {
      assertVersion(CARDS, before, change.version)
      assertFixed(['institutionId', 'customerId'], before, change)
      if (isFinal(before.status)) throw wrongState(before, 'changed')
      if (change.accountIds === undefined) return
      const fields = LineFields.of({ accountIds: change.accountIds.join(SEPARATOR) })
      const accountIds = accountIdsOf(fields)
      if (accountIds === undefined) throw invalidLine(fields.faults)
      const added = accountIds.filter((accountId) => !before.accountIds.includes(accountId))
      if (added.length > 0) await assertAccounts(work, before.institutionId, accountIds)
      await work.sql.query('UPDATE cards SET account_ids = $3 WHERE institution_id = $1 AND pan_hash = $2', [
        before.institutionId,
        panHash,
        accountIds,
      ])
    })
  }

  /** Refusals: `not-found`, and `conflict` when its status does not allow the move. */
  move(caller: RecordCaller, id: string, move: CardMove, { reason, status: as }: CardMoved): Promise<CardRecord> {
    return this.#change(caller, id, `card.${move}`, async (work, before, panHash) => {
      const status = movedCard(before.status, move, as)
      if (status === undefined) throw wrongState(before, cardMoveDone(move))
      const key = [before.institutionId, panHash]
      await work.sql.query('UPDATE cards SET status = $3 WHERE institution_id = $1 AND pan_hash = $2', [...key, status])
      await work.sql.query(
        'UPDATE card_records SET status_reason = $3, reason_status = $4 WHERE institution_id = $1 AND pan_hash = $2',
        [...key, maskPansIn(reason), status],
      )
    })
  }

  /** Changes a card under its lock, which orders wait for: institution, card, record, in this order. */
  #change(
    caller: RecordCaller,
    id: string,
    action: string,
    change: (work: RecordWork, before: CardRecord, panHash: string) => Promise<void>,
  ): Promise<CardRecord> {
    return this.#transaction(caller, async (work) => {
      const { scope } = caller.principal
      const { institutionId } = await readRecord(work.sql, CARDS, { scope, nowMs: work.nowMs }, id)
      await lockBank(work, institutionId, this.#parts.environment)
      const { rows } = await work.sql.query<{ pan_hash: string }>(
        `SELECT c.pan_hash FROM cards c
          WHERE c.institution_id = $1 AND c.pan_hash = (SELECT r.pan_hash FROM card_records r WHERE r.institution_id = $1 AND r.id = $2)
            FOR NO KEY UPDATE`,
        [institutionId, id],
      )
      const panHash = rows[0]?.pan_hash ?? ''
      return await changeRecord(work, CARDS, action, id, (before) => change(work, before, panHash))
    })
  }

  #transaction<T>(caller: RecordCaller, run: (work: RecordWork) => Promise<T>): Promise<T> {
    const { database, clock } = this.#parts
    return database.transaction((sql) => run({ sql, nowMs: clock.now(), caller }))
  }
}

/** The fields of a line that were given. */
function given({ pan, customerId, accountIds, status }: Omit<NewCard, 'institutionId'>) {
  return { pan, customerId, accountIds, ...(status !== undefined && { status }) }
}

function wrongState({ status }: CardRecord, done: string) {
  return customerProblem('card-wrong-state', `a card that is ${status} cannot be ${done}`)
}

async function assertAccounts(
  { sql }: RecordWork,
  institutionId: string,
  accountIds: readonly string[],
): Promise<void> {
  const message = unknownAccount(accountIds, await existingAccounts(sql, institutionId, accountIds), institutionId)
  if (message !== undefined) throw invalidFields([{ path: 'accountIds', message }])
}
