import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { unavailable } from '../../platform/kernel/problems/problem.ts'
import type { Database } from '../../platform/storage/database.ts'
import { depositWith, storeMovements, transferWith } from '../movements/movements.fixture.ts'
import { ensureOne, submitOne } from './conformance/single-calls.fixture.ts'
import { assetIdOf, type DigitalLedger, type LedgerAccount } from './digital-ledger.ts'
import { countDrift, reconcileSweep } from './reconcile.ts'
import { DatabaseChainStore } from './simulated/chain-store.ts'
import { openTestChain, type TestChain } from './simulated/simulated-chain.fixture.ts'

const BANK = '01970000-0000-7000-8000-0000000000a1'
const OTHER_BANK = '01970000-0000-7000-8000-0000000000a2'
const BUILTIN_BANK = '01970000-0000-7000-8000-0000000000a3'
const accountId = (n: number) => `01970000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`
const [ANNA, BELA] = [accountId(1), accountId(2)] as const

const TABLES = [
  'digital_accounts',
  'digital_institutions',
  'accounts',
  'general_ledger_totals',
  'token_movements',
  'token_exceptions',
  'simulated_chain',
  'simulated_chain_assets',
  'simulated_chain_accounts',
  'simulated_chain_holds',
  'simulated_chain_ops',
  'simulated_chain_events',
]

