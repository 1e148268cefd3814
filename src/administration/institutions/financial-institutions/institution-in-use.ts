// Deletes an institution, unless something belongs to it.

import type { Sql } from '../../../platform/storage/database.ts'
import { FOREIGN_KEY_VIOLATION, sqlStateOf } from '../../../platform/storage/statements/sqlstate.ts'
import { institutionProblem } from '../institution-problems.ts'

/** Tables that name the institution without a foreign key. Each is one probe of an index. */
const BOOKS = {
  accounts: 'institution_id = $1',
  cards: 'institution_id = $1',
  transactions: 'institution_id = $1',
  inquiries: 'institution_id = $1',
  loan_applications: 'institution_id = $1',
  partners: '$1 = ANY (institution_ids)',
} as const

/** Refusals: `conflict` when something belongs to the institution. */
export async function deleteUnused(sql: Sql, institutionId: string): Promise<void> {
  const probes = Object.entries(BOOKS).map(
    ([table, condition]) => `EXISTS (SELECT FROM ${table} WHERE ${condition}) AS ${table}`,
  )
  const { rows } = await sql.query<Record<keyof typeof BOOKS, boolean>>(`SELECT ${probes.join(', ')}`, [institutionId])
  const found = Object.entries(rows[0] ?? {}).flatMap(([table, isFound]) => (isFound ? [table] : []))
  if (found.length > 0) throw institutionProblem('institution-in-use', `the institution has ${found.join(', ')}`)
  try {
    // Copies of its connections, kept for nodes of an earlier version: no records, and they outlive what they copy.
    await sql.query('DELETE FROM core_connectivity WHERE institution_id = $1', [institutionId])
    await sql.query('DELETE FROM institutions WHERE institution_id = $1', [institutionId])
  } catch (error) {
    if (sqlStateOf(error) !== FOREIGN_KEY_VIOLATION) throw error
    throw institutionProblem('institution-in-use', 'users or settings belong to the institution; delete them first', {
      cause: error,
    })
  }
}
