// Which institutions have rows of a kind, for work that goes through them one by one.

import type { Database } from '../database.ts'

/**
 * `rows` is a table of the books with its condition. On distributed books one statement asks all servers; while one of them is
 * down, all institutions at the others are named instead, also those without such rows.
 */
export async function institutionsWith(
  database: Database,
  rows: string,
  values: readonly unknown[] = [],
): Promise<string[]> {
  const { distribution } = database
  const ask = async () => {
    const found = await database.query<{ institution_id: string }>(
      `SELECT DISTINCT institution_id FROM ${rows} ORDER BY institution_id`,
      values,
    )
    return found.rows.map((row) => row.institution_id)
  }
  if (distribution === undefined) return await ask()
  const isWhole = distribution.workers().every(({ isReachable }) => isReachable)
  try {
    if (isWhole) return await ask()
  } catch {
    // A server that was not yet known to be down.
  }
  return await distribution.reachable(await allBooks(database))
}

/** Institutions, and books of digital banking. */
export async function allBooks(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ institution_id: string }>(
    'SELECT institution_id FROM institutions UNION SELECT book_id FROM digital_institutions ORDER BY institution_id',
  )
  return rows.map((row) => row.institution_id)
}
