// Clients as the directory has them.

import { NO_NETWORKS, networksOf } from '../../../platform/kernel/networks.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import type { ClosedValues } from '../../../platform/storage/statements/closed-values.ts'
import type { Client } from '../directory.ts'
import { CLIENT_FAMILIES } from '../partners/api-families.ts'

interface ClientRow {
  client_id: string
  partner_id: string
  secret_hash: string
  old_secret_hash: string | null
  old_secret_until: Date | null
  addresses: string[]
  families: string[]
  expires_at: Date | null
  is_active: boolean
}

export async function readClients(sql: Sql, closed: ClosedValues): Promise<Map<string, Client>> {
  const { rows } = await sql.query<ClientRow>(
    `SELECT client_id, partner_id, secret_hash, old_secret_hash, old_secret_until, addresses, families, expires_at, is_active
       FROM clients`,
  )
  const clients = rows.map((row): [string, Client] => [
    row.client_id,
    {
      clientId: row.client_id,
      partnerId: row.partner_id,
      secretHash: row.secret_hash,
      ...(row.old_secret_hash !== null &&
        row.old_secret_until !== null && {
          oldSecret: { hash: row.old_secret_hash, untilMs: row.old_secret_until.getTime() },
        }),
      // Ranges that cannot be read hold no address.
      ...(row.addresses.length > 0 && { addresses: networksOf(row.addresses) ?? NO_NETWORKS }),
      families: closed.all(CLIENT_FAMILIES, row.families, { table: 'clients', key: row.client_id, column: 'families' }),
      ...(row.expires_at !== null && { expiresAtMs: row.expires_at.getTime() }),
      isActive: row.is_active,
    },
  ])
  return new Map(clients)
}
