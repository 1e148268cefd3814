// Hot cards: cards stopped at the gateway, in front of every core, also those of a bank whose cards the gateway does not know.
// Every node declines their next order. Times are real ones: the sandbox's movable clock does not end them.
//
//   state     lift     time
//   ACTIVE    LIFTED   EXPIRED after expiresAt, if it has one
//   LIFTED    409      –
//   EXPIRED   409      –

import { maskPan, maskPansIn, PAN_CONTEXT } from '../../../platform/kernel/identifiers/pan.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { refuseDuplicate } from '../../../platform/storage/statements/duplicates.ts'
import { changeRecord, type RecordWork } from '../../records/change-record.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { Records } from '../../records/records.ts'
import { createRecord, writeFields } from '../../records/write-record.ts'
import type { PartnerServices } from '../change-directory.ts'
import { institutionProblem } from '../institution-problems.ts'
import { assertNamedInstitution } from '../named-institution.ts'
import { HOT_CARDS_TOPIC } from './hot-card-list.ts'
import { HOT_CARDS, type HotCardFilter, type HotCardReason, type HotCardRecord } from './hot-card-records.ts'

export interface NewHotCard {
  readonly institutionId: string
  readonly pan: string
  readonly reason: HotCardReason
  readonly note?: string | undefined
  /** ISO 8601; absent: until it is lifted. */
  readonly expiresAt?: string | undefined
}

type HotCardServices = Pick<PartnerServices, 'database' | 'clock' | 'secretBox'>

export class HotCards extends Records<HotCardRecord, HotCardFilter> {
  readonly #services: HotCardServices

  constructor(services: HotCardServices) {
    super(HOT_CARDS, services)
    this.#services = services
  }

  /** What a hot card is found by. */
  hashOf(pan: string): string {
    return this.#services.secretBox.lookupHash(pan, PAN_CONTEXT)
  }

  /**
   * Refusals: `not-found` for an institution outside the scope, `invalid`, `conflict` when the institution has an active hot card
   * of this number.
   */
  create(caller: RecordCaller, card: NewHotCard): Promise<HotCardRecord> {
    return this.transaction(caller, async (work) => {
      await assertNamedInstitution(work.sql, caller.principal.scope, card.institutionId)
      const { note, expiresAt } = card
      assertFuture(expiresAt, work.nowMs)
      const row = await changedRow(work.sql)
      const panHash = this.hashOf(card.pan)
      await endExpired(work, card.institutionId, [panHash])
      const fields = {
        institutionId: card.institutionId,
        maskedPan: maskPan(card.pan),
        reason: card.reason,
        ...(note !== undefined && { note: maskPansIn(note) }),
        ...(expiresAt !== undefined && { expiresAt }),
      }
      return await refuseDuplicate(
        'hot_cards_active',
        (cause) => institutionProblem('hot-card-known', 'the card is a hot card already', { cause }),
        () => createRecord(work, HOT_CARDS, fields, { pan_hash: panHash, ...row }),
      )
    })
  }

  /** Refusals: `not-found`, and `conflict` when it has ended already. */
  lift(caller: RecordCaller, id: string, reason: string): Promise<HotCardRecord> {
    return this.transaction(caller, (work) =>
      changeRecord(work, HOT_CARDS, 'hot-card.lift', id, async ({ state }) => {
        if (state !== 'ACTIVE')
          throw institutionProblem('hot-card-ended', `a hot card that is ${state} cannot be lifted`)
        const fields = { liftReason: maskPansIn(reason), liftedAt: new Date(work.nowMs).toISOString() }
        await writeFields(work, HOT_CARDS, id, fields, { state: 'LIFTED', ...(await changedRow(work.sql)) })
      }),
    )
  }

  /** The caller is answered when every node obeys. */
  protected override async transaction<T, Caller extends RecordCaller>(
    caller: Caller,
    run: (work: RecordWork<Caller>) => Promise<T>,
  ): Promise<T> {
    const result = await super.transaction(caller, run)
    await this.#services.database.changes.confirm(HOT_CARDS_TOPIC)
    return result
  }
}

/** The number of this change, in the column that nodes follow. It is given once per transaction. */
export async function changedRow(sql: Sql): Promise<{ readonly change_no: bigint }> {
  const { rows } = await sql.query<{ epoch: bigint }>('UPDATE hot_card_epoch SET epoch = epoch + 1 RETURNING epoch')
  return { change_no: rows[0]?.epoch ?? 0n }
}

/** Those whose time is over leave room for another of the same number. */
export async function endExpired(
  { sql, nowMs }: Pick<RecordWork, 'sql' | 'nowMs'>,
  institutionId: string,
  panHashes: readonly string[],
): Promise<void> {
  await sql.query(
    `UPDATE hot_cards SET state = 'EXPIRED'
      WHERE institution_id = $1 AND pan_hash = ANY ($2::text[]) AND state = 'ACTIVE' AND expires_at <= $3::timestamptz`,
    [institutionId, [...panHashes], new Date(nowMs)],
  )
}

function assertFuture(expiresAt: string | undefined, nowMs: number): void {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs)
    throw invalidFields([{ path: 'expiresAt', message: 'must be in the future' }])
}
