// Adds cards in bulk, in the caller's transaction. A card number is stored as a look-up hash and sealed.

import { maskPan, PAN_CONTEXT, PAN_SEAL_CONTEXT } from '../../../../platform/kernel/identifiers/pan.ts'
import type { SecretBox } from '../../../../platform/kernel/secrets/secrets.ts'
import type { Sql } from '../../../../platform/storage/database.ts'
import type { CardStatus } from './card.ts'
import { recordCards, type Stamp } from './customer-records.ts'

export interface NewCard {
  readonly institutionId: string
  readonly pan: string
  readonly customerId: string
  readonly accountIds: readonly string[]
  readonly status: CardStatus
}

const INSERT_CARDS = `
  INSERT INTO cards (institution_id, pan_hash, pan_sealed, masked_pan, customer_id, status, account_ids)
  SELECT "institutionId", "panHash", "panSealed", "maskedPan", "customerId", status, "accountIds"
    FROM jsonb_to_recordset($1) AS row ("institutionId" text, "panHash" text, "panSealed" text, "maskedPan" text,
         "customerId" text, status text, "accountIds" text[])`

/** `stamp` is the author of the cards' records; without one it is the system. */
export async function addCards(
  sql: Sql,
  secretBox: SecretBox,
  cards: readonly NewCard[],
  stamp?: Stamp,
): Promise<void> {
  if (cards.length === 0) return
  const rows = cards.map(({ pan, ...card }) => ({
    ...card,
    panHash: secretBox.lookupHash(pan, PAN_CONTEXT),
    panSealed: secretBox.seal(pan, PAN_SEAL_CONTEXT),
    maskedPan: maskPan(pan),
  }))
  await recordCards(sql, rows, stamp)
  await sql.query(INSERT_CARDS, [JSON.stringify(rows)])
}
