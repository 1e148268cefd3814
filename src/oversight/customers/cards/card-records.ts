// Cards as administration shows them. A card number is stored as a hash and sealed; only its masked form is ever read here.

import {
  type RecordFields,
  type RecordKind,
  type RecordRow,
  recordFieldsOf,
} from '../../../administration/records/record-kind.ts'
import { ofInstitution } from '../../../administration/records/scope-conditions.ts'
import { CARD_STATUSES, type CardStatus } from '../../../channels/core/builtin/books/card.ts'
import { requireOneOf } from '../../../platform/storage/statements/closed-values.ts'
import { customerProblem } from '../customer-problems.ts'

export interface CardRecord extends RecordFields {
  readonly institutionId: string
  readonly maskedPan: string
  readonly customerId: string
  readonly accountIds: readonly string[]
  readonly status: CardStatus
  /** Why it has its status, when a person said so. */
  readonly statusReason?: string
}

interface Row extends RecordRow {
  record_id: string
  institution_id: string
  masked_pan: string
  customer_id: string
  account_ids: string[]
  status: string
  status_reason: string | null
}

const SELECT = `
  SELECT r.id AS record_id, r.version, r.created_at, r.updated_at, r.created_by, r.updated_by, r.institution_id,
         c.masked_pan, c.customer_id, c.account_ids, c.status,
         CASE WHEN r.reason_status = c.status THEN r.status_reason END AS status_reason
    FROM card_records r
    JOIN cards c ON c.institution_id = r.institution_id AND c.pan_hash = r.pan_hash`

export const CARDS: RecordKind<CardRecord, unknown, Row> = {
  resource: 'card',
  table: 'card_records r',
  id: 'r.id',
  placedBy: 'r.institution_id',
  order: 'r.id',
  select: () => SELECT,
  inScope: (scope, parameters) => ofInstitution('r', scope, parameters),
  matching: () => {},
  recordsOf: (rows) => rows.map(toRecord),
  snapshot: (card) => card,
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => customerProblem('card-not-found', 'there is no such card'),
    changed: () => customerProblem('card-changed', 'the card was changed since it was read'),
  },
}

function toRecord(row: Row): CardRecord {
  return {
    ...recordFieldsOf(row.record_id, row),
    institutionId: row.institution_id,
    maskedPan: row.masked_pan,
    customerId: row.customer_id,
    accountIds: row.account_ids,
    status: requireOneOf(CARD_STATUSES, row.status, { table: 'cards', key: row.record_id, column: 'status' }),
    ...(row.status_reason !== null && { statusReason: row.status_reason }),
  }
}
