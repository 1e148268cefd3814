// Loading account and card files: what each line does, which lines are skipped and why, and that the books stay right.

import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../../test/support/machine/empty-tables.ts'
import { verifyBooks } from '../../../../app/wire/verification.ts'
import { generateSandboxMasterKey, parseMasterKeys, SecretBox } from '../../../../platform/kernel/secrets/secrets.ts'
import { systemClock } from '../../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../../platform/storage/database.ts'
import { readBankFacts } from './bank-facts.ts'
import { accountLoader, dryAccountLoader } from './load-accounts.ts'
import { cardLoader, dryCardLoader } from './load-cards.ts'
import { type Loader, type LoadResult, loadFile } from './load-file.ts'

const HEADER =
  'accountId,customerId,accountType,description,currencyCode,balance,branchId,txnCapability,status,overdraft,paymentDue,paymentDueDate'
const GOOD = 'A1,C1,DDA,Checking,USD,100.00,001,,,,,'
const secretBox = new SecretBox(parseMasterKeys(generateSandboxMasterKey()))

interface Loaded extends LoadResult {
  /** `line 2: balance: reason`. */
  readonly faults: readonly string[]
}

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function loadWith<Line>(loader: Loader<Line>, text: string): Promise<Loaded> {
  const faults: string[] = []
  const result = await loadFile(chunksOf(text), loader, {
    fault: ({ line, field, reason }) => faults.push(`line ${line}: ${field ?? ''}: ${reason}`),
    progress: () => {},
  })
  return { ...result, faults }
}

// One row per fault of an account line, each with the only field at fault.
const BAD_ACCOUNTS: [title: string, line: string, fault: RegExp][] = [
  ['no account id', ',C1,DDA,x,USD,1,001,,,,,', /accountId: is missing/],
  ['an account id with a blank', 'A 1,C1,DDA,x,USD,1,001,,,,,', /accountId: must be 1 to 35/],
  ['an account id of 36 characters', `${'A'.repeat(36)},C1,DDA,x,USD,1,001,,,,,`, /accountId: must be 1 to 35/],
  ['no customer', 'A9,,DDA,x,USD,1,001,,,,,', /customerId: is missing/],
  ['an unknown type', 'A9,C1,XXX,x,USD,1,001,,,,,', /accountType: is not an account type of FI001/],
  ['an inactive type', 'A9,C1,OLD,x,USD,1,001,,,,,', /accountType: is inactive/],
  ['no description', 'A9,C1,DDA,,USD,1,001,,,,,', /description: is missing/],
  ['a long description', `A9,C1,DDA,${'x'.repeat(256)},USD,1,001,,,,,`, /description: must be UTF-8 text/],
  ['a control character', 'A9,C1,DDA,x\x07,USD,1,001,,,,,', /description: must be UTF-8 text/],
  ['a description in Latin-1', 'A9,C1,DDA,x\ufffd,USD,1,001,,,,,', /description: must be UTF-8 text/],
  ['a foreign currency', 'A9,C1,DDA,x,EUR,1,001,,,,,', /currencyCode: is not a currency of FI001: USD/],
  ['no balance', 'A9,C1,DDA,x,USD,,001,,,,,', /balance: is missing/],
  ['too many decimals', 'A9,C1,DDA,x,USD,1.001,001,,,,,', /balance: must be an amount in USD/],
  ['a balance that is no number', 'A9,C1,DDA,x,USD,1e3,001,,,,,', /balance: must be an amount in USD/],
  ['an overdrawn balance', 'A9,C1,DDA,x,USD,-1,001,,,0.50,,', /balance: is below the overdraft/],
  ['a loan that is overpaid', 'A9,C1,LOAN,x,USD,-1,001,,,,,', /balance: is what is owed/],
  ['an unknown branch', 'A9,C1,DDA,x,USD,1,002,,,,,', /branchId: is not a branch of FI001/],
  ['an unknown capability', 'A9,C1,DDA,x,USD,1,001,99,,,,', /txnCapability: is not a transaction capability/],
  ['an unknown status', 'A9,C1,DDA,x,USD,1,001,,GONE,,,', /status: must be one of OPEN, FROZEN, DORMANT, CLOSED/],
  ['a negative overdraft', 'A9,C1,DDA,x,USD,1,001,,,-5,,', /overdraft: must not be negative/],
  ['a loan with an overdraft', 'A9,C1,LOAN,x,USD,1,001,,,5,,', /overdraft: must be empty for a loan/],
  ['a payment due on a deposit', 'A9,C1,DDA,x,USD,1,001,,,,5,', /paymentDue: must be empty unless/],
  ['a date that does not exist', 'A9,C1,LOAN,x,USD,1,001,,,,5,2026-02-30', /paymentDueDate: must be a date/],
  ['a field too few', 'A9,C1,DDA,x,USD,1,001,,,,', /: has 11 fields, the header has 12/],
  ['a stray quotation mark', 'A9,C1,DDA,x"y,USD,1,001,,,,,', /: has a quotation mark/],
  ['another type than the account', 'A1,C1,SDA,Checking,USD,100.00,001,,,,,', /accountType: differs/],
  ['another currency than the account', 'A1,C1,DDA,Checking,JPY,100,001,,,,,', /currencyCode: (differs|is not)/],
  ['another balance than the account', 'A1,C1,DDA,Checking,USD,100.01,001,,,,,', /balance: differs/],
]

