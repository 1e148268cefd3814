// The reader of a file, by what its reconciliation says of it.

import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import { addDays, type BusinessDate } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import { reconciliationProblem } from '../reconciliation-problems.ts'
import { CamtFile } from './camt-file.ts'
import { CsvFile } from './csv-file.ts'
import type { FileReader, ReadingOptions } from './file-line.ts'
import { CAMT_REFERENCES, type FileFormat, type Mapping } from './mapping.ts'

export const MOST_BYTES = 256 * 1024 * 1024

export interface DescribedFile {
  readonly institutionId: string
  readonly businessDate: BusinessDate
  readonly source: string
  readonly format: FileFormat
  readonly mapping: Mapping
}

export async function openReader(sql: Sql, file: DescribedFile): Promise<FileReader> {
  const { institutionId, businessDate, source, format, mapping } = file
  const partnerIds = (await readPartners(sql, institutionId)) ?? new Set<string>()
  const dates = new Set([addDays(businessDate, -1), businessDate, addDays(businessDate, 1)])
  const options: ReadingOptions = { institutionId, source, mapping, partnerIds, dates }
  return format === 'CSV' ? new CsvFile(options) : new CamtFile(options)
}

/** Refusal: `file-too-large`. */
export async function* limited(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw reconciliationProblem('file-too-large', 'the file is larger than 256 MiB')
    yield chunk
  }
}

/** Those that serve the institution; undefined when there is no such institution. */
export async function readPartners(sql: Sql, institutionId: string): Promise<ReadonlySet<string> | undefined> {
  const { rows } = await sql.query<{ partner_ids: string[] | null }>(
    `SELECT (SELECT array_agg(p.partner_id) FROM partners p WHERE i.institution_id = ANY (p.institution_ids)) AS partner_ids
       FROM institutions i WHERE i.institution_id = $1`,
    [institutionId],
  )
  return rows[0] && new Set(rows[0].partner_ids ?? [])
}

/** Rules that no schema states. */
export function checkMapping(format: FileFormat, mapping: Mapping): void {
  if (format === 'CSV') {
    const named = [mapping.rrn, mapping.amount, mapping.currencyCode, mapping.sign, mapping.partnerId, mapping.date]
    const columns = [...named, mapping.accountId, mapping.type, mapping.terminalId].filter((name) => name !== undefined)
    if (new Set(columns).size < columns.length)
      throw invalidFields([{ path: 'mapping', message: 'must not name a column twice' }])
    return
  }
  for (const field of Object.keys(mapping) as (keyof Mapping)[]) {
    if (field !== 'rrn' && mapping[field] !== undefined)
      throw invalidFields([{ path: `mapping.${field}`, message: 'is for CSV only' }])
  }
  if (mapping.rrn !== undefined && !(CAMT_REFERENCES as readonly string[]).includes(mapping.rrn))
    throw invalidFields([{ path: 'mapping.rrn', message: `must be one of ${CAMT_REFERENCES.join(', ')}` }])
}
