// Rows of `transactions` for tests, written without the posting path.

import type { Sql } from '../../../platform/storage/database.ts'

export interface TransactionRow {
  readonly institution_id: string
  readonly partner_id: string
  readonly rrn: string
  readonly transaction_id: string
  readonly type: string
  readonly account_id: string
  readonly terminal_id: string | null
  readonly amount_minor: bigint
  readonly fee_minor: bigint
  readonly reversed_minor: bigint
  readonly currency: string
  readonly response_code: string
  readonly original_id: string | null
  readonly business_date: string
  readonly recorded_at: string
  readonly latency_ms: number
  /** Undefined: the database fills it in. */
  readonly insert_xid?: bigint | null
}

/** An approved withdrawal of 100.00 USD, unless said otherwise. */
export function transactionRow(n: number, changes: Partial<TransactionRow> = {}): TransactionRow {
  return {
    institution_id: 'FI001',
    partner_id: 'P1',
    rrn: String(n).padStart(12, '0'),
    transaction_id: idOf(n),
    type: 'CASHWITHDRAWAL',
    account_id: 'A',
    terminal_id: 'ATM1',
    amount_minor: 10_000n,
    fee_minor: 0n,
    reversed_minor: 0n,
    currency: 'USD',
    response_code: '000',
    original_id: null,
    business_date: '20260310',
    recorded_at: '2026-03-10T12:34:56.000Z',
    latency_ms: 7,
    ...changes,
  }
}

let lastMark = 1n << 51n

/** On distributed books rows are marked, as the posting path does. */
export async function insertTransactions(
  sql: Sql & { readonly isDistributed?: boolean },
  rows: readonly TransactionRow[],
): Promise<void> {
  for (const row of rows) {
    const isMarked = sql.isDistributed === true && row.insert_xid === undefined
    const marked = isMarked ? { insert_xid: ++lastMark } : {}
    const given = { ...row, ...marked, correlation_id: idOf(0), fingerprint: 'f', response: '{}' }
    const columns = Object.keys(given)
    await sql.query(
      `INSERT INTO transactions (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(given),
    )
    if (isMarked)
      await sql.query('INSERT INTO posting_marks (institution_id, mark) VALUES ($1, $2)', [
        row.institution_id,
        lastMark,
      ])
  }
}

function idOf(n: number): string {
  return `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
}

/** Random choices that a seed repeats. */
export function randomly(seed: number) {
  let state = seed
  const below = (limit: number): number => {
    // A linear congruential generator: enough to vary tests.
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T
  return {
    below,
    pick,
    transaction(n: number): TransactionRow {
      const type = pick(TYPES)
      const day = 9 + below(3)
      return transactionRow(n, {
        institution_id: pick(['FI001', 'FI002']),
        type,
        terminal_id: pick(['ATM1', 'ATM2', null]),
        amount_minor: BigInt(100 * (1 + below(500))),
        fee_minor: type.endsWith('WITHDRAWAL') ? BigInt(50 * below(3)) : 0n,
        currency: pick(['USD', 'USD', 'JPY']),
        response_code: pick(['000', '000', '000', '116', '911']),
        original_id: type.endsWith('REVERSAL') && below(4) > 0 ? idOf(n) : null,
        business_date: `202603${String(day).padStart(2, '0')}`,
        recorded_at: `2026-03-${String(day).padStart(2, '0')}T${String(below(24)).padStart(2, '0')}:30:00.000Z`,
        latency_ms: below(4) === 0 ? below(100_000) : below(100),
      })
    },
  }
}

const TYPES = [
  'CASHWITHDRAWAL',
  'CASHWITHDRAWAL',
  'CARDLESSWITHDRAWAL',
  'CASHDEPOSIT',
  'CHECKDEPOSIT',
  'TRANSFER',
  'BILLPAYMENT',
  'CASHWITHDRAWALREVERSAL',
  'TRANSFERREVERSAL',
]
