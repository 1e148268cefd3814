// What can be proven of distributed books without Citus: every table has its place, and once `tillgate distribute` has removed what it
// names, nothing is left that Citus would refuse.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { ON_ONE_SERVER } from '../../../../test/support/machine/citus.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { byRrn, changeTransactions } from '../../../channels/channel/record/change-transactions.ts'
import { insertTransactions, transactionRow } from '../../../oversight/transactions/rollups/transaction-rows.fixture.ts'
import type { Database } from '../database.ts'
import { migrate } from '../schema/migrate.ts'
import { type Migration, readMigrations } from '../schema/migration-file.ts'
import { bindInstitution } from './bound-statement.ts'
import { distribute } from './distribute.ts'
import { findObstacles } from './obstacles.ts'
import { nextMove } from './placement.ts'
import { BY_INSTITUTION, LOCAL, PLACED_BY } from './tables.ts'

onDatabase('tables of distributed books', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
  })

  test('every table is distributed or stays local', async () => {
    const { rows } = await database.query<{ name: string }>(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1',
    )
    assert.deepEqual([...BY_INSTITUTION, ...LOCAL].sort(), rows.map(({ name }) => name).sort())
  })

  test('a migration alters tables of the books in one transaction, also when they are distributed', async () => {
    const all = readMigrations()
    const text = 'ALTER TABLE transactions ADD COLUMN added text; ALTER TABLE accounts ADD COLUMN added text'
    const added = { ...(all.at(-1) as Migration), number: 9_999, name: '9999-added', inTransaction: true, text }
    assert.deepEqual(await migrate(database, { migrations: [...all, added] }), ['9999-added'])
    await database.query(`SELECT added FROM transactions WHERE institution_id = 'FI001'`)
    await database.query('DELETE FROM schema_migrations WHERE number = 9999')
  })

  test(
    'a batch notes a change of a transaction once, and the trigger notes those of others',
    ON_ONE_SERVER,
    async () => {
      await insertTransactions(database, [transactionRow(1), transactionRow(2)])
      const change = changeTransactions({
        where: byRrn('$2', '$3'),
        values: 'unnest($2::text[], $3::text[], $4::bigint[]) AS n (partner_id, rrn, reversed_minor)',
        on: 'n.partner_id = b.partner_id AND n.rrn = b.rrn',
        set: 'reversed_minor = n.reversed_minor',
      })
      await database.transaction(async (sql) => {
        await sql.query(`SELECT set_config('tillgate.writer', 'node', true)`)
        await sql.query(change, ['FI001', ['P1'], ['000000000001'], ['500']])
      })
      await database.query(`UPDATE transactions SET reversed_minor = 700 WHERE rrn = '000000000002'`)
      const { rows } = await database.query(
        'SELECT sign, reversed_minor FROM transaction_changes ORDER BY reversed_minor, sign',
      )
      assert.deepEqual(rows, [
        { sign: -1, reversed_minor: 0n },
        { sign: -1, reversed_minor: 0n },
        { sign: 1, reversed_minor: 500n },
        { sign: 1, reversed_minor: 700n },
      ])
    },
  )

  test('without the extension it refuses, and changes nothing', ON_ONE_SERVER, async () => {
    const asked = distribute(database, { shards: 4, say: () => {}, settle: () => assert.fail('it has begun') })
    await assert.rejects(asked, /without the extension citus/)
  })

  // Who adds a trigger or a key here has the writers do without it first.
  test('what stands in the way is known', ON_ONE_SERVER, async () => {
    assert.deepEqual(
      (await findObstacles(database)).map(({ table, what }) => `${table}: ${what}`),
      [
        'accounts: trigger accounts_added',
        'accounts: trigger give_loans_their_bounds',
        'cards: trigger cards_added',
        'token_movements: trigger token_movements_words',
        'transactions: trigger transaction_changed',
        'transactions: trigger transaction_deleted',
        'accounts: foreign key accounts_txn_capability_fkey',
        'loan_applications: foreign key loan_applications_institution_id_fkey',
        'account_records: unique key account_records_by_id',
        'builtin_ledger_accounts: unique key builtin_ledger_accounts_by_id',
        'card_records: unique key card_records_by_id',
        'loan_applications: unique key loan_applications_of_partner',
        'loan_decisions: unique key loan_decisions_of_partner',
        'loan_events: unique key loan_events_by_id',
        'loan_offers: unique key loan_offers_of_partner',
        'loan_risk_signals: unique key loan_risk_signals_of_partner',
        'loans: unique key loans_by_id',
        'loans: unique key loans_by_offer',
        'token_movements: unique key token_movements_by_id',
        'token_movements: unique key token_movements_by_ref',
      ],
    )
  })

  test('once that is removed, every key has the institution, and there are no triggers', ON_ONE_SERVER, async () => {
    for (const { statement } of await findObstacles(database)) await database.query(statement)
    const { rows: keys } = await database.query<{ key: string }>(
      `SELECT pg_get_indexdef(indexrelid) AS key FROM pg_index WHERE indisunique AND indrelid = ANY ($1::regclass[])`,
      [BY_INSTITUTION],
    )
    assert.ok(keys.length >= BY_INSTITUTION.length)
    for (const { key } of keys) assert.match(key, new RegExp(`\\(.*\\b${PLACED_BY}\\b.*\\)`), key)
    const { rows: left } = await database.query(
      `SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = ANY ($1::regclass[])
       UNION ALL
       SELECT conname FROM pg_constraint
        WHERE contype = 'f' AND (conrelid = ANY ($1::regclass[])) <> (confrelid = ANY ($1::regclass[]))`,
      [BY_INSTITUTION],
    )
    assert.deepEqual(left, [])
    const { rows: columns } = await database.query<{ table: string }>(
      `SELECT attrelid::regclass::text AS table FROM pg_attribute
        WHERE attname = $2 AND attnotnull AND atttypid = 'text'::regtype AND attrelid = ANY ($1::regclass[]) ORDER BY 1`,
      [BY_INSTITUTION, PLACED_BY],
    )
    assert.deepEqual(columns.map(({ table }) => table).sort(), [...BY_INSTITUTION].sort(), 'each is placed by it')
  })
})

