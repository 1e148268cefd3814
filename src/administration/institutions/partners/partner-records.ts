// Partners and their clients as they are stored, read and listed. Secrets are never part of a record: only the hash of one
// is stored, and it stays in the database.

import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { NewEvent } from '../../events/event-outbox.ts'
import { recordKind } from '../../records/column-kind.ts'
import { column, derived } from '../../records/columns.ts'
import type { RecordFields } from '../../records/record-kind.ts'
import { institutionProblem } from '../institution-problems.ts'
import type { ApiFamily, ClientFamily } from './api-families.ts'

export interface ClientRecord {
  readonly clientId: string
  readonly families: readonly ClientFamily[]
  readonly expiresAt: string | null
  /** Until then the secret from before the last rotation is taken too. */
  readonly oldSecretUntil: string | null
  /** Ranges that it may call from; anywhere when there is none. */
  readonly addresses: readonly string[]
  /** Accurate to half a minute: gateways save it periodically. */
  readonly lastUsedAt: string | null
  readonly isActive: boolean
}

export interface PartnerRecord extends RecordFields {
  readonly partnerId: string
  readonly name: string
  readonly families: readonly ApiFamily[]
  readonly operations: readonly string[]
  readonly institutionIds: readonly string[]
  /** When false, the partner is identified by partnerId alone, without a client secret. */
  readonly clientIdPolicy: boolean
  readonly rateLimit: { readonly perSecond: number } | null
  readonly isActive: boolean
  readonly clients: readonly ClientRecord[]
}

export interface PartnerFilter {
  /** A part of the partnerId or of the name, in any letter case. */
  readonly search?: string | undefined
  readonly isActive?: boolean | undefined
  readonly family?: ApiFamily | undefined
  readonly institutionId?: string | undefined
}

/** A client as the statement reads it: its instants in milliseconds. */
type ReadClient = Omit<ClientRecord, 'expiresAt' | 'oldSecretUntil' | 'lastUsedAt'> & {
  readonly expiresAt: number | null
  readonly oldSecretUntil: number | null
  readonly lastUsedAt: number | null
}

const RATE_LIMIT = column<PartnerRecord['rateLimit'], number | null>('rate_per_second', {
  read: (perSecond) => (perSecond === null ? null : { perSecond }),
  write: (limit) => limit?.perSecond ?? null,
})

export const PARTNERS = recordKind<PartnerRecord, PartnerFilter>({
  resource: 'partner',
  table: 'partners p',
  order: 'p.created_at DESC, p.partner_id',
  columns: {
    partnerId: 'partner_id',
    name: 'name',
    families: 'families',
    operations: 'operations',
    institutionIds: 'institution_ids',
    clientIdPolicy: 'client_id_policy',
    rateLimit: RATE_LIMIT,
    isActive: 'is_active',
    clients: derived<ClientRecord[], ReadClient[]>('clients', clientsOf, (clients) => clients.map(clientOf)),
  },
  // A partner belongs to an institution when it works for no other, and never to a sub-tenant.
  inScope({ institutionId, subTenantId }, parameters) {
    if (subTenantId !== undefined) return 'false'
    return institutionId === undefined ? 'true' : `p.institution_ids = ARRAY[${parameters.add(institutionId)}::text]`
  },
  matching({ search, isActive, family, institutionId }, _reader, where) {
    where.addSearch(search, (pattern) => `(p.partner_id ILIKE ${pattern} OR p.name ILIKE ${pattern})`)
    where.addFor(isActive, (value) => `p.is_active = ${value}`)
    where.addFor(family, (value) => `${value} = ANY (p.families)`)
    where.addFor(institutionId, (value) => `${value} = ANY (p.institution_ids)`)
  },
  // The feed of a partner goes with it.
  event: (before, after) => (before && after ? partnerChanged(after) : undefined),
  // Changes of a partner that several institutions share are audited under the platform.
  ownerOf({ institutionIds: [institutionId, another] }) {
    return institutionId !== undefined && another === undefined ? { institutionId } : {}
  },
  refusals: {
    notFound: () => institutionProblem('partner-not-found', 'there is no such partner'),
    changed: () => institutionProblem('partner-changed', 'the partner was changed since it was read'),
  },
})

function partnerChanged(partner: PartnerRecord): NewEvent {
  const { partnerId, name, families, operations, institutionIds, rateLimit, isActive, version, updatedAt } = partner
  return {
    kind: 'partner.changed',
    partnerId,
    resource: `partner/${partnerId}`,
    data: { partnerId, name, families, operations, institutionIds, rateLimit, isActive, version, updatedAt },
  }
}

function clientsOf(partner: string): string {
  const milliseconds = (instant: string) => `floor(extract(epoch FROM ${instant}) * 1000)`
  return `
    coalesce((SELECT jsonb_agg(jsonb_build_object('clientId', c.client_id, 'families', c.families,
                                                  'expiresAt', ${milliseconds('c.expires_at')},
                                                  'oldSecretUntil', ${milliseconds('c.old_secret_until')},
                                                  'addresses', c.addresses,
                                                  'lastUsedAt', ${milliseconds('last_used_at')},
                                                  'isActive', c.is_active)
                               ORDER BY c.created_at, c.client_id)
                FROM clients c LEFT JOIN client_usage USING (client_id)
               WHERE c.partner_id = ${partner}.partner_id), '[]')`
}

function clientOf({ expiresAt, oldSecretUntil, lastUsedAt, ...client }: ReadClient): ClientRecord {
  const instant = (ms: number | null) => (ms === null ? null : isoTimestamp(ms))
  return {
    ...client,
    expiresAt: instant(expiresAt),
    oldSecretUntil: instant(oldSecretUntil),
    lastUsedAt: instant(lastUsedAt),
  }
}
