// Random courses on four institutions, two of each ledger, and two with a second account, against what must hold at every moment and at the end. What is not
// right at a moment cannot be seen by a model of the end alone, so the book is asked after every group.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../../src/platform/kernel/problems/problem.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { readTokenExceptions } from '../../../src/tokens/exceptions/exception-records.ts'
import { balanceOf } from '../../../src/tokens/ledgers/conformance/single-calls.fixture.ts'
import { DEFAULT_CHAIN_SETTINGS } from '../../../src/tokens/ledgers/simulated/chain-settings.ts'
import { DatabaseChainStore } from '../../../src/tokens/ledgers/simulated/chain-store.ts'
import { SimulatedChain } from '../../../src/tokens/ledgers/simulated/simulated-chain.ts'
import { Interrupted } from '../../../src/tokens/movements/coordination/interrupted.ts'
import { isWithinInstitution } from '../../../src/tokens/movements/movement.ts'
import { MOVEMENT_COLUMNS, type MovementRow, toMovement } from '../../../src/tokens/movements/movement-codec.ts'
import { findMovement } from '../../../src/tokens/movements/reading/read-movements.ts'
import { readStatement } from '../../../src/tokens/statements/read-statement.ts'
import { onDatabaseInDepth } from '../../support/machine/database.ts'
import { rounds } from '../../support/runner/extent.ts'
import {
  addAccount,
  depositOrder,
  PARTNER,
  PAYEE_PARTNER,
  type Party,
  redemptionOrder,
  referenceOf,
  resolutionOrder,
  returnOrder,
  seedTokenBank,
  type TokenBank,
  TWO_PHASE,
  transferOrder,
} from '../../support/tokens/token-bank.ts'
import { TokenWorld } from '../../support/tokens/token-world.ts'
import { type Command, courses, NO_FAULTS } from './random-movements.ts'

// For a longer search: PROPERTY_RUNS=500 PROPERTY_SEED=$RANDOM npm test -- test/property/tokens
const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_116)
const RUNS = {
  pglite: Number(process.env.PROPERTY_RUNS ?? 6),
  postgres: Number(process.env.PROPERTY_RUNS ?? rounds(8, 20)),
}

const END_OF = { COMMIT: 'COMMITTED', ABORT: 'ABORTED', EXPIRE: 'EXPIRED' } as const

