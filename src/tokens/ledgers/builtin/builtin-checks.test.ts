import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { openBuiltinLedger } from '../../../../test/support/tokens/builtin-ledger.ts'
import { verify } from '../../../ledger/verify/verify.ts'
import { newCorrelationId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { storeMovements, transferWith } from '../../movements/movements.fixture.ts'
import { burn, capture, hold, issue, LedgerClient, release } from '../conformance/ledger-client.ts'
import { BUILTIN_LEDGER_VERIFIED } from './builtin-checks.ts'

const ACCOUNT = transferWith().accountId
const OTHER = transferWith().payee.accountId

/** Breakages for each check. */
const BREAKAGES: Readonly<Record<string, readonly string[]>> = {
  'built-in ledger agrees with the book': [
    'UPDATE builtin_ledger_accounts SET balance_minor = balance_minor + 1',
    `UPDATE builtin_ledger_accounts SET held_minor = held_minor - 1 WHERE account_id = '${ACCOUNT}'`,
    `UPDATE accounts SET balance_minor = balance_minor + 1`,
    `UPDATE accounts SET held_minor = held_minor + 1 WHERE account_id = '${OTHER}'`,
    `UPDATE token_movements SET amount_minor = amount_minor + 1 WHERE work ? 'isBurned'`,
    `UPDATE token_movements SET is_open = false WHERE work ? 'isBurned'`,
    `UPDATE token_movements SET work = work - 'isBurned' WHERE state = 'COMMITTING'`,
    `DELETE FROM accounts WHERE account_id = '${ACCOUNT}'`,
  ],
  'built-in ledger has the accounts of its institutions': [
    `DELETE FROM builtin_ledger_accounts WHERE account_id = '${OTHER}'`,
    `DELETE FROM digital_accounts WHERE account_id = '${OTHER}'`,
    `UPDATE digital_accounts SET state = 'FAILED' WHERE account_id = '${OTHER}'`,
    `UPDATE digital_accounts SET currency = 'EUR'`,
    `UPDATE digital_institutions SET ledger = 'simulated'`,
    `UPDATE builtin_ledger_accounts SET asset_id = 'x:USD' WHERE account_id = '${OTHER}'`,
    // Distributed books do not change the institution of a row.
    `WITH gone AS (DELETE FROM builtin_ledger_accounts WHERE account_id = '${OTHER}' RETURNING *)
     INSERT INTO builtin_ledger_accounts (institution_id, account_id, asset_id, balance_minor, created_at)
     SELECT 'BANK-9', account_id, asset_id, balance_minor, created_at FROM gone`,
  ],
  'asset of the built-in ledger is in the book of its issuer': [
    `UPDATE builtin_ledger_assets SET institution_id = 'BANK-9'`,
    `UPDATE builtin_ledger_assets SET currency = 'EUR'`,
    `UPDATE builtin_ledger_assets SET issuer_id = 'nobody'`,
  ],
  'built-in ledger holds what its holds say': [
    `UPDATE builtin_ledger_holds SET amount_minor = amount_minor + 1 WHERE state = 'HELD'`,
    `UPDATE builtin_ledger_holds SET state = 'HELD' WHERE state = 'RELEASED'`,
    `UPDATE builtin_ledger_holds SET account_id = '${OTHER}' WHERE state = 'HELD'`,
    `UPDATE builtin_ledger_accounts SET held_minor = held_minor + 1`,
  ],
  'hold of the built-in ledger is that of a transfer': [
    `UPDATE builtin_ledger_holds SET state = 'HELD' WHERE state = 'CAPTURED'`,
    `UPDATE builtin_ledger_holds SET state = 'RELEASED' WHERE state = 'HELD'`,
    `UPDATE builtin_ledger_holds SET amount_minor = amount_minor + 1 WHERE state = 'HELD'`,
    `UPDATE token_movements SET is_open = false WHERE state = 'RESERVED'`,
    `UPDATE token_movements SET work = '{"holdId": "${newCorrelationId()}"}' WHERE state = 'RESERVED'`,
    `UPDATE token_movements SET amount_minor = amount_minor + 1 WHERE state = 'RESERVED'`,
  ],
  'hold of the built-in ledger has its operation': [
    `DELETE FROM builtin_ledger_operations WHERE kind = 'HOLD'`,
    `UPDATE builtin_ledger_operations SET reason = 'REFUSED' WHERE kind = 'HOLD'`,
    `UPDATE builtin_ledger_operations SET institution_id = NULL WHERE kind = 'HOLD'`,
    `UPDATE builtin_ledger_operations SET institution_id = 'BANK-9' WHERE kind = 'HOLD'`,
    `UPDATE builtin_ledger_operations SET kind = 'ISSUE' WHERE kind = 'HOLD'`,
  ],
}

class RolledBack extends Error {}

test('every check of the built-in ledger has a breakage', () => {
  const names = BUILTIN_LEDGER_VERIFIED.checks.map((check) => check.name)
  assert.deepEqual(Object.keys(BREAKAGES).toSorted(), names.toSorted())
})

onDatabase('the checks of the built-in ledger', (_engine, open) => {
  let database: Database
  const findings = (sql: Sql) => verify(sql, BUILTIN_LEDGER_VERIFIED.checks)

  before(async () => {
    database = (await open()).database
    await storeBooks(database)
  })

  test('find nothing in sound books', async () => {
    assert.deepEqual(await database.transaction(findings), [])
  })

  for (const [name, breakages] of Object.entries(BREAKAGES)) {
    for (const sql of breakages) {
      test(`${name}: ${sql}`, async () => {
        let found: string[] = []
        const broken = database.transaction(async (work) => {
          const { rowCount } = await work.query(sql)
          assert.ok(rowCount > 0, 'nothing was broken')
          found = (await findings(work)).map((finding) => finding.check)
          throw new RolledBack()
        })
        await assert.rejects(broken, RolledBack)
        assert.ok(found.includes(name), `found only ${found.join(', ')}`)
      })
    }
  }
})

/**
 * An institution with two accounts: one has a transfer that is reserved, one that has burned its tokens ahead of the book, and
 * holds that have ended; the other has nothing but a balance.
 */
async function storeBooks(database: Database): Promise<void> {
  const { issuerId, bookId } = transferWith()
  await database.query(
    `INSERT INTO digital_institutions (institution_id, book_id, partner_id, name, country, currencies, state, ledger, search_words,
                                       transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, 'PARTNER-1', 'One', 'US', '{USD}', 'ACTIVE', 'builtin', '{}', 'ref', 'API', now(), now(), 'p', 'p')`,
    [issuerId, bookId],
  )
  const { ledger } = openBuiltinLedger(database, async () => bookId)
  const desk = new LedgerClient({ ledger, settle: async () => {} })
  const asset = { assetId: `${issuerId}:USD`, issuerId, currency: 'USD', exponent: 2 }
  await ledger.ensureAsset(asset)
  for (const [accountId, balanceMinor, heldMinor] of [
    [ACCOUNT, 960n, 70n],
    [OTHER, 300n, 0n],
  ] as const) {
    await database.query(
      `INSERT INTO digital_accounts (book_id, account_id, institution_id, user_id, partner_id, currency, linked_account_id,
                                     state, search_words, transaction_ref, channel_type, created_at, updated_at, created_by,
                                     updated_by)
       VALUES ($1, $2::uuid, $3::uuid, $2::uuid, 'PARTNER-1', 'USD', 'DDA-1', 'ACTIVE', '{}', 'ref', 'API', now(), now(), 'p', 'p')`,
      [bookId, accountId, issuerId],
    )
    await database.query(
      `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                             branch_id, balance_minor, held_minor)
       VALUES ($1, $2, 'C1', 'TOKENS', 'test', 'USD', '00', '001', $3, $4)`,
      [bookId, accountId, balanceMinor, heldMinor],
    )
  }
  const account = { accountId: ACCOUNT, assetId: asset.assetId }
  const other = { accountId: OTHER, assetId: asset.assetId }
  for (const one of [account, other]) await desk.ready(one)
  await desk.final(issue(account, 1_000n))
  await desk.final(issue(other, 300n))
  await desk.final(release(await desk.final(hold(account, 10n))))
  await desk.final(capture(await desk.final(hold(account, 40n))))
  const holdId = await desk.final(hold(account, 20n))
  await desk.final(burn(account, 50n))
  await storeMovements(
    database,
    transferWith({ state: 'RESERVED', isTwoPhase: true, amountMinor: 20n, work: { holdId } }),
    transferWith({ state: 'COMMITTING', amountMinor: 50n, work: { isBurned: true }, nextAt: new Date() }),
  )
  // What is over leaves no difference.
  const over = { finalAt: new Date(), work: { holdId: newCorrelationId(), isBurned: true } }
  await storeMovements(database, transferWith({ state: 'COMMITTED', ...over }))
}
