import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { ON_ONE_SERVER } from '../../../../test/support/machine/citus.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { verify } from '../../../ledger/verify/verify.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import { CUSTOMERS_VERIFIED } from '../customer-checks.ts'
import { EntryIndex } from './entry-index.ts'
import { ADD_NEW } from './entry-sql.ts'

const FILL = `
  INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
  SELECT 'FI001', gen_random_uuid(), 'TRANSFER', '20260310', now(), 'GG', '{x,y}', '{USD,USD}', '{1,-1}'
    FROM generate_series(1, 5000)`

onDatabase('entries of accounts', (engine, open) => {
  let database: Database
  let url = ''
  let entries: EntryIndex
  let made = 0

  before(async () => {
    const opened = await open()
    database = opened.database
    // Plans must not depend on when the server gathers statistics.
    if (!database.isDistributed) await database.query('ALTER TABLE accounts SET (autovacuum_enabled = off)')
    if ('url' in opened.location) url = opened.location.url
    entries = new EntryIndex(database)
  })

  beforeEach(async () => {
    made = 0
    await emptyTables(
      database,
      'institutions, accounts, account_records, journals, account_entries, entry_state, entry_history',
    )
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone)
       VALUES ('FI001', 'One', 'ACTIVE', 'USD', 'UTC'), ('FI002', 'Two', 'ACTIVE', 'USD', 'UTC')`,
    )
    await database.query(
      `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability, branch_id,
                             overdraft_minor)
       SELECT i, a, 'C', 'DDA', 'D', 'USD', '06', '001', 1000000 FROM unnest('{FI001,FI002}'::text[]) AS i, unnest('{A,B}'::text[]) AS a`,
    )
    await database.query(
      `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability, branch_id)
       VALUES ('FI001', 'H', 'C', 'TOKENS', 'D', 'USD', '00', '')`,
    )
  })

  /** Moves an amount from one account to another, as a posting does; a second later than the one before. */
  async function move(from: string, to: string, minor: number, { sql = database as Sql, institution = 'FI001' } = {}) {
    const second = made++
    const id = `0197f3a0-${String(second).padStart(4, '0')}-7000-8000-000000000000`
    await sql.query(
      `INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
       VALUES ($1, $2, 'TRANSFER', '20260310', timestamptz '2026-03-10' + $3 * interval '1 second', 'CC', $4, '{USD,USD}', $5)`,
      [institution, id, second, [from, to], [-minor, minor]],
    )
    for (const [account, by] of [
      [from, -minor],
      [to, minor],
    ] as const) {
      await sql.query(
        'UPDATE accounts SET balance_minor = balance_minor + $3 WHERE institution_id = $1 AND account_id = $2',
        [institution, account, by],
      )
    }
  }

  /** The journal of an opening balance, whose id is made from the account. */
  async function openWith(account: string, minor: number) {
    await database.query(
      `INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
       VALUES ('FI001', ('ee000000-0000-8000-8000-00000000000' || ascii($1) % 10)::uuid, 'OPENING_BALANCE', '20260301', '2026-03-01',
               'CG', ARRAY[$1, 'opening'], '{USD,USD}', ARRAY[$2::bigint, -$2::bigint])`,
      [account, minor],
    )
    await database.query(
      `UPDATE accounts SET balance_minor = balance_minor + $2 WHERE institution_id = 'FI001' AND account_id = $1`,
      [account, minor],
    )
  }

  /** `amount → balance`, oldest first. */
  async function shown(account: string, institution = 'FI001'): Promise<string[]> {
    const { rows } = await database.query<{ amount_minor: bigint; balance_minor: bigint }>(
      `SELECT amount_minor, balance_minor FROM account_entries WHERE institution_id = $2 AND account_id = $1 ORDER BY position`,
      [account, institution],
    )
    return rows.map((row) => `${row.amount_minor} → ${row.balance_minor}`)
  }

  async function findings(): Promise<string[]> {
    const found = await verify(database, CUSTOMERS_VERIFIED.checks)
    return found.map(({ check, subject, detail }) => `${check}: ${subject}: ${detail}`)
  }

  /** Without history, so that verify looks at everything. */
  async function begin(): Promise<void> {
    await entries.refresh()
    await addAllHistory()
  }

  async function addAllHistory(): Promise<void> {
    while (await entries.addHistory(0)) {}
  }

  test(
    'a journal is listed once for each of its accounts, with the balance after it, however often we look',
    ON_ONE_SERVER,
    async () => {
      await begin()
      await move('A', 'B', 10)
      await move('A', 'B', 5)
      await entries.refresh()
      await entries.refresh()
      await move('B', 'A', 7)
      await entries.refresh()
      assert.deepEqual(await shown('A'), ['-10 → -10', '-5 → -15', '7 → -8'])
      assert.deepEqual(await shown('B'), ['10 → 10', '5 → 15', '-7 → 8'])
      assert.deepEqual(await findings(), [])
    },
  )

  test('holdings of tokens have no entries, and other institutions have their own', ON_ONE_SERVER, async () => {
    await entries.refresh()
    await move('A', 'H', 10)
    await move('A', 'B', 3, { institution: 'FI002' })
    await entries.refresh()
    assert.deepEqual(await shown('H'), [])
    assert.deepEqual([await shown('A'), await shown('A', 'FI002')], [['-10 → -10'], ['-3 → -3']])
  })

  for (const [title, mix] of [
    ['before anything new', async () => addAllHistory()],
    [
      'after what is new',
      async () => {
        await move('A', 'B', 4)
        await entries.refresh()
        await move('B', 'A', 1)
        await addAllHistory()
      },
    ],
  ] as const) {
    test(`history is listed below what is new, with openings first: ${title}`, ON_ONE_SERVER, async () => {
      await openWith('A', 100)
      for (const minor of [10, 20, 30]) await move('A', 'B', minor)
      await entries.refresh()
      assert.deepEqual(await shown('A'), [])
      await mix()
      const expected = ['100 → 100', '-10 → 90', '-20 → 70', '-30 → 40']
      const newer = title === 'before anything new' ? [] : ['-4 → 36', '1 → 37']
      assert.deepEqual(await shown('A'), [...expected, ...newer])
      assert.deepEqual(await findings(), [])
      assert.equal(await entries.addHistory(), false)
    })
  }

  test('history of thousands of journals is listed step by step, each of them once', ON_ONE_SERVER, async () => {
    await database.query(
      `INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, books, accounts, currencies, amounts_minor)
       SELECT 'FI001', ('0197f3a0-' || lpad(to_hex(n), 4, '0') || '-7000-8000-000000000000')::uuid, 'TRANSFER', '20260310',
              now(), 'CC', '{A,B}', '{USD,USD}', '{-1,1}' FROM generate_series(1, 5000) AS n`,
    )
    await database.query(
      `UPDATE accounts SET balance_minor = CASE account_id WHEN 'A' THEN -5000 ELSE 5000 END
        WHERE institution_id = 'FI001' AND account_id IN ('A', 'B')`,
    )
    await entries.refresh()
    await entries.addHistory(0)
    const part = await shown('A')
    assert.ok(part.length > 0 && part.length < 5_000, `${part.length}`)
    assert.equal(part.at(-1), '-1 → -5000')
    await addAllHistory()
    const all = await shown('A')
    assert.deepEqual([all.length, all[0], all.at(-1)], [5_000, '-1 → -1', '-1 → -5000'])
    assert.deepEqual(await findings(), [])
  })

  for (const [title, prepare] of [
    ['has never been analysed', [FILL]],
    ['was analysed when it was small', ['ANALYZE journals', FILL]],
    ['has only older rows', [FILL, 'UPDATE journals SET insert_xid = NULL', 'ANALYZE journals']],
    ['is analysed', [FILL, 'ANALYZE journals']],
  ] as const) {
    test(`new journals are found by their index in a table that ${title}`, ON_ONE_SERVER, async () => {
      await database.query('ALTER TABLE journals SET (autovacuum_enabled = off)')
      for (const statement of prepare) await database.query(statement)
      const text = ADD_NEW.replaceAll('$1', 'pg_current_snapshot()').replaceAll('$2', '0')
      const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      assert.match(plan, /Scan (using|on) journals_new/)
      assert.match(plan, /accounts_pkey/)
    })
  }

  const DEFECTS: [title: string, sql: string][] = [
    ['an entry is missing', `DELETE FROM account_entries WHERE account_id = 'A' AND amount_minor = -5`],
    ['the newest entry is missing', `DELETE FROM account_entries WHERE account_id = 'A' AND amount_minor = -3`],
    ['a balance is wrong', `UPDATE account_entries SET balance_minor = 1 WHERE account_id = 'A' AND amount_minor = -3`],
    ['a record is missing', `DELETE FROM account_records WHERE account_id = 'A' AND institution_id = 'FI001'`],
  ]
  for (const [title, sql] of DEFECTS) {
    test(`verify finds that ${title}`, ON_ONE_SERVER, async () => {
      await begin()
      for (const minor of [10, 5, 3]) await move('A', 'B', minor)
      await entries.refresh()
      assert.deepEqual(await findings(), [])
      await database.query(sql)
      assert.notDeepEqual(await findings(), [])
    })
  }

  test(
    'verify accepts what is posted and not yet listed, and history that is not complete',
    ON_ONE_SERVER,
    async () => {
      await move('A', 'B', 10)
      await entries.refresh()
      await move('A', 'B', 5)
      assert.deepEqual(await findings(), [])
      await entries.refresh()
      assert.deepEqual(await findings(), [])
    },
  )

  test(
    'after a restore from a dump everything is listed from the start, and what follows once',
    ON_ONE_SERVER,
    async () => {
      // The book of an institution that tokenizes: it has no row in `institutions`.
      const institution = '0197f3a0-0000-7000-8000-00000000000b'
      await database.query(
        `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability, branch_id,
                               overdraft_minor)
         SELECT $1, a, 'C', 'DDA', 'D', 'USD', '06', '001', 1000000 FROM unnest('{X,Y}'::text[]) AS a`,
        [institution],
      )
      await entries.refresh()
      await move('A', 'B', 10)
      await move('X', 'Y', 7, { institution })
      await entries.refresh()
      await move('A', 'B', 5)
      // The transaction ids of the dump lie ahead of those of the new server.
      await database.query('UPDATE journals SET insert_xid = insert_xid + 1000000000')
      await database.query(
        `UPDATE entry_state SET snapshot = (1000000000 + pg_snapshot_xmin(snapshot)::text::bigint || ':' ||
         1000000000 + pg_snapshot_xmax(snapshot)::text::bigint || ':')::pg_snapshot`,
      )
      await entries.prepare()
      await move('A', 'B', 2)
      await entries.refresh()
      await addAllHistory()
      assert.deepEqual(await shown('A'), ['-10 → -10', '-5 → -15', '-2 → -17'])
      assert.deepEqual(await shown('X', institution), ['-7 → -7'])
      assert.deepEqual(await findings(), [])
    },
  )

  if (engine === 'postgres') {
    test('a posting that commits after a later one is listed, once', ON_ONE_SERVER, async (t) => {
      const other = openPostgres(url)
      t.after(() => other.close())
      await entries.refresh()
      const slow = await other.connect()
      await slow.query('BEGIN')
      await move('A', 'B', 10, { sql: slow, institution: 'FI002' })
      await move('A', 'B', 5)
      await entries.refresh()
      assert.deepEqual([await shown('A'), await shown('A', 'FI002')], [['-5 → -5'], []])
      await slow.query('COMMIT')
      slow.release()
      await entries.refresh()
      await entries.refresh()
      assert.deepEqual(await shown('A', 'FI002'), ['-10 → -10'])
    })

    test('two nodes that look at once list each journal once', ON_ONE_SERVER, async (t) => {
      const other = openPostgres(url)
      t.after(() => other.close())
      await openWith('A', 50)
      await entries.refresh()
      for (let i = 0; i < 5; i++) {
        await move('A', 'B', 1)
        const nodes = [entries, new EntryIndex(other)]
        await Promise.all(nodes.flatMap((node) => [node.refresh(), node.addHistory(0)]))
      }
      await addAllHistory()
      await entries.refresh()
      assert.deepEqual(await shown('A'), ['50 → 50', ...[1, 2, 3, 4, 5].map((n) => `-1 → ${50 - n}`)])
    })
  }
})
