// Kinds of records from maps of columns: the statements and records they make. Concepts that use them prove the statements
// against both engines.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { Parameters as StatementParameters } from '../../platform/storage/statements/parameters.ts'
import { recordKind } from './column-kind.ts'
import {
  column,
  computed,
  decimal,
  derived,
  group,
  instant,
  isSet,
  lower,
  optional,
  type Row,
  sorted,
} from './columns.ts'
import type { RecordFields } from './record-kind.ts'
import { writeFields } from './write-record.ts'

interface Loan extends RecordFields {
  readonly code: string
  readonly name: string
  readonly owner?: string
  readonly rate: string
  readonly range: { readonly min: string; readonly max: { readonly count: number } }
  readonly bands: readonly number[]
  readonly secretSet: boolean
  readonly lastTest: string | null
  readonly endsAt?: string
  readonly bank: string
  readonly isOver: boolean
}

const LOANS = recordKind<Loan, object>({
  resource: 'loan',
  table: 'loans l',
  idColumn: 'loan_id',
  join: 'JOIN banks b USING (bank_id)',
  order: 'l.loan_id',
  columns: {
    code: sorted('code'),
    name: column('name', { sort: lower }),
    owner: optional('owner'),
    rate: decimal('rate', true),
    range: group<Loan['range']>({ min: 'min_amount', max: group<{ count: number }>({ count: 'max_count' }) }),
    bands: column('bands', { write: JSON.stringify }),
    secretSet: isSet('secret_sealed'),
    lastTest: computed<{ tested_at: Date | null; test_message: string }, string | null>(
      ['tested_at', 'test_message'],
      ({ tested_at: at, test_message: message }) => (at === null ? null : `${at.toISOString()} ${message}`),
    ),
    endsAt: instant('ends_at'),
    bank: derived('bank', () => 'b.name'),
    isOver: derived(
      'is_over',
      (loan, { nowMs }, parameters) => `${loan}.ends_at <= ${parameters.add(nowMs)}`,
      (isOver: boolean | null) => isOver ?? false,
    ),
  },
  inScope: () => 'true',
  matching() {},
  ownerOf: () => ({}),
  refusals: { notFound: () => new Problem('not-found', 'no'), changed: () => new Problem('conflict', 'no') },
})

const AT = new Date('2026-01-15T10:00:00.000Z')
const ROW = {
  record_id: 'l-1',
  version: 3,
  created_at: AT,
  updated_at: AT,
  created_by: 'anne',
  updated_by: 'bob',
  code: 'A',
  name: 'Auto',
  owner: null,
  rate: '7.5',
  min_amount: '10',
  max_count: 12,
  bands: [1, 2],
  secret_sealed: true,
  tested_at: null,
  test_message: 'fine',
  ends_at: null,
  bank: 'Harbor',
  is_over: null,
}
const STAMPS = { createdAt: AT.toISOString(), updatedAt: AT.toISOString(), createdBy: 'anne', updatedBy: 'bob' }

test('the columns of the map are selected, secrets only as whether they are set', () => {
  const parameters = new StatementParameters()
  assert.equal(
    LOANS.select({ scope: {}, nowMs: 7 }, parameters),
    'SELECT l.loan_id AS record_id, l.version, l.created_at, l.updated_at, l.created_by, l.updated_by, l.code AS code, ' +
      'l.name AS name, l.owner AS owner, trim_scale(l.rate)::text AS rate, l.min_amount AS min_amount, ' +
      'l.max_count AS max_count, l.bands AS bands, l.secret_sealed IS NOT NULL AS secret_sealed, ' +
      'l.tested_at AS tested_at, l.test_message AS test_message, l.ends_at AS ends_at, b.name AS bank, ' +
      'l.ends_at <= $1 AS is_over FROM loans l JOIN banks b USING (bank_id)',
  )
  assert.deepEqual(parameters.values, [7])
})

test('lists are sorted by the fields that say so, and then by creation and change', () => {
  assert.deepEqual(LOANS.sorts, {
    code: 'l.code',
    name: 'lower(l.name)',
    rate: 'l.rate',
    createdAt: 'l.created_at',
    updatedAt: 'l.updated_at',
  })
})

test('a row becomes a record, in the order of the map', async () => {
  const shown = { code: 'A', name: 'Auto', rate: '7.5', range: { min: '10', max: { count: 12 } }, bands: [1, 2] }
  const derivedFields = { bank: 'Harbor', isOver: false }
  const record = { id: 'l-1', version: 3, ...STAMPS, ...shown, secretSet: true, lastTest: null, ...derivedFields }
  const full = { ...ROW, owner: 'Cy', tested_at: AT, ends_at: AT, is_over: true }
  const [bare, owned] = await LOANS.recordsOf([ROW, full], undefined as never)
  assert.deepEqual(bare, record)
  assert.deepEqual(Object.keys(bare ?? {}), Object.keys(record))
  const ended = { lastTest: '2026-01-15T10:00:00.000Z fine', endsAt: AT.toISOString(), isOver: true }
  assert.deepEqual(owned, { ...record, owner: 'Cy', ...ended })
})

type Fields = Parameters<typeof writeFields<Loan, object>>[3]

/** The statements that a change of these fields makes. */
async function written(fields: Fields, others: Row = {}): Promise<unknown[]> {
  const asked: unknown[] = []
  const sql = { query: async (...statement: unknown[]) => asked.push(statement) } as unknown as Sql
  await writeFields({ sql, nowMs: 0, caller: undefined as never }, LOANS, 'l-1', fields, others)
  return asked
}

test('a change writes the fields that are given, each to its columns', async () => {
  assert.deepEqual(
    await written({ name: 'Boat', code: undefined, range: { min: '1', max: { count: 2 } }, bands: [3] }),
    [
      [
        'UPDATE loans SET name = $2, min_amount = $3, max_count = $4, bands = $5 WHERE loan_id = $1',
        ['l-1', 'Boat', '1', 2, '[3]'],
      ],
    ],
  )
  assert.deepEqual(await written({ name: undefined }), [])
})

test('a change clears a field with null, and writes columns that are no field', async () => {
  assert.deepEqual(await written({ owner: null }, { name_key: 'boat', limit_minor: undefined }), [
    ['UPDATE loans SET owner = $2, name_key = $3 WHERE loan_id = $1', ['l-1', null, 'boat']],
  ])
})

test('a computed field is not written: a defect, not a silent loss', async () => {
  await assert.rejects(written({ secretSet: false }), /loan has no column to write secretSet to/)
  await assert.rejects(written({ lastTest: null }), /loan has no column to write lastTest to/)
  await assert.rejects(written({ bank: 'Quay' }), /loan has no column to write bank to/)
})
