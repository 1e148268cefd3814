import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { CHECKS, verifyBooks } from '../../../app/wire/verification.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { storeTokenBooks } from '../token-books.fixture.ts'
import { TOKENS_VERIFIED } from './movement-checks.ts'

function moved(fields: string, where: string): string {
  return `UPDATE token_movements SET ${fields} WHERE ${where}`
}

const RETURNED = `kind = 'TRANSFER' AND state = 'RETURNED'`
const COMMITTED = `state = 'COMMITTED'`
const ISSUED = `kind = 'DEPOSIT' AND state = 'ISSUED'`

/** Breakages for each check, in books with movements in many states. */
const BREAKAGES: Readonly<Record<string, readonly string[]>> = {
  'tokens issued are tokens held': [
    `UPDATE accounts SET balance_minor = balance_minor + 1 WHERE account_type = 'TOKENS'`,
    `UPDATE general_ledger_deltas SET amount_minor = amount_minor - 1 WHERE account LIKE '%:supply' AND amount_minor = -50000`,
    `INSERT INTO general_ledger_totals VALUES ('BANK-9', 'tokens:01970000-0000-7000-8000-0000000000a9:supply', 'EUR', -1)`,
  ],
  'tokens are backed one to one': [
    `UPDATE general_ledger_deltas SET amount_minor = amount_minor - 1 WHERE account LIKE '%:backing' AND amount_minor = 50000`,
    moved(`state = 'PENDING'`, `state = 'MINTING'`),
    moved(`state = 'LOCKED'`, `state = 'BURNED'`),
  ],
  'institutions owe each other no tokens in sum': [
    `UPDATE general_ledger_deltas SET amount_minor = amount_minor - 1 WHERE account LIKE '%:owed' AND amount_minor > 0`,
  ],
  'digital account has its holding of tokens': [
    `DELETE FROM accounts WHERE account_type = 'TOKENS'`,
    `DELETE FROM digital_accounts WHERE partner_id = 'PARTNER-2'`,
    `UPDATE digital_accounts SET currency = 'EUR'`,
  ],
  'token movement is of its accounts': [
    moved(`partner_id = 'PARTNER-2'`, ISSUED),
    moved(`currency = 'EUR'`, ISSUED),
    moved(`issuer_id = account_id`, ISSUED),
    moved(`payee_partner_id = 'PARTNER-1'`, COMMITTED),
    moved(`payee_account_id = account_id`, COMMITTED),
  ],
  'token movement has its journals': [
    moved('journal_ids = journal_ids || movement_id', ISSUED),
    moved('payee_journal_id = movement_id', COMMITTED),
    moved('journal_ids = ARRAY[payee_journal_id]', COMMITTED),
    `UPDATE journals SET kind = 'TRANSFER' WHERE kind = 'TOKEN_MINT'`,
  ],
  'journal of tokens has its movement': [
    moved(`journal_ids = '{}'`, ISSUED),
    moved('payee_journal_id = NULL', COMMITTED),
    `UPDATE token_movements m SET journal_ids = o.journal_ids FROM token_movements o
      WHERE m.amount_minor = 50000 AND o.amount_minor = 100000 AND o.institution_id = m.institution_id`,
  ],
  'token movement has posted what its state says': [
    moved('amount_minor = amount_minor + 1', ISSUED),
    moved(`state = 'ISSUED'`, `kind = 'DEPOSIT' AND state = 'MINTING'`),
    moved(`state = 'PENDING'`, `kind = 'DEPOSIT' AND state = 'MINTING'`),
    moved(`state = 'COMPLETED'`, `state = 'BURNED'`),
    moved(`state = 'COMMITTED'`, `state = 'COMMITTING'`),
    moved(`state = 'RESERVED'`, `state = 'COMMITTED'`),
    moved(`outcome_code = 'LEDGER_REFUSED'`, `outcome_code = 'FUNDS_UNCLAIMED'`),
    moved(`state = 'COMPLETED'`, ISSUED),
  ],
  'token transfer reaches its payee when it is committed': [
    moved('payee_journal_id = NULL', COMMITTED),
    moved('payee_journal_id = movement_id', `state = 'RESERVED'`),
    moved('amount_minor = amount_minor - 1', COMMITTED),
  ],
  'statement of a digital account adds up to its holding': [
    `UPDATE digital_accounts SET has_statement = true WHERE partner_id = 'PARTNER-1'`,
  ],
  'tokens on hold are those of open movements': [
    `UPDATE holds SET amount_minor = amount_minor + 1`,
    `UPDATE holds SET released_at = now()`,
    moved(`state = 'ABORTED', is_open = false`, `state = 'RESERVED'`),
    moved(`state = 'LOCKED'`, `kind = 'REDEMPTION' AND state = 'BURNED'`),
  ],
  'token movement goes on until it is over': [
    moved('final_at = NULL', ISSUED),
    moved('next_at = now()', ISSUED),
    moved('is_open = true', ISSUED),
    moved('next_at = NULL', `state = 'MINTING'`),
    moved('is_two_phase = false', `state = 'RESERVED'`),
    moved('final_at = now()', `state = 'MINTING'`),
    moved(`outcome_code = 'X'`, ISSUED),
    moved('outcome_code = NULL', `state = 'ABORTED'`),
  ],
  'token transfer is where its decision leads': [
    moved('decision = NULL', COMMITTED),
    moved(`decision = 'ABORT'`, COMMITTED),
    moved(`decision = 'EXPIRE'`, `state = 'ABORTED'`),
    moved(`decision = 'COMMIT'`, `state = 'RESERVED'`),
    moved('decided_at = NULL', COMMITTED),
    moved('decided_by = NULL', COMMITTED),
    moved('decision = NULL', RETURNED),
  ],
  'unclaimed money is that of open exceptions': [
    `UPDATE token_exceptions SET ended_at = now() WHERE ended_at IS NULL`,
    `UPDATE token_exceptions SET ended_at = NULL WHERE action = 'PAY_OUT'`,
    moved('amount_minor = amount_minor + 1', `outcome_code = 'FUNDS_UNCLAIMED'`),
    `UPDATE general_ledger_deltas SET amount_minor = amount_minor + 1 WHERE account LIKE '%:unclaimed'`,
  ],
  'a settlement is undone once, by its opposite': [
    `UPDATE digital_settlements SET reverses = settlement_id`,
    `UPDATE digital_settlements SET reverses = gen_random_uuid()`,
    `UPDATE digital_settlements SET reverses = settlement_id, reversed_by = settlement_id`,
  ],
  'settlement cash is what was settled outside': [
    `UPDATE token_exceptions SET action = 'PAY_OUT' WHERE action = 'SETTLED_OUTSIDE'`,
    `UPDATE digital_settlements SET amount_minor = amount_minor + 1`,
    `DELETE FROM digital_settlements`,
    `UPDATE general_ledger_deltas SET amount_minor = amount_minor + 1 WHERE account LIKE '%:cash'`,
  ],
  'unclaimed money is paid once, by its journal': [
    `UPDATE token_exceptions SET journal_id = NULL WHERE action = 'PAY_OUT'`,
    `UPDATE token_exceptions SET journal_id = exception_id WHERE action = 'PAY_OUT'`,
    `UPDATE token_exceptions SET payment = '{}' WHERE action = 'PAY_OUT'`,
    `UPDATE token_exceptions SET journal_id = exception_id WHERE ended_at IS NULL`,
  ],
  'settlement of tokens has its journals': [
    `UPDATE digital_settlements SET amount_minor = amount_minor + 1`,
    `UPDATE digital_settlements SET payer_journal_id = settlement_id`,
    `UPDATE digital_settlements SET payee_journal_id = settlement_id`,
  ],
  'journal of a payment or settlement belongs to one': [
    `DELETE FROM digital_settlements`,
    `UPDATE token_exceptions SET journal_id = NULL WHERE action = 'SETTLED_OUTSIDE'`,
  ],
}

class RolledBack extends Error {}

test('every check of tokens has a breakage and is among those of verify', () => {
  const names = TOKENS_VERIFIED.checks.map((check) => check.name)
  assert.deepEqual(Object.keys(BREAKAGES).toSorted(), names.toSorted())
  const verified = new Set(CHECKS.map((check) => check.name))
  assert.ok(names.every((name) => verified.has(name)))
})

onDatabase('the checks of tokens', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await storeTokenBooks(database)
  })

  test('find nothing in sound books', async () => {
    assert.deepEqual(await database.transaction(verifyBooks), [])
  })

  for (const [name, breakages] of Object.entries(BREAKAGES)) {
    for (const sql of breakages) {
      test(`${name}: ${sql.replaceAll(/\s+/g, ' ')}`, async () => {
        let found: string[] = []
        const broken = database.transaction(async (work) => {
          const { rowCount } = await work.query(sql)
          assert.ok(rowCount > 0, 'nothing was broken')
          found = (await verifyBooks(work)).map((finding) => finding.check)
          throw new RolledBack()
        })
        await assert.rejects(broken, RolledBack)
        assert.ok(found.includes(name), `found only ${found.join(', ')}`)
      })
    }
  }
})
