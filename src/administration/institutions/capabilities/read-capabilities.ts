// The active transaction capabilities, for the directory. An inactive one grants nothing, as if it were not there.

import type { Sql } from '../../../platform/storage/database.ts'
import type { Capability } from '../directory.ts'

interface CapabilityRow {
  code: string
  inquiry: boolean
  withdrawal: boolean
  deposit: boolean
  transfer_from: boolean
  transfer_to: boolean
  bill_payment: boolean
  cardless: boolean
}

export async function readCapabilities(sql: Sql): Promise<Map<string, Capability>> {
  const { rows } = await sql.query<CapabilityRow>(
    `SELECT code, inquiry, withdrawal, deposit, transfer_from, transfer_to, bill_payment, cardless
       FROM transaction_capabilities
      WHERE is_active`,
  )
  const capabilities = rows.map(({ code, transfer_from, transfer_to, bill_payment, ...same }): [string, Capability] => [
    code,
    { ...same, transferFrom: transfer_from, transferTo: transfer_to, billPayment: bill_payment },
  ])
  return new Map(capabilities)
}
