// Hot cards as they are stored, read and listed. The card number itself is not kept: a hot card is found by its hash. One that is
// active and whose time is over counts as expired.

import { recordKind } from '../../records/column-kind.ts'
import { derived, instant, optional, sorted } from '../../records/columns.ts'
import type { RecordFields } from '../../records/record-kind.ts'
import { ofInstitution } from '../../records/scope-conditions.ts'
import { institutionProblem } from '../institution-problems.ts'

export const HOT_CARD_REASONS = ['LOST', 'STOLEN', 'FRAUD'] as const
export type HotCardReason = (typeof HOT_CARD_REASONS)[number]

export const HOT_CARD_STATES = ['ACTIVE', 'LIFTED', 'EXPIRED'] as const
export type HotCardState = (typeof HOT_CARD_STATES)[number]

export interface HotCardRecord extends RecordFields {
  readonly institutionId: string
  readonly maskedPan: string
  readonly reason: HotCardReason
  readonly note?: string
  readonly expiresAt?: string
  readonly state: HotCardState
  /** Why it was lifted, and when. */
  readonly liftReason?: string
  readonly liftedAt?: string
}

export interface HotCardFilter {
  readonly institutionId?: string | undefined
  readonly reason?: readonly HotCardReason[] | undefined
  readonly state?: readonly HotCardState[] | undefined
  readonly panLast4?: string | undefined
  /** Never the numbers themselves. */
  readonly panHashes?: readonly string[] | undefined
}

function stateAt(now: string): string {
  return `CASE WHEN h.state = 'ACTIVE' AND h.expires_at <= ${now} THEN 'EXPIRED' ELSE h.state END`
}

export const HOT_CARDS = recordKind<HotCardRecord, HotCardFilter>({
  resource: 'hot-card',
  table: 'hot_cards h',
  order: 'h.created_at DESC, h.id DESC',
  columns: {
    institutionId: sorted('institution_id'),
    maskedPan: 'masked_pan',
    reason: sorted('reason'),
    note: optional('note'),
    expiresAt: instant('expires_at', true),
    state: derived('state', (_, { nowMs }, parameters) => stateAt(`${parameters.add(new Date(nowMs))}::timestamptz`)),
    liftReason: optional('lift_reason'),
    liftedAt: instant('lifted_at'),
  },
  // Cards belong to the institution, not to its sub-tenants.
  inScope: (scope, parameters) => ofInstitution('h', scope, parameters),
  matching({ institutionId, reason, state, panLast4, panHashes }, { nowMs }, where) {
    where.addFor(institutionId, (value) => `h.institution_id = ${value}`)
    where.addFor(reason, (values) => `h.reason = ANY (${values}::text[])`)
    where.addFor(state, (values) => {
      return `${stateAt(`${where.parameters.add(new Date(nowMs))}::timestamptz`)} = ANY (${values}::text[])`
    })
    where.addFor(panLast4, (value) => `right(h.masked_pan, 4) = ${value}`)
    where.addFor(panHashes, (values) => `h.pan_hash = ANY (${values}::text[])`)
  },
  event(before, after) {
    if (after === undefined) return undefined
    const { id, institutionId, maskedPan, reason, expiresAt, state, version, updatedAt } = after
    return {
      kind: before === undefined ? 'hot-card.created' : 'hot-card.changed',
      institutionId,
      resource: `hot-card/${id}`,
      data: {
        hotCardId: id,
        institutionId,
        maskedPan,
        reason,
        ...(expiresAt !== undefined && { expiresAt }),
        state,
        version,
        updatedAt,
      },
    }
  },
  ownerOf: ({ institutionId }) => ({ institutionId }),
  refusals: {
    notFound: () => institutionProblem('hot-card-not-found', 'there is no such hot card'),
    changed: () => institutionProblem('hot-card-changed', 'the hot card was changed since it was read'),
  },
})