onDatabaseInDepth('random movements of tokens', (engine, open) => {
  let database: Database
  let world: TokenWorld
  let nodes: [TokenBank, TokenBank]
  let parties: Party[]
  let money: bigint
  let transfers: string[] = []
  let settled = 0
  /** How many more steps each node takes before what it does dies. */
  const deaths: [number | undefined, number | undefined] = [undefined, undefined]

  before(async () => {
    database = (await open()).database
    await seedTokenBank(database)
    world = new TokenWorld(database)
    const settings = { answerWithinMs: 20 }
    const mortal = (node: 0 | 1) => ({
      settings,
      coordination: {
        interrupt() {
          const left = deaths[node]
          deaths[node] = left === undefined || left === 0 ? undefined : left - 1
          if (left === 0) throw new Interrupted('killed')
        },
      },
    })
    nodes = [await world.open(mortal(0)), await world.open(mortal(1))]
    parties = []
    for (const [ledger, partnerId] of [
      ['builtin', PARTNER],
      ['simulated', PARTNER],
      ['builtin', PAYEE_PARTNER],
      ['simulated', PAYEE_PARTNER],
    ] as const) {
      // It may take a while until a chain has made the account: then it is asked again.
      nodes[0].set({ answerWithinMs: 10_000 })
      parties.push(await world.party(nodes[0], { ledger, partnerId }))
    }
    // Neighbours, for transfers within one institution.
    for (const party of parties.slice(0, 2)) parties.push(await addAccount(nodes[0], party))
    nodes[0].set(settings)
    for (const party of parties) await nodes[0].movements.deposit(depositOrder(party, 1_000n))
    await world.finish(nodes[0])
    money = await moneyOf()
  })

  test('keep every token backed, and money where it belongs', async () => {
    await fc.assert(
      fc.asyncProperty(courses, async (groups) => {
        transfers = []
        for (const group of groups) {
          await Promise.all(group.map((command, nth) => obey(command, nodes[nth % 2] as TokenBank)))
          await assertMoment()
        }
        await assertEnd()
      }),
      { seed: SEED, numRuns: RUNS[engine], endOnFailure: true },
    )
    await world.assertLedgersAgree()
  })

  async function obey(command: Command, node: TokenBank): Promise<void> {
    const partyOf = (index: number) => parties[index] as Party
    switch (command.kind) {
      case 'deposit':
        return refusable(node.movements.deposit(depositOrder(partyOf(command.party), command.amountMinor)))
      case 'redeem':
        return refusable(node.movements.redeem(redemptionOrder(partyOf(command.party), command.amountMinor)))
      case 'transfer': {
        const { expiresInSeconds } = command
        const twoPhase =
          expiresInSeconds === undefined ? {} : { twoPhase: { expiresInSeconds, committer: 'PAYER' as const } }
        const order = transferOrder(partyOf(command.party), partyOf(command.payee), command.amountMinor, twoPhase)
        return refusable(
          node.movements.transfer(order).then(({ movement }) => void transfers.push(movement.movementId)),
        )
      }
      case 'return': {
        const id = transfers.at(-1 - command.back)
        const first = id === undefined ? undefined : await findMovement(database, 'TRANSFER', id)
        const payee = parties.find(({ accountId }) => accountId === first?.payee.accountId)
        if (first === undefined || payee === undefined) return
        const twoPhase = command.isTwoPhase ? TWO_PHASE : undefined
        const order = { ...returnOrder(payee, first, command.amountMinor), twoPhase }
        return refusable(
          node.movements.transfer(order).then(({ movement }) => void transfers.push(movement.movementId)),
        )
      }
      case 'resolve': {
        const id = transfers.at(-1 - command.back)
        if (id === undefined) return
        const order = resolutionOrder(id, command.action, command.asPayee ? PAYEE_PARTNER : PARTNER)
        return refusable(node.movements.resolve(order))
      }
      case 'freeze':
        return freeze(partyOf(command.party), command.restrictions)
      case 'suspend':
        return suspend(partyOf(command.party), command.isSuspended)
      case 'block':
        return world.block(partyOf(command.party), command.isBlocked)
      case 'pass':
        return world.pass(command.ms)
      case 'sweep':
        return sweep(nodes[command.node] as TokenBank)
      case 'chain':
        Object.assign(world.chain, command.faults)
        return
      case 'act':
        return act(command, node)
      case 'settle':
        return refusable(
          node.settlements.create(OPERATOR, {
            payerInstitutionId: partyOf(command.party).institutionId,
            payeeInstitutionId: partyOf(command.payee).institutionId,
            currencyCode: 'USD',
            amountMinor: command.amountMinor,
            externalReference: `RTGS-${++settled}`,
            valueDate: '2026-01-15',
          }),
        )
      case 'kill':
        deaths[command.node] = command.after
    }
  }

  async function sweep(node: TokenBank): Promise<void> {
    await refusable(node.coordinator.run())
    await refusable(node.payments.run())
  }

  async function act({ nth, action, party }: Extract<Command, { kind: 'act' }>, node: TokenBank): Promise<void> {
    const { rows } = await database.query<{ exception_id: string }>(
      'SELECT exception_id FROM token_exceptions WHERE ended_at IS NULL ORDER BY recorded_at, exception_id OFFSET $1 LIMIT 1',
      [nth],
    )
    const [exception] = await readTokenExceptions(database, {}, [rows[0]?.exception_id ?? ''])
    if (exception === undefined) return
    await refusable(
      node.exceptions.resolve(OPERATOR, exception, {
        action,
        reason: 'test',
        linkedAccountId: (parties[party] as Party).linkedAccountId,
        externalReference: 'outside',
      }),
    )
  }

  function freeze(party: Party, restrictions: Extract<Command, { kind: 'freeze' }>['restrictions']): Promise<void> {
    return refusable(
      nodes[0].accounts.changeStatus({
        reference: referenceOf('DIGITAL_ASSET_ACCOUNT_STATUS', undefined, party.partnerId),
        actor: {},
        accountId: party.accountId,
        target: restrictions.length === 0 ? 'ACTIVE' : 'FROZEN',
        ...(restrictions.length > 0 && { restrictions }),
        reason: 'test',
      }),
    )
  }

  async function suspend({ institutionId }: Party, isSuspended: boolean): Promise<void> {
    await database.query('UPDATE digital_institutions SET state = $2 WHERE institution_id = $1', [
      institutionId,
      isSuspended ? 'SUSPENDED' : 'ACTIVE',
    ])
  }

  /** What holds at every moment: S + ΣD = 0 and ΣP = 0, nothing below zero, nothing spendable that is not final. */
  async function assertMoment(): Promise<void> {
    const { rows } = await database.query<Moment>(MOMENT)
    for (const { issuer, supply, held } of rows) assert.equal(supply + held, 0n, `S + ΣD of ${issuer}`)
    assert.equal(
      rows.reduce((sum, { owed }) => sum + owed, 0n),
      0n,
      'ΣP',
    )
    for (const { issuer, unclaimed } of rows) assert.ok(unclaimed >= 0n, `U of ${issuer}`)
    const { rows: outside } = await database.query<{ minor: bigint }>(
      `SELECT coalesce(sum(m.amount_minor), 0)::bigint AS minor
         FROM token_exceptions e JOIN token_movements m ON m.movement_id = e.movement_id WHERE e.action = 'SETTLED_OUTSIDE' AND e.journal_id IS NOT NULL`,
    )
    assert.equal(
      rows.reduce((sum, { cash }) => sum + cash, 0n),
      outside[0]?.minor,
      'ΣX is what was settled outside',
    )
    const chain = new SimulatedChain(new DatabaseChainStore(database), {
      clock: world.clock,
      settings: () => ({ ...DEFAULT_CHAIN_SETTINGS, blockMs: 1 }),
    })
    for (const { accountId, institutionId, currency } of parties) {
      const { rows: held } = await database.query<Holding>(HOLDING, [accountId])
      const [holding] = held
      assert.ok(holding)
      const { asset, locked, linked, builtin } = holding
      assert.ok(asset >= 0n && locked >= 0n && locked <= asset && linked >= 0n, `${asset} tokens, ${locked} locked`)
      const final =
        builtin ??
        (await balanceOf(chain, { accountId, assetId: `${institutionId}:${currency}` }, 'FINAL')).balanceMinor
      assert.ok(asset - locked <= final, `${asset - locked} tokens are available, ${final} are final`)
    }
  }

  async function assertEnd(): Promise<void> {
    Object.assign(world.chain, NO_FAULTS)
    deaths.fill(undefined)
    await Promise.all(nodes.map(({ payments }) => payments.resume()))
    for (const { payments } of nodes) await payments.run()
    await world.finish(...nodes)
    world.pass(2 * 3_600_000)
    await world.finish(...nodes)
    await assertMoment()
    const { rows } = await database.query<Moment>(MOMENT)
    for (const { issuer, supply, backing } of rows) assert.equal(backing, -supply, `B = −S of ${issuer}`)
    assert.equal(await moneyOf(), money, 'money and tokens')
    await assertTransfersEnded()
    await world.assertBooks()
    for (const party of parties) {
      await freeze(party, [])
      await suspend(party, false)
      await world.block(party, false)
    }
  }

  async function assertTransfersEnded(): Promise<void> {
    const { rows } = await database.query<MovementRow>(
      `SELECT ${MOVEMENT_COLUMNS} FROM token_movements WHERE movement_id = ANY ($1)`,
      [transfers],
    )
    assert.equal(rows.length, new Set(transfers).size)
    for (const movement of rows.map(toMovement)) {
      assert.ok(movement.kind === 'TRANSFER')
      const { state, decision, payeeJournalId, journalIds } = movement
      // An operator may have returned what was to be committed.
      if (state === 'RETURNED') assert.equal(decision?.action, 'COMMIT')
      else assert.equal(state, decision === undefined ? 'REJECTED' : END_OF[decision.action])
      assert.deepEqual(
        [journalIds.length, payeeJournalId !== undefined],
        state === 'COMMITTED'
          ? [1, !isWithinInstitution(movement)]
          : [movement.outcome?.reasonCode === 'FUNDS_UNCLAIMED' ? 1 : 0, false],
      )
    }
    await assertReturns()
  }

  /** No transfer is given back for more than its tokens, and statements end with what accounts hold. */
  async function assertReturns(): Promise<void> {
    const { rows } = await database.query(
      `SELECT o.movement_id FROM token_movements o JOIN token_movements r ON r.return_of = o.movement_id
        WHERE r.is_open OR r.state = 'COMMITTED'
        GROUP BY o.movement_id, o.amount_minor, o.state HAVING sum(r.amount_minor) > o.amount_minor OR o.state <> 'COMMITTED'`,
    )
    assert.deepEqual(rows, [])
    for (const { partnerId, accountId } of parties) {
      const { items } = await readStatement(database, { partnerId, accountId, page: 1, size: 100 })
      const { rows: held } = await database.query<Holding>(HOLDING, [accountId])
      assert.equal(items[0]?.assetMinor ?? 0n, held[0]?.asset)
      for (const [nth, entry] of items.slice(0, -1).entries())
        assert.equal(entry.assetMinor - entry.amountMinor, items[nth + 1]?.assetMinor)
    }
  }

  /** Money in linked accounts, tokens, unclaimed money, and what was settled outside. */
  async function moneyOf(): Promise<bigint> {
    const { rows } = await database.query<Moment>(MOMENT)
    const linked = await Promise.all(parties.map((party) => world.linkedMinor(party)))
    return (
      linked.reduce((sum, amount) => sum + amount, 0n) +
      rows.reduce((sum, { held, unclaimed, cash }) => sum + held + unclaimed + cash, 0n)
    )
  }
})

