import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { secretBox } from '../../../test/support/bank/bank.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { openTokenBank, referenceOf } from '../../../test/support/tokens/token-bank.ts'
import { ensureSystemRoles } from '../../administration/access/roles/system-roles.ts'
import { makeDigitalParties } from '../../app/wire/rooms/digital-parties.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { Wiring } from '../../app/wire/wiring.ts'
import { unavailable } from '../../platform/kernel/problems/problem.ts'
import { MovableClock, systemClock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { openDigitalSettings } from '../../tokens/digital-settings.ts'
import { tokenProblem } from '../../tokens/token-problems.ts'
import { resetSandbox } from '../reset-sandbox.ts'
import { seedSandbox } from '../seeding/seed-sandbox.ts'
import { sandboxProperties, seedSandboxTokens, type TokenSeedParts } from './seed-sandbox-tokens.ts'

const PARTNER = 'PARTNER03'
const INSTITUTIONS = [
  { name: 'Lindenhall Savings', state: 'ACTIVE', ledger: 'builtin' },
  { name: 'Ostermoor Cooperative', state: 'ACTIVE', ledger: 'simulated' },
]
const USERS = [
  { name: 'Brightwater Tools Ltd', state: 'ACTIVE' },
  { name: 'Halvorsen', state: 'ACTIVE' },
  { name: 'Okafor', state: 'ACTIVE' },
  { name: 'Reyes', state: 'SUSPENDED' },
]
const ACCOUNTS = [
  { label: 'Everyday', state: 'ACTIVE', asset: 445_000n, locked: 0n },
  { label: 'Operating', state: 'ACTIVE', asset: 1_080_000n, locked: 0n },
  { label: 'Reserve', state: 'FROZEN', asset: 75_000n, locked: 0n },
  { label: 'Savings', state: 'ACTIVE', asset: 235_000n, locked: 0n },
]
const MOVEMENTS = [
  { kind: 'DEPOSIT', ref: 'sandbox-everyday', state: 'ISSUED' },
  { kind: 'DEPOSIT', ref: 'sandbox-operating', state: 'ISSUED' },
  { kind: 'DEPOSIT', ref: 'sandbox-reserve', state: 'ISSUED' },
  { kind: 'DEPOSIT', ref: 'sandbox-savings', state: 'ISSUED' },
  { kind: 'REDEMPTION', ref: 'sandbox-everyday', state: 'COMPLETED' },
  { kind: 'TRANSFER', ref: 'sandbox-aborted', state: 'ABORTED' },
  { kind: 'TRANSFER', ref: 'sandbox-committed', state: 'COMMITTED' },
  { kind: 'TRANSFER', ref: 'sandbox-immediate', state: 'COMMITTED' },
]

onDatabase('the digital banking data of the sandbox', (engine, open) => {
  // A seeding takes seconds on the embedded engine. There the data is made, resumed after a death, by two nodes at once, and
  // reset; the rest does not depend on the engine.
  const isQuick = engine === 'postgres'
  let database: Database
  let nodes: Node[]

  before(async () => {
    database = (await open()).database
    await ensureSystemRoles(database)
    await database.transaction((sql) => seedSandbox(sql, { clock: systemClock, secretBox }))
    nodes = [await openNode(), await openNode()]
  })
  after(async () => {
    for (const node of nodes ?? []) await node.close()
  })
  beforeEach(() => reset(false))

  test('it is made once, on two ledgers, and the books balance', async () => {
    assert.equal(await seedSandboxTokens(nodes[0]!.parts), true)
    await everythingIsThere()
    assert.equal(await seedSandboxTokens(nodes[1]!.parts), false)
    await everythingIsThere()
  })

  if (isQuick) {
    test('other partners begin with nothing, and no name that is unique on the platform is taken', async () => {
      await seedSandboxTokens(nodes[0]!.parts)
      const { rows } = await database.query(
        `SELECT name FROM digital_institutions
        WHERE partner_id <> $1 OR external_id IS NOT NULL OR bic IS NOT NULL OR lei IS NOT NULL OR 'USD' = ANY (currencies)
       UNION ALL SELECT label FROM digital_accounts WHERE partner_id <> $1 OR is_default`,
        [PARTNER],
      )
      assert.deepEqual(rows, [])
    })
  }

  test('a seeding that died in between is resumed and makes nothing twice', async () => {
    for (const surviving of isQuick ? [0, 6, 13, 17] : [13]) {
      await reset(false)
      await assert.rejects(seedSandboxTokens(mortal(nodes[0]!.parts, surviving)), /died/)
      await nodes[0]!.bank.drained()
      assert.equal(await seedSandboxTokens(nodes[1]!.parts), true)
      await everythingIsThere()
    }
  })

  test('two nodes that start at once make one set', async () => {
    await Promise.all(nodes.map(({ parts }) => seedSandboxTokens(parts)))
    await everythingIsThere()
  })

  if (isQuick) {
    test('a refusal leaves a part out, and a fault is thrown so that the next start goes on', async () => {
      const { parts } = nodes[0]!
      const failing = { ...parts.tokenMovements, deposit: () => Promise.reject(unavailable('the queue is full')) }
      await assert.rejects(seedSandboxTokens({ ...parts, tokenMovements: failing }), /queue is full/)
      await nodes[0]!.bank.drained()
      await database.query(`UPDATE digital_institutions SET state = 'SUSPENDED'`)
      const warned: object[] = []
      assert.equal(await seedSandboxTokens({ ...parts, log: { warn: (details) => warned.push(details) } }), true)
      assert.ok(warned.length > 0)
      assert.equal(await seedSandboxTokens(parts), false)
      assert.deepEqual(await verifyBooks(database), [])
    })
  }

  test('a ledger that is away does not stop the start, and what waits for it is made later', async () => {
    const [node] = nodes as [Node]
    let isAway = true
    const unreachable = async () => {
      throw tokenProblem('ledger-unavailable', 'the ledger cannot be reached')
    }
    const { tokenMovements } = node.parts
    const away: TokenSeedParts = {
      ...node.parts,
      tokenMovements: {
        deposit: (order) => (isAway ? unreachable() : tokenMovements.deposit(order)),
        redeem: (order) => tokenMovements.redeem(order),
        transfer: (order) => tokenMovements.transfer(order),
        resolve: (order) => tokenMovements.resolve(order),
      },
    }
    assert.equal(await seedSandboxTokens(away), 'later')
    isAway = false
    assert.equal(await seedSandboxTokens(away), true)
    assert.equal(await seedSandboxTokens(away), false)
  })

  test('a sandbox without its partner gets none', async () => {
    assert.equal(await seedSandboxTokens({ ...nodes[0]!.parts, directory: { partner: () => undefined } }), false)
  })

  test('a reset empties every table of digital banking and makes the data again', async () => {
    await seedSandboxTokens(nodes[0]!.parts)
    await reset(false)
    const { rows } = await database.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()
          AND tablename ~ '^(digital_|token_|builtin_ledger_|simulated_chain)'`,
    )
    assert.ok(rows.length >= 17, `${rows.length} tables`)
    for (const { name } of rows) assert.equal((await database.query(`SELECT FROM ${name}`)).rowCount, 0, name)
    await reset(true)
    await everythingIsThere()
  })

  if (isQuick) {
    test('accounts from before a reset are not found, although nodes may remember them', async () => {
      await seedSandboxTokens(nodes[0]!.parts)
      const old = await accountIds()
      const { movements } = nodes[0]!.bank
      await reset(true)
      const fresh = await accountIds()
      const orderOf = (type: string) => ({
        reference: referenceOf(type, undefined, PARTNER),
        channelType: 'TEST',
        actor: {},
        currency: 'CHF',
        amountMinor: 100n,
        tokenType: 'TOKENIZED_DEPOSIT',
      })
      const transfer = (accountId: string, beneficiary: { institutionId: string; accountId: string }) =>
        movements.transfer({ ...orderOf('INTERBANK_TRANSFER'), accountId, beneficiary })
      const [before, now] = [old.get('Everyday')!, fresh.get('Everyday')!]
      const notFound = { reason: 'tokens.account-not-found' }
      await assert.rejects(movements.deposit({ ...orderOf('TOKENIZED_DEPOSIT'), ...before }), notFound)
      await assert.rejects(movements.redeem({ ...orderOf('TOKEN_REDEMPTION'), ...before }), notFound)
      await assert.rejects(transfer(before.accountId, fresh.get('Savings')!), notFound)
      await assert.rejects(transfer(now.accountId, old.get('Savings')!), { reason: 'tokens.beneficiary-not-found' })
      assert.deepEqual(await verifyBooks(database), [])
    })
  }

  type Node = Awaited<ReturnType<typeof openNode>>

  async function openNode() {
    const digitalSettings = await openDigitalSettings({ database, secretBox, environment: 'sandbox' })
    const { settingsOf } = digitalSettings
    const bank = await openTokenBank(database, { settingsOf })
    const { clock, directory } = bank
    const parts: TokenSeedParts = {
      chain: 'simulated',
      database,
      clock,
      directory,
      properties: sandboxProperties({ database, clock, secretBox, followers: [digitalSettings], readers: [] }),
      digitalSettings,
      ...makeDigitalParties({ database, clock, settingsOf, wiring: new Wiring() }),
      digitalAccounts: bank.accounts,
      tokenMovements: bank.movements,
    }
    return {
      bank,
      parts,
      async close() {
        digitalSettings.close()
        await bank.close()
      },
    }
  }

  async function reset(withTokens: boolean) {
    const { parts, bank } = nodes[0]!
    await resetSandbox(database, {
      clock: new MovableClock(systemClock),
      secretBox,
      directory: bank.directory,
      settings: nodes.map((node) => node.parts.digitalSettings),
      ...(withTokens && { seedByCommands: () => seedSandboxTokens(parts) }),
    })
    await nodes[1]!.bank.directory.reload()
  }

  async function everythingIsThere() {
    // A slow machine answers before the chain is final; the sweep goes on.
    await nodes[0]!.bank.coordinator.resumeAll()
    await nodes[0]!.bank.coordinator.run()
    const rows = async (text: string) => (await database.query(text, [PARTNER])).rows
    assert.deepEqual(
      await rows(`SELECT name, state, ledger FROM digital_institutions WHERE partner_id = $1 ORDER BY name`),
      INSTITUTIONS,
    )
    assert.deepEqual(
      await rows(
        `SELECT coalesce(legal_name, last_name) AS name, state FROM digital_users WHERE partner_id = $1 ORDER BY 1`,
      ),
      USERS,
    )
    assert.deepEqual(
      await rows(
        `SELECT d.label, d.state, a.balance_minor AS asset, a.held_minor AS locked
           FROM digital_accounts d JOIN accounts a ON a.institution_id = d.book_id AND a.account_id = d.account_id::text
          WHERE partner_id = $1 ORDER BY label`,
      ),
      ACCOUNTS,
    )
    assert.deepEqual(
      await rows(`SELECT kind, ref, state FROM token_movements WHERE partner_id = $1 ORDER BY kind, ref`),
      MOVEMENTS,
    )
    assert.deepEqual(await verifyBooks(database), [])
  }

  async function accountIds() {
    const { rows } = await database.query<{ label: string; accountId: string; institutionId: string }>(
      `SELECT label, account_id AS "accountId", institution_id AS "institutionId" FROM digital_accounts`,
    )
    return new Map(rows.map(({ label, accountId, institutionId }) => [label, { accountId, institutionId }]))
  }
})

/** Parts whose commands fail after so many. */
function mortal(parts: TokenSeedParts, surviving: number): TokenSeedParts {
  let left = surviving
  const dying = <Concept extends object>(concept: Concept): Concept =>
    new Proxy(concept, {
      get(target, name) {
        const command: unknown = Reflect.get(target, name)
        if (typeof command !== 'function') return command
        return async (...args: unknown[]) => {
          if (left-- <= 0) throw new Error('the process died')
          return Reflect.apply(command, target, args)
        }
      },
    })
  const { digitalInstitutions, digitalUsers, digitalAccounts, tokenMovements, properties } = parts
  return {
    ...parts,
    properties: dying(properties),
    digitalInstitutions: dying(digitalInstitutions),
    digitalUsers: dying(digitalUsers),
    digitalAccounts: dying(digitalAccounts),
    tokenMovements: dying(tokenMovements),
  }
}
