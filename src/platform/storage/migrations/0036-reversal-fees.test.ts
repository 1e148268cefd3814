import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import type { Database } from '../database.ts'
import { migrate } from '../schema/migrate.ts'
import { readMigrations } from '../schema/migration-file.ts'

interface Reversal {
  readonly title: string
  readonly original: { readonly amount: number; readonly fee: number; readonly reversed: number }
  /** Oldest first; `posted` are the accounts of its journal at the built-in bank, absent at a remote core. */
  readonly reversals: readonly {
    readonly amount: number
    readonly code?: string
    readonly posted?: readonly string[]
  }[]
  readonly fees: readonly number[]
}

const CASH = ['A', 'vault:ATM']
const WITH_FEE = [...CASH, 'fees:access']

const ROWS: readonly Reversal[] = [
  {
    title: 'a complete one gave the fee back',
    original: { amount: 10_250, fee: 250, reversed: 10_250 },
    reversals: [{ amount: 10_250, posted: WITH_FEE }],
    fees: [250],
  },
  {
    title: 'only the last part gave it back',
    original: { amount: 10_250, fee: 250, reversed: 10_250 },
    reversals: [
      { amount: 10_000, posted: CASH },
      { amount: 250, posted: ['A', 'fees:access'] },
    ],
    fees: [0, 250],
  },
  {
    title: 'a part and a declined one gave nothing back',
    original: { amount: 10_250, fee: 250, reversed: 5_000 },
    reversals: [
      { amount: 5_000, posted: CASH },
      { amount: 9_000, code: '483' },
    ],
    fees: [0, 0],
  },
  {
    title: 'at a remote core the last of a fully reversed original gave it back',
    original: { amount: 10_250, fee: 250, reversed: 10_250 },
    reversals: [{ amount: 10_000 }, { amount: 250 }],
    fees: [0, 250],
  },
  {
    title: 'at a remote core a part gave nothing back',
    original: { amount: 10_250, fee: 250, reversed: 10_000 },
    reversals: [{ amount: 10_000 }],
    fees: [0],
  },
]

onDatabase('access fees of reversals after the upgrade', (_engine, open) => {
  let database: Database
  const idOf = (row: number, place: number) => `00000000-0000-7000-8000-${String(row * 100 + place).padStart(12, '0')}`

  async function insert(row: number, place: number, type: string, columns: Readonly<Record<string, unknown>>) {
    const whole = {
      institution_id: 'FI001',
      partner_id: 'P',
      rrn: String(row * 100 + place).padStart(12, '0'),
      transaction_id: idOf(row, place),
      type,
      account_id: 'A',
      currency: 'USD',
      fee_minor: 0,
      business_date: '20260115',
      recorded_at: new Date(0),
      latency_ms: 1,
      correlation_id: idOf(row, place),
      fingerprint: 'f',
      response: '{}',
      ...columns,
    }
    const names = Object.keys(whole)
    await database.query(
      `INSERT INTO transactions (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(whole),
    )
  }

  before(async () => {
    database = (await open()).database
    await database.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    const migrations = readMigrations()
    const own = migrations.findIndex(({ name }) => name.endsWith('-reversal-fees'))
    await migrate(database, { migrations: migrations.slice(0, own) })
    for (const [row, { original, reversals }] of ROWS.entries()) {
      const { amount, fee, reversed } = original
      const amounts = { amount_minor: amount, fee_minor: fee, reversed_minor: reversed }
      await insert(row, 0, 'CASHWITHDRAWAL', { ...amounts, response_code: '000' })
      for (const [at, { amount: amountMinor, code = '000', posted }] of reversals.entries()) {
        await insert(row, at + 1, 'CASHWITHDRAWALREVERSAL', {
          amount_minor: amountMinor,
          response_code: code,
          original_id: code === '000' ? idOf(row, 0) : null,
          core_outcome: posted === undefined && code === '000' ? '{}' : null,
        })
        if (posted === undefined) continue
        await database.query(
          `INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
           SELECT 'FI001', $1, 'CASHWITHDRAWALREVERSAL', '20260115', now(), 'C' || repeat('G', $3::int - 1), $2::text[],
                  array_fill('USD'::text, ARRAY[$3::int]), array_fill(1::bigint, ARRAY[$3::int])`,
          [idOf(row, at + 1), posted, posted.length],
        )
      }
    }
    await migrate(database)
  })

  for (const [row, { title, fees }] of ROWS.entries()) {
    test(title, async () => {
      const { rows } = await database.query<{ fee_minor: bigint }>(
        'SELECT fee_minor FROM transactions WHERE original_id = $1 OR transaction_id = ANY ($2) ORDER BY transaction_id',
        [idOf(row, 0), fees.map((_, at) => idOf(row, at + 1))],
      )
      assert.deepEqual(
        rows.map(({ fee_minor }) => Number(fee_minor)),
        fees,
      )
    })
  }
})