interface Moment {
  readonly issuer: string
  readonly supply: bigint
  readonly backing: bigint
  readonly owed: bigint
  readonly unclaimed: bigint
  readonly cash: bigint
  readonly held: bigint
}

const LEDGER_SUM = (name: string) => `
  (SELECT coalesce(sum(g.amount_minor), 0)::bigint
     FROM (SELECT account, amount_minor FROM general_ledger_totals
           UNION ALL SELECT account, amount_minor FROM general_ledger_deltas) g
    WHERE g.account = 'tokens:' || i.institution_id || ':${name}') AS ${name}`

const MOMENT = `
  SELECT i.institution_id::text AS issuer, ${['supply', 'backing', 'owed', 'unclaimed', 'cash'].map(LEDGER_SUM).join(', ')},
         (SELECT coalesce(sum(a.balance_minor), 0)::bigint
            FROM digital_accounts d
            JOIN accounts a ON a.institution_id = d.book_id AND a.account_id = d.account_id::text
           WHERE d.institution_id = i.institution_id) AS held
    FROM digital_institutions i`

interface Holding {
  readonly asset: bigint
  readonly locked: bigint
  readonly linked: bigint
  /** Null on a chain. */
  readonly builtin: bigint | null
}

const HOLDING = `
  SELECT a.balance_minor AS asset, a.held_minor AS locked, l.balance_minor AS linked, b.balance_minor AS builtin
    FROM digital_accounts d
    JOIN accounts a ON a.institution_id = d.book_id AND a.account_id = d.account_id::text
    JOIN accounts l ON l.institution_id = d.book_id AND l.account_id = d.linked_account_id
    LEFT JOIN builtin_ledger_accounts b ON b.institution_id = a.institution_id AND b.account_id = d.account_id
   WHERE d.account_id = $1::uuid`

const OPERATOR = { principal: { scope: {} }, actor: { email: 'op@example.com' } }

/** A refusal by a rule of tokens is an answer, and so is the death of the process; anything else is not. */
async function refusable(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    const failures = error instanceof AggregateError ? error.errors : [error]
    const isAnswer = (one: unknown) =>
      one instanceof Interrupted ||
      (one instanceof Problem && /^(tokens|token-exceptions|settlements)\./.test(one.reason ?? ''))
    const isInvalid = error instanceof Problem && error.kind === 'invalid'
    if (!isInvalid && !failures.every(isAnswer)) throw error
  }
}
