// Clients as the directory has them.

import type { Sql } from '../../../platform/storage/database.ts'
import type { ClosedValues } from '../../../platform/storage/statements/closed-values.ts'
import type { Client } from '../directory.ts'
import { CLIENT_FAMILIES } from '../partners/api-families.ts'

interface ClientRow {
  client_id: string
  partner_id: string
  secret_hash: string
  families: string[]
  expires_at: Date | null
  is_active: boolean
}

export async function readClients(sql: Sql, closed: ClosedValues): Promise<Map<string, Client>> {
  const { rows } = await sql.query<ClientRow>(
    'SELECT client_id, partner_id, secret_hash, families, expires_at, is_active FROM clients',
  )
  const clients = rows.map((row): [string, Client] => [
    row.client_id,
    {
      clientId: row.client_id,
      partnerId: row.partner_id,
      secretHash: row.secret_hash,
      families: closed.all(CLIENT_FAMILIES, row.families, { table: 'clients', key: row.client_id, column: 'families' }),
      ...(row.expires_at !== null && { expiresAtMs: row.expires_at.getTime() }),
      isActive: row.is_active,
    },
  ])
  return new Map(clients)
}
