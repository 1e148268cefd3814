// Completes the records of the sandbox's institutions: names in law, contacts, addresses. Sandboxes that are older than
// these fields get them too, unless the record has been changed.

import type { Sql } from '../../platform/storage/database.ts'
import { INSTITUTIONS, type SandboxInstitution } from './sandbox-data.ts'

const COUNTRY = 'US'

export async function describeInstitutions(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE institutions i
        SET legal_name = row.legal_name, type = row.type, country_code = $2, currencies = row.currencies,
            swift_bic = row.swift_bic, routing_numbers = row.routing_numbers, acquirer_ids = row.acquirer_ids,
            address = row.address, contacts = row.contacts, updated_at = created_at
       FROM jsonb_to_recordset($1) AS row (institution_id text, legal_name text, type text, currencies text[],
            swift_bic text, routing_numbers text[], acquirer_ids text[], address jsonb, contacts jsonb)
      WHERE i.institution_id = row.institution_id AND i.version = 1`,
    [JSON.stringify(INSTITUTIONS.map(columnsOf)), COUNTRY],
  )
}

function columnsOf(institution: SandboxInstitution): object {
  const { institutionId, branch, postalCode, domain } = institution
  const [line1, city] = branch.address.split(', ')
  return {
    institution_id: institutionId,
    legal_name: institution.legalName,
    type: institution.type,
    currencies: institution.currencies,
    swift_bic: institution.swiftBic,
    routing_numbers: [institution.routingNumber],
    acquirer_ids: [`ACQ${institutionId.slice(2)}`],
    address: { line1, city, state: 'IL', postalCode, countryCode: COUNTRY },
    contacts: [
      { name: 'Service desk', email: `desk@${domain}`, phone: '+1 217 555 0100', kind: 'PRIMARY' },
      { name: 'Core operations', email: `core@${domain}`, phone: '+1 217 555 0101', kind: 'TECHNICAL' },
    ],
  }
}