onDatabase('reconciliation with digital ledgers', (_engine, open) => {
  let database: Database
  let chain: TestChain
  let warnings: object[]

  before(async () => {
    database = (await open()).database
  })

  beforeEach(async () => {
    await database.query(TABLES.map((table) => `DELETE FROM ${table}`).join('; '))
    chain = openTestChain({}, { store: new DatabaseChainStore(database) })
    warnings = []
    await openInstitution(BANK, 'BANK-1', 'simulated')
    await openAccount(BANK, 'BANK-1', ANNA, 100n)
    await openAccount(BANK, 'BANK-1', BELA, 0n)
  })

  async function openInstitution(institutionId: string, bookId: string, ledger: string): Promise<void> {
    await database.query(
      `INSERT INTO digital_institutions (institution_id, book_id, partner_id, name, country, currencies, state, ledger,
                   search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
       VALUES ($1::uuid, $2, 'P1', 'Bank', 'US', '{USD}', 'ACTIVE', $3, '{}', 'ref', 'API', now(), now(), 'p', 'p')`,
      [institutionId, bookId, ledger],
    )
    const asset = { assetId: assetIdOf(institutionId, 'USD'), issuerId: institutionId, currency: 'USD', exponent: 2 }
    if (ledger === 'simulated') await chain.chain.ensureAsset(asset)
  }

  /** In the book and, final, at the chain. */
  async function openAccount(institutionId: string, bookId: string, id: string, minor: bigint): Promise<void> {
    await database.query(
      `INSERT INTO digital_accounts (book_id, account_id, institution_id, user_id, partner_id, currency,
                   linked_account_id, state, search_words, transaction_ref, channel_type, created_at, updated_at,
                   created_by, updated_by)
       VALUES ($1, $2::uuid, $3::uuid, $2::uuid, 'P1', 'USD', 'L1', 'ACTIVE', '{}', 'ref', 'API', now(), now(), 'p', 'p')`,
      [bookId, id, institutionId],
    )
    await database.query(
      `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                             branch_id, balance_minor)
       VALUES ($1, $2, 'C1', 'TOKENS', 'tokens', 'USD', '00', '001', $3)`,
      [bookId, id, minor],
    )
    await database.query(
      `INSERT INTO general_ledger_totals AS t (institution_id, account, currency, amount_minor) VALUES ($1, $2, 'USD', -$3::bigint)
       ON CONFLICT (institution_id, account, currency) DO UPDATE SET amount_minor = t.amount_minor + excluded.amount_minor`,
      [bookId, `tokens:${institutionId}:supply`, minor],
    )
    const account: LedgerAccount = { accountId: id, assetId: assetIdOf(institutionId, 'USD') }
    await ensureOne(chain.chain, account)
    chain.blocks(3)
    if (minor === 0n) return
    await submitOne(chain.chain, { opId: `opening ${id}`, kind: 'ISSUE', ...account, amountMinor: minor })
    chain.blocks(3)
  }

  function sweep(ledger: DigitalLedger = chain.chain, accountsPerRun?: number) {
    return reconcileSweep({
      database,
      clock: chain.clock,
      ledgers: [ledger],
      log: { warn: (details, message) => void warnings.push({ ...details, message }) },
      ...(accountsPerRun !== undefined && { accountsPerRun }),
    })
  }

  /** Another ledger with the chain's answers; `asked` runs for each account before they are given. */
  function askedFirst(asked: (account: LedgerAccount) => Promise<unknown> | unknown): DigitalLedger {
    return {
      name: 'simulated',
      capabilities: chain.chain.capabilities,
      balances: async (accounts: readonly LedgerAccount[], at: 'FINAL' | 'LATEST') => {
        await Promise.all(accounts.map(asked))
        return chain.chain.balances(accounts, at)
      },
      supplies: (assetIds, opIds, sql) => chain.chain.supplies(assetIds, opIds, sql),
      assets: () => chain.chain.assets(),
    } as Partial<DigitalLedger> as DigitalLedger
  }

  const changeAtChain = (id: string, byMinor: number) =>
    database.query('UPDATE simulated_chain_accounts SET balance_minor = balance_minor + $2 WHERE account_id = $1', [
      id,
      byMinor,
    ])

  /** Those of accounts, not of supplies. */
  async function exceptions() {
    const { rows } = await database.query<{ account_id: string; detail: string; has_ended: boolean }>(
      `SELECT account_id, detail, ended_at IS NOT NULL AS has_ended FROM token_exceptions
        WHERE kind = 'DRIFT' AND institution_id = 'BANK-1' AND account_id IS NOT NULL ORDER BY recorded_at, exception_id`,
    )
    return rows
  }

  async function supplyExceptions() {
    const { rows } = await database.query<{ asset_id: string; detail: string; attempts: number; has_ended: boolean }>(
      `SELECT asset_id, detail, attempts, ended_at IS NOT NULL AS has_ended FROM token_exceptions
        WHERE kind = 'DRIFT' AND account_id IS NULL ORDER BY recorded_at, exception_id`,
    )
    return rows
  }

  /** To an address that is of no account of the book. */
  const mintAbroad = (minor: number) =>
    database.query(
      `INSERT INTO simulated_chain_accounts (account_id, asset_id, ready_at_ms, is_refused, balance_minor, held_minor,
                                             reserved_minor, restrictions)
       VALUES ('abroad', $1, 0, false, $2, 0, 0, '[]')
       ON CONFLICT (account_id) DO UPDATE SET balance_minor = excluded.balance_minor`,
      [assetIdOf(BANK, 'USD'), minor],
    )

  test('finds nothing where book and ledger agree', async () => {
    await sweep().run()
    assert.deepEqual(await exceptions(), [])
    assert.equal(await countDrift(database), 0)
  })

  test('records drift once while it lasts, also when several nodes find it, and says when it is over', async () => {
    await changeAtChain(ANNA, -7)
    for (const node of [sweep(), sweep()]) for (let run = 0; run < 2; run++) await node.run()
    const detail = 'USD in minor units: the book has 100 with 0 held, the ledger 93 with 0 held'
    assert.deepEqual(await exceptions(), [{ account_id: ANNA, detail, has_ended: false }])
    assert.equal(await countDrift(database), 2, 'of the account and of the supply')
    assert.deepEqual(warnings, [
      { institutionId: BANK, currency: 'USD', message: 'a balance at a digital ledger differs from the book' },
      {
        institutionId: BANK,
        currency: 'USD',
        message: 'the supply of tokens at a digital ledger differs from the book',
      },
    ])

    await changeAtChain(ANNA, 7)
    await sweep().run()
    assert.deepEqual(await exceptions(), [{ account_id: ANNA, detail, has_ended: true }])
    assert.equal(await countDrift(database), 0)

    await changeAtChain(ANNA, 1)
    await sweep().run()
    assert.equal((await exceptions()).length, 2, 'new drift is another exception')
  })

  test('finds tokens that are held at the ledger alone', async () => {
    await submitOne(chain.chain, {
      opId: 'lost',
      kind: 'HOLD',
      accountId: ANNA,
      assetId: assetIdOf(BANK, 'USD'),
      amountMinor: 5n,
    })
    await sweep().run()
    assert.equal(await countDrift(database), 0, 'not before it is final')
    chain.blocks(3)
    await sweep().run()
    assert.equal(await countDrift(database), 1)
  })

  const OPEN: [title: string, movement: Parameters<typeof storeMovements>[1]][] = [
    ['from it', depositWith({ state: 'MINTING', accountId: ANNA, nextAt: new Date() })],
    [
      'to it',
      transferWith({
        state: 'COMMITTING',
        accountId: accountId(77),
        payee: { bookId: 'BANK-1', issuerId: BANK, accountId: ANNA, partnerId: 'P1' },
        nextAt: new Date(),
      }),
    ],
  ]
  for (const [title, movement] of OPEN) {
    test(`leaves an account out while a movement ${title} is open`, async () => {
      await storeMovements(database, movement)
      await changeAtChain(ANNA, 7)
      await changeAtChain(BELA, 7)
      await sweep().run()
      assert.deepEqual(
        (await exceptions()).map(({ account_id: id }) => id),
        [BELA],
      )
      await database.query('UPDATE token_movements SET is_open = false')
      await sweep().run()
      assert.equal((await exceptions()).length, 2)
    })
  }

  test('takes nothing for drift that moves while the ledger is asked', async () => {
    // Final at the ledger and posted in the book between the two readings, or only started.
    const posted = askedFirst(async ({ accountId: id }) => {
      await changeAtChain(id, 10)
      await database.query('UPDATE accounts SET balance_minor = balance_minor + 10 WHERE account_id = $1', [id])
    })
    await sweep(posted).run()
    assert.deepEqual(await exceptions(), [])

    const started = askedFirst(async ({ accountId: id }) => {
      await changeAtChain(id, 10)
      await storeMovements(database, depositWith({ state: 'MINTING', accountId: id, nextAt: new Date() }))
    })
    await sweep(started).run()
    assert.deepEqual(await exceptions(), [])
  })

  test('finds tokens that are in no account by the supply, once while they last', async () => {
    await mintAbroad(5)
    for (const node of [sweep(), sweep()]) await node.run()
    assert.deepEqual(await exceptions(), [], 'no balance shows them')
    const detail = 'USD in minor units: the book has a supply of 100, the ledger one of 105'
    const drift = { asset_id: assetIdOf(BANK, 'USD'), detail, attempts: 2, has_ended: false }
    assert.deepEqual(await supplyExceptions(), [drift])
    await mintAbroad(0)
    await sweep().run()
    assert.deepEqual(await supplyExceptions(), [{ ...drift, has_ended: true }])
  })

  const OP = { opId: 'under way', leg: 'MINT', tries: 1 } as const
  const HIDING: [title: string, movement: Parameters<typeof storeMovements>[1]][] = [
    [
      'an open deposit',
      depositWith({
        state: 'MINTING',
        issuerId: BANK,
        accountId: ANNA,
        amountMinor: 5n,
        work: { op: OP },
        nextAt: new Date(),
      }),
    ],
    [
      'a transfer that is reserved',
      transferWith({
        state: 'RESERVED',
        isTwoPhase: true,
        accountId: accountId(77),
        amountMinor: 5n,
        payee: { bookId: 'BANK-1', issuerId: BANK, accountId: ANNA, partnerId: 'P1' },
        work: { holdId: 'held' },
      }),
    ],
  ]
  for (const [title, movement] of HIDING) {
    test(`${title} hides no foreign tokens of its size`, async () => {
      await storeMovements(database, movement)
      await mintAbroad(5)
      await sweep().run()
      const [drift] = await supplyExceptions()
      assert.equal(drift?.detail, 'USD in minor units: the book has a supply of 100, the ledger one of 105')
    })
  }

  test('what an open operation has done at the ledger is no drift of the supply, and not a token more', async () => {
    const [[, minting]] = HIDING as [(typeof HIDING)[number]]
    await storeMovements(database, minting)
    const minted = { kind: 'ISSUE', accountId: ANNA, assetId: assetIdOf(BANK, 'USD'), amountMinor: 5n } as const
    await submitOne(chain.chain, { opId: OP.opId, ...minted })
    await sweep().run()
    chain.blocks(3)
    await chain.chain.getOps([OP.opId])
    await sweep().run()
    assert.deepEqual(await supplyExceptions(), [])
    await mintAbroad(1)
    await sweep().run()
    assert.equal(
      (await supplyExceptions())[0]?.detail,
      'USD in minor units: the book has a supply of 100, 105 with what is under way, the ledger one of 106',
    )
  })

  test('finds an asset that the platform did not register, once, and says its supply', async () => {
    await chain.chain.ensureAsset({ assetId: 'own:USD', issuerId: 'own', currency: 'USD', exponent: 2 })
    for (const node of [sweep(), sweep()]) await node.run()
    assert.deepEqual(await supplyExceptions(), [
      {
        asset_id: 'simulated/own:USD',
        detail: 'the ledger has an asset own:USD that the platform did not register, with a supply of 0 minor units',
        attempts: 2,
        has_ended: false,
      },
    ])
  })

  test('a difference that was accepted is no new drift until it is another one, or was gone', async () => {
    const accept = () =>
      database.query(`UPDATE token_exceptions SET ended_at = now(), is_accepted = true WHERE ended_at IS NULL`)
    const open = async () => (await supplyExceptions()).filter(({ has_ended: hasEnded }) => !hasEnded).length
    await mintAbroad(5)
    await sweep().run()
    await accept()
    await sweep().run()
    assert.equal(await open(), 0)
    await mintAbroad(6)
    await sweep().run()
    assert.equal(await open(), 1)
    await accept()
    await mintAbroad(0)
    await sweep().run()
    await mintAbroad(6)
    await sweep().run()
    assert.equal(await open(), 1)
  })

  test('asks for all accounts in turn, a few in each run, and only for those of ledgers elsewhere', async () => {
    await openInstitution(OTHER_BANK, 'BANK-2', 'simulated')
    await openInstitution(BUILTIN_BANK, 'BANK-3', 'builtin')
    for (const n of [3, 4, 5]) await openAccount(OTHER_BANK, 'BANK-2', accountId(n), 0n)
    const asked: string[] = []
    const node = sweep(
      askedFirst(({ accountId: id }) => asked.push(id)),
      2,
    )
    for (let run = 0; run < 4; run++) {
      const before = asked.length
      await node.run()
      assert.ok(asked.length - before <= 2, 'no more than its share in a run')
    }
    const all = [1, 2, 3, 4, 5].map(accountId)
    assert.deepEqual(asked.slice(0, 5), all)
    for (let run = 0; run < 3; run++) await node.run()
    assert.deepEqual(new Set(asked.slice(5)), new Set(all), 'and again from the start')
  })

  test('a ledger that is down is not drift, and no failure of the sweep', async () => {
    const down = askedFirst(() => {
      throw unavailable('the digital ledger cannot be reached')
    })
    await sweep(down).run()
    assert.equal(await countDrift(database), 0)
    const broken = askedFirst(() => {
      throw new TypeError('defect')
    })
    await assert.rejects(async () => sweep(broken).run(), AggregateError)
  })

  test('a ledger that never answers is left alone for the rest of the run, which ends', async () => {
    const asked: string[] = []
    const hanging = askedFirst(({ accountId: id }) => {
      asked.push(id)
      return new Promise(() => {})
    })
    await reconcileSweep({ database, clock: chain.clock, ledgers: [hanging], callLimitMs: 1 }).run()
    // Those of the first institution were asked together; the second has the same ledger.
    assert.deepEqual(asked, [1, 2].map(accountId))
  })
})
