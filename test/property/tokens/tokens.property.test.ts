// Random courses on four institutions, two of each ledger, against what must hold at every moment and at the end. What is not
// right at a moment cannot be seen by a model of the end alone, so the book is asked after every group.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../../src/kernel/problem.ts'
import type { Database } from '../../../src/storage/database.ts'
import { DEFAULT_CHAIN_SETTINGS } from '../../../src/tokens/ledgers/simulated/chain-settings.ts'
import { DatabaseChainStore } from '../../../src/tokens/ledgers/simulated/chain-store.ts'
import { SimulatedChain } from '../../../src/tokens/ledgers/simulated/simulated-chain.ts'
import { MOVEMENT_COLUMNS, type MovementRow, toMovement } from '../../../src/tokens/movements/movement-codec.ts'
import { eachEngine } from '../../support/machine/database.ts'
import {
  depositOrder,
  PARTNER,
  PAYEE_PARTNER,
  type Party,
  redemptionOrder,
  referenceOf,
  resolutionOrder,
  seedTokenBank,
  type TokenBank,
  transferOrder,
} from '../../support/tokens/token-bank.ts'
import { TokenWorld } from '../../support/tokens/token-world.ts'
import { type Command, courses, NO_FAULTS } from './random-movements.ts'

// For a longer search: PROPERTY_RUNS=500 PROPERTY_SEED=$RANDOM npm test -- test/property/tokens
const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_116)
const RUNS = { pglite: Number(process.env.PROPERTY_RUNS ?? 6), postgres: Number(process.env.PROPERTY_RUNS ?? 20) }

const END_OF = { COMMIT: 'COMMITTED', ABORT: 'ABORTED', EXPIRE: 'EXPIRED' } as const

eachEngine('random movements of tokens', (engine, open) => {
  let database: Database
  let world: TokenWorld
  let nodes: [TokenBank, TokenBank]
  let parties: Party[]
  let money: bigint
  let transfers: string[] = []

  before(async () => {
    database = (await open()).database
    await seedTokenBank(database)
    world = new TokenWorld(database)
    const settings = { answerWithinMs: 20 }
    nodes = [await world.open({ settings }), await world.open({ settings })]
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
        return (nodes[command.node] as TokenBank).coordinator.run()
      case 'chain':
        Object.assign(world.chain, command.faults)
    }
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
        builtin ?? (await chain.balance({ accountId, assetId: `${institutionId}:${currency}` }, 'FINAL')).balanceMinor
      assert.ok(asset - locked <= final, `${asset - locked} tokens are available, ${final} are final`)
    }
  }

  async function assertEnd(): Promise<void> {
    Object.assign(world.chain, NO_FAULTS)
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
      assert.equal(state, decision === undefined ? 'REJECTED' : END_OF[decision.action])
      assert.deepEqual(
        [journalIds.length, payeeJournalId !== undefined],
        state === 'COMMITTED' ? [1, true] : [0, false],
      )
    }
  }

  /** Money in linked accounts, tokens, and unclaimed money. */
  async function moneyOf(): Promise<bigint> {
    const { rows } = await database.query<Moment>(MOMENT)
    const linked = await Promise.all(parties.map((party) => world.linkedMinor(party)))
    return (
      linked.reduce((sum, amount) => sum + amount, 0n) +
      rows.reduce((sum, { held, unclaimed }) => sum + held + unclaimed, 0n)
    )
  }
})

interface Moment {
  readonly issuer: string
  readonly supply: bigint
  readonly backing: bigint
  readonly owed: bigint
  readonly unclaimed: bigint
  readonly held: bigint
}

const LEDGER_SUM = (name: string) => `
  (SELECT coalesce(sum(g.amount_minor), 0)::bigint
     FROM (SELECT account, amount_minor FROM general_ledger_totals
           UNION ALL SELECT account, amount_minor FROM general_ledger_deltas) g
    WHERE g.account = 'tokens:' || i.institution_id || ':${name}') AS ${name}`

const MOMENT = `
  SELECT i.institution_id::text AS issuer, ${['supply', 'backing', 'owed', 'unclaimed'].map(LEDGER_SUM).join(', ')},
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
    LEFT JOIN builtin_ledger_accounts b ON b.institution_id = d.book_id AND b.account_id = d.account_id
   WHERE d.account_id = $1::uuid`

/** A refusal by a rule of tokens is an answer; anything else is not. */
async function refusable(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Problem && error.reason?.startsWith('tokens.') === true)) throw error
  }
}