// One row per fault of a card line.
const BAD_CARDS: [title: string, line: string, fault: RegExp][] = [
  ['no card number', ',C1,A1,', /pan: is missing/],
  ['a wrong check digit', '4000000000000011,C1,A1,', /pan: is not a card number/],
  ['a short number', '40000,C1,A1,', /pan: is not a card number/],
  ['letters', '400000000000001x,C1,A1,', /pan: is not a card number/],
  ['no customer', '4000000000000010,,A1,', /customerId: is missing/],
  ['no accounts', '4000000000000010,C1,,', /accountIds: is missing/],
  ['a comma as separator', '4000000000000010,C1,"A1,A2",', /accountIds: must be account ids with ;/],
  ['an account twice', '4000000000000010,C1,A1;A1,', /accountIds: names an account twice/],
  ['an unknown account', '4000000000000010,C1,A1;A8,', /accountIds: names no account of FI001 in place 2/],
  ['an unknown status', '4000000000000010,C1,A1,NEW', /status: must be one of ACTIVE/],
]

onDatabase('loading files', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, branches)
       VALUES ('FI001', 'One', 'APPROVED', 'USD', 'UTC', '[{"id": "001", "name": "Main", "address": "1 Main"}]'),
              ('FI002', 'Two', 'ACTIVE', 'USD', 'UTC', '[]'),
              ('FI003', 'Three', 'TERMINATED', 'USD', 'UTC', '[]')`,
    )
    for (const [code, category, capability, active] of [
      ['DDA', 'LIABILITY', '06', true],
      ['SDA', 'LIABILITY', '05', true],
      ['LOAN', 'ASSET', '07', true],
      ['OLD', 'LIABILITY', '06', false],
    ]) {
      await database.query(
        `INSERT INTO account_types (id, institution_id, code, description, category, default_txn_capability, balance_types, is_active)
         VALUES (gen_random_uuid(), 'FI001', $1, $1, $2, $3, '{Balance}', $4)`,
        [code, category, capability, active],
      )
    }
    await database.query(
      `INSERT INTO core_connections (id, institution_id, environment, core_type, name, status)
       VALUES (gen_random_uuid(), 'FI002', 'sandbox', 'REST', 'Core', 'ACTIVE')`,
    )
  })

  beforeEach(async () => {
    await emptyTables(
      database,
      'accounts, account_records, cards, card_records, journals, general_ledger_deltas, general_ledger_totals',
    )
    await loadAccounts(GOOD)
  })

  async function facts(institutionId = 'FI001') {
    return readBankFacts(database, { institutionId, environment: 'sandbox' })
  }

  async function loadAccounts(...lines: string[]): Promise<Loaded> {
    return loadWith(accountLoader(database, { facts: await facts(), clock: systemClock }), textOf(HEADER, lines))
  }

  async function tryAccounts(...lines: string[]): Promise<Loaded> {
    const parts = { facts: await facts(), clock: systemClock }
    const session = await database.connect()
    try {
      return await loadWith(await dryAccountLoader(session, parts), textOf(HEADER, lines))
    } finally {
      await session.query('DROP TABLE would_be_opened')
      session.release()
    }
  }

  async function loadCards(...lines: string[]): Promise<Loaded> {
    const text = textOf('pan,customerId,accountIds,status', lines)
    return loadWith(cardLoader(database, { facts: await facts(), secretBox }), text)
  }

  async function accountRow(accountId: string) {
    const { rows } = await database.query('SELECT * FROM accounts WHERE account_id = $1', [accountId])
    return rows[0] as Record<string, unknown>
  }

  async function contents(): Promise<unknown> {
    const tables = ['accounts', 'cards', 'journals', 'general_ledger_deltas']
    return Promise.all(
      tables.map(async (table) => (await database.query(`SELECT t::text FROM ${table} t ORDER BY 1`)).rows),
    )
  }

  test('accounts are opened with their balance and the defaults of their type', async () => {
    const { faults, ...counts } = await loadAccounts(
      'A2,C1,SDA,"Savings, for two",USD,0,001,,,,,',
      'A3,C2,LOAN,Car loan,USD,7450.00,001,,,,215.33,2026-12-01',
      'A4,C2,DDA,Overdrawn,USD,-20.00,001,02,FROZEN,50,,',
    )
    assert.deepEqual([faults, counts], [[], { lines: 3, added: 3, changed: 0, unchanged: 0, skipped: 0 }])
    const savings = await accountRow('A2')
    assert.deepEqual(
      [savings.description, savings.txn_capability, savings.status, savings.balance_minor, savings.overdraft_minor],
      ['Savings, for two', '05', 'OPEN', 0n, 0n],
    )
    const loan = await accountRow('A3')
    assert.deepEqual(
      [loan.balance_minor, loan.overdraft_minor, loan.ceiling_minor, loan.payment_due_minor, loan.payment_due_on],
      [-745000n, null, 0n, 21533n, '20261201'],
    )
    const overdrawn = await accountRow('A4')
    assert.deepEqual(
      [overdrawn.balance_minor, overdrawn.overdraft_minor, overdrawn.txn_capability, overdrawn.status],
      [-2000n, 5000n, '02', 'FROZEN'],
    )
    assert.deepEqual(await verifyBooks(database), [])
  })

  test('a file that is loaded again changes nothing', async () => {
    const before = await contents()
    assert.equal((await loadAccounts(GOOD, GOOD)).unchanged, 2)
    assert.deepEqual(await contents(), before)
  })

  test('a known account changes, and keeps what the line leaves empty', async () => {
    await loadAccounts('A1,C1,DDA,Checking,USD,100.00,001,02,FROZEN,10,,')
    const { changed } = await loadAccounts('A1,C7,DDA,Everyday,USD,100.00,001,,,,,')
    const row = await accountRow('A1')
    assert.deepEqual(
      [changed, row.customer_id, row.description, row.txn_capability, row.status, row.overdraft_minor],
      [1, 'C7', 'Everyday', '02', 'FROZEN', 1000n],
    )
  })

  test('a file that is loaded again after postings still fits, with the balance of then or of now', async () => {
    // As a withdrawal of 30 would leave it.
    await database.query(`UPDATE accounts SET balance_minor = 7000 WHERE account_id = 'A1'`)
    for (const balance of ['100.00', '70.00']) {
      assert.deepEqual((await loadAccounts(GOOD.replace('100.00', balance))).faults, [])
    }
    assert.match((await loadAccounts(GOOD.replace('100.00', '0'))).faults[0] ?? '', /balance: differs/)
  })

  test('an overdraft in use cannot be withdrawn', async () => {
    await loadAccounts('A2,C1,DDA,x,USD,-20.00,001,,,50,,')
    const { faults } = await loadAccounts('A2,C1,DDA,x,USD,-20.00,001,,,19.99,,')
    assert.deepEqual(faults, ['line 2: overdraft: is less than what is overdrawn'])
    assert.equal((await loadAccounts('A2,C1,DDA,x,USD,-20.00,001,,,20,,')).changed, 1)
  })

  test('a payment that is due on another date has not been paid', async () => {
    const loan = 'A3,C2,LOAN,Car loan,USD,10.00,001,,,,5,'
    await loadAccounts(`${loan}2026-12-01`)
    await database.query(`UPDATE accounts SET payment_paid_minor = 300 WHERE account_id = 'A3'`)
    await loadAccounts(`${loan}2026-12-01`.replace('Car', 'Boat'))
    assert.equal((await accountRow('A3')).payment_paid_minor, 300n)
    await loadAccounts(`${loan}2027-01-01`)
    assert.equal((await accountRow('A3')).payment_paid_minor, 0n)
  })

  for (const [title, line, fault] of BAD_ACCOUNTS) {
    test(`${title}: the line is named and skipped, in a dry run too`, async () => {
      for (const load of [tryAccounts, loadAccounts]) {
        const { faults, ...counts } = await load(line, 'A2,C1,DDA,x,USD,1,001,,,,,')
        assert.equal(faults.length, 1, faults.join('\n'))
        assert.match(faults[0] ?? '', new RegExp(`^line 2: ${fault.source}`))
        assert.deepEqual(counts, { lines: 2, added: 1, changed: 0, unchanged: 0, skipped: 1 })
      }
      assert.deepEqual(await verifyBooks(database), [])
    })
  }

  for (const [title, line, fault] of BAD_CARDS) {
    test(`a card with ${title}: the line is named and skipped, and its number is not repeated`, async () => {
      const { faults, skipped, added } = await loadCards(line, '4000000000000028,C1,A1,')
      assert.deepEqual([faults.length, skipped, added], [1, 1, 1])
      assert.match(faults[0] ?? '', new RegExp(`^line 2: ${fault.source}`))
      assert.doesNotMatch(faults[0] ?? '', /\d{5}/)
    })
  }

  test('every fault of a line is named', async () => {
    const { faults } = await loadAccounts('A 9,,XXX,x,USD,1,001,,,,,')
    assert.deepEqual(
      faults.map((fault) => fault.split(': ')[1]),
      ['accountId', 'customerId', 'accountType'],
    )
  })

  test('a dry run writes nothing and counts as a load does', async () => {
    const lines = [
      'A2,C1,DDA,x,USD,5,001,,,,,',
      'A2,C1,DDA,x,USD,6,001,,,,,',
      'A2,C9,DDA,x,USD,5,001,,,,,',
      'A1,C9,DDA,Checking,USD,100.00,001,,,,,',
    ]
    const before = await contents()
    const dry = await tryAccounts(...lines)
    assert.deepEqual(await contents(), before)
    assert.deepEqual(dry, await loadAccounts(...lines))
    assert.deepEqual(dry, {
      lines: 4,
      added: 1,
      changed: 2,
      unchanged: 0,
      skipped: 1,
      faults: ['line 3: balance: differs from that of the account, which only postings change'],
    })
  })

  test('cards are added and changed; their numbers are stored sealed', async () => {
    await loadAccounts('A2,C1,SDA,x,USD,0,001,,,,,')
    assert.equal((await loadCards('4000000000000010,C1,A1;A2,')).added, 1)
    assert.equal((await loadCards('4000000000000010,C1,A1;A2,')).unchanged, 1)
    assert.equal((await loadCards('4000000000000010,C2,A2,BLOCKED')).changed, 1)
    assert.equal((await loadCards('4000000000000010,C2,A2,')).unchanged, 1)
    const { rows } = await database.query<Record<string, string>>('SELECT * FROM cards')
    assert.deepEqual(
      rows.map((row) => [row.masked_pan, row.customer_id, row.status, row.account_ids]),
      [['400000******0010', 'C2', 'BLOCKED', ['A2']]],
    )
    assert.equal(secretBox.open(rows[0]?.pan_sealed ?? '', 'cards.pan'), '4000000000000010')
  })

  test('a dry run of cards writes nothing', async () => {
    const before = await contents()
    const loader = dryCardLoader(database, { facts: await facts(), secretBox })
    const { added } = await loadWith(loader, 'pan,customerId,accountIds\n4000000000000010,C1,A1\n')
    assert.equal(added, 1)
    assert.deepEqual(await contents(), before)
  })

  test('two loads of one file at once open each account once', async () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => `B${i},C1,DDA,x,USD,1,001,,,,,`)
    const loaded = await Promise.all([loadAccounts(...lines), loadAccounts(...lines.toReversed())])
    assert.equal(loaded[0].added + loaded[1].added, 5_000)
    assert.equal(loaded[0].unchanged + loaded[1].unchanged, 5_000)
    await assertBooksTrue()
  })

  test('a load that stops half-way is finished by the next one', async () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => `B${i},C1,DDA,x,USD,1,001,,,,,`)
    const loader = accountLoader(database, { facts: await facts(), clock: systemClock })
    let batches = 0
    const dying = {
      ...loader,
      write(part: Parameters<typeof loader.write>[0]) {
        if (++batches === 2) throw new Error('killed')
        return loader.write(part)
      },
    }
    await assert.rejects(loadWith(dying, textOf(HEADER, lines)), /killed/)
    const { added, unchanged } = await loadAccounts(...lines)
    assert.ok(added > 0 && unchanged > 0)
    assert.equal(added + unchanged, 5_000)
    await assertBooksTrue()
  })

  /** With statistics of now, which the database makes by itself when it gets to it. */
  async function assertBooksTrue(): Promise<void> {
    await database.query('ANALYZE')
    assert.deepEqual(await verifyBooks(database), [])
  }

  // One row per header that is not usable; its text is not repeated, because it may be data.
  const HEADERS: [header: string, message: RegExp][] = [
    ['', /the file is empty/],
    ['accountId', /the header lacks customerId, accountType, description, currencyCode, balance, branchId$/],
    [`${HEADER},nickname`, /column 13 of the header is none of accountId/],
    [`${HEADER},accountId`, /the header names a column twice/],
    ['4000000000000010,C1,A1', /^column 1 of the header is none of/],
    ['"a', /the header has a quotation mark/],
  ]
  for (const [header, message] of HEADERS) {
    test(`the header ${JSON.stringify(header.slice(0, 20))} is refused`, async () => {
      const loader = accountLoader(database, { facts: await facts(), clock: systemClock })
      await assert.rejects(loadWith(loader, header), (error: Error) => {
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /4000000000000010/)
        return true
      })
    })
  }

  // One row per institution that takes no load.
  const REFUSED: [institutionId: string, message: RegExp][] = [
    ['FI009', /there is no institution FI009/],
    ['FI002', /has its accounts at a core of type REST/],
    ['FI003', /FI003 is terminated/],
  ]
  for (const [institutionId, message] of REFUSED) {
    test(`${institutionId} is not loaded: ${message.source}`, async () => {
      await assert.rejects(facts(institutionId), message)
    })
  }
})

function textOf(header: string, lines: readonly string[]): string {
  return [header, ...lines].join('\n')
}