describe('migrations of distributed tables', () => {
  // Older ones are applied before books can be distributed.
  const LAST_BEFORE = 61
  const ALTERED = new RegExp(`^\\s*ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(?:${BY_INSTITUTION.join('|')})\\b`, 'i')

  /** Alterations that Citus refuses: it takes one subcommand at a time. */
  const refused = (text: string) =>
    text
      .replaceAll(/--.*$/gm, '')
      .split(';')
      .filter((statement) => ALTERED.test(statement) && statement.replaceAll(/\([^()]*\)/g, '').includes(','))

  test('alter one thing at a time', () => {
    const several =
      'ALTER TABLE accounts ADD COLUMN a numeric(9, 2),\n ADD COLUMN b text; ALTER TABLE partners ADD a text, ADD b text'
    assert.equal(refused(several).length, 1)
    assert.deepEqual(
      readMigrations()
        .filter(({ number }) => number > LAST_BEFORE)
        .flatMap(({ name, text }) => refused(text).map((statement) => `${name}: ${statement}`)),
      [],
    )
  })
})

describe('statements with the institution as a constant', () => {
  // PostgreSQL cuts names off after 63 bytes, of which the connection needs some.
  test('have names of their own, also for institutions whose long ids begin alike', () => {
    const text = 'SELECT 1 FROM accounts WHERE institution_id = $1'
    const ids = ['01a1eb58-33ff-7000-a0a4-f2b934e349a5', '01a1eb58-33ff-7000-a0a4-f2b934e349a6', 'FI001']
    const names = ids.map((id) => {
      const step = { statement: { name: 'update-builtin-ledger-balances-in-book', text }, values: [id] }
      return bindInstitution(step, ids).statement.name.slice(0, 48)
    })
    assert.equal(new Set(names).size, ids.length)
  })

  test('name the institution by the first parameter, and by no other whose number begins alike', () => {
    const values = ['FI001', ...Array.from({ length: 11 }, (_, i) => `value ${i + 2}`)]
    const textOf = (text: string) => {
      const { statement, values: left } = bindInstitution({ statement: { name: 'any', text }, values }, ['FI001'])
      return [statement.text, left.length]
    }
    for (const other of ['$10', '$12', '$2'])
      assert.deepEqual(textOf(`SELECT $1 WHERE institution_id = ${other}`), [
        `SELECT $1 WHERE institution_id = ${other}`,
        12,
      ])
    assert.deepEqual(textOf('SELECT $12, $2 WHERE institution_id = $1 AND kind = $10 AND copy = $1'), [
      "SELECT $11, $1 WHERE institution_id = 'FI001'::text AND kind = $9 AND copy = 'FI001'::text",
      11,
    ])
  })
})

describe('placing shards', () => {
  const moves = (loads: readonly (readonly [node: string, weight: bigint])[], nodes: readonly string[]) => {
    const shards = loads.map(([node, weight]) => ({ node, weight }))
    const done: string[] = []
    for (;;) {
      const move = nextMove(shards, nodes, ({ weight }) => weight)
      if (move === undefined) return done
      done.push(`${move.shard.weight} from ${move.shard.node} to ${move.to}`)
      move.shard.node = move.to
    }
  }

  test('institutions that chance has put on one worker are spread', () => {
    assert.deepEqual(
      moves(
        [
          ['a', 5n],
          ['a', 3n],
          ['a', 2n],
        ],
        ['a', 'b'],
      ),
      ['5 from a to b'],
    )
  })

  test('a new worker gets its share, and what is level stays', () => {
    assert.deepEqual(
      moves(
        [
          ['a', 2n],
          ['a', 2n],
          ['b', 2n],
          ['b', 2n],
        ],
        ['a', 'b', 'c'],
      ),
      ['2 from b to c'],
    )
    assert.deepEqual(
      moves(
        [
          ['a', 4n],
          ['b', 3n],
        ],
        ['a', 'b'],
      ),
      [],
    )
    assert.deepEqual(moves([['a', 4n]], ['a', 'b']), [])
  })
})
