// The operator's ways out of stuck tokens, action by action, and what each leaves in the books.

import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { OPERATOR, StuckTokens } from '../../../test/support/tokens/stuck-tokens.ts'
import {
  addAccount,
  holdingOf,
  PAYEE_PARTNER,
  type Party,
  seedTokenBank,
  type TokenBank,
} from '../../../test/support/tokens/token-bank.ts'
import { TokenWorld } from '../../../test/support/tokens/token-world.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { LedgerName } from '../ledgers/ledger-names.ts'
import { readPositions } from '../movements/checks/positions.ts'
import type { Movement } from '../movements/movement.ts'
import { isRefused } from '../movements/saga/steps.ts'
import { readTokenExceptions } from './exception-records.ts'
import type { TokenAction } from './token-exception.ts'

const ACTIONS: readonly TokenAction[] = ['RETRY', 'PAY_OUT', 'SETTLED_OUTSIDE', 'RETURN']
const refusal = (reason: string) => (error: unknown) =>
  error instanceof Problem && error.reason === `token-exceptions.${reason}`

onDatabase('a way out of stuck tokens', (_engine, open) => {
  let database: Database
  let world: TokenWorld
  let bank: TokenBank
  let tokens: StuckTokens
  let remote: Party

  before(async () => {
    database = (await open()).database
    await seedTokenBank(database)
    world = new TokenWorld(database)
    bank = await world.open()
    tokens = new StuckTokens(world, bank)
    remote = await world.party(bank, { ledger: 'simulated', externalId: 'FI001', linkedAccountId: 'first' })
  })

  beforeEach(() => {
    Object.assign(world.chain, { blockMs: 1, refused: 0, atomicBatches: true, nativeHolds: true })
    world.core.nextResults = []
    world.core.otherwise = 'answered'
    bank.set({ answerWithinMs: 2_000 })
  })

  const funded: StuckTokens['funded'] = (...wanted) => tokens.funded(...wanted)
  const exceptionOf = (movement: Movement) => tokens.exceptionOf(movement)
  const stored = (movement: Movement) => tokens.stored(movement)
  const act: StuckTokens['act'] = (...asked) => tokens.act(...asked)

  const unclaimedOf = async (party: Party) => {
    const [position] = await readPositions(database, party)
    return position?.unclaimedMinor
  }

  describe('RETURN gives a transfer back to its payer', () => {
    const ROWS: [title: string, ledgers: [LedgerName, LedgerName], chain: object, isBurned: boolean][] = [
      ['both legs refused on one chain', ['simulated', 'simulated'], {}, false],
      ['the burn refused', ['simulated', 'simulated'], { atomicBatches: false }, false],
      ['both legs refused, on a chain without holds', ['simulated', 'simulated'], { nativeHolds: false }, false],
      ['the mint refused after a burn on the built-in ledger', ['builtin', 'simulated'], {}, true],
      ['the mint refused after a burn on another chain', ['simulated', 'simulated'], { atomicBatches: false }, true],
    ]
    for (const [title, [own, other], chain, isBurned] of ROWS) {
      test(title, async () => {
        Object.assign(world.chain, chain)
        const payer = await funded(own)
        const payee = await funded(other, 0n, PAYEE_PARTNER)
        const isOnTwoChains = isBurned && own === 'simulated'
        const stuck = await (isOnTwoChains ? tokens.burnedTransfer(payer, payee) : tokens.transfer(payer, payee))
        assert.equal(stuck.work.isBurned === true, isBurned)
        await assert.rejects(act(stuck, 'PAY_OUT'), refusal('action-not-possible'))
        await assert.rejects(act(stuck, 'SETTLED_OUTSIDE'), refusal('action-not-possible'))
        world.chain.refused = 0
        const first = await act(stuck, 'RETURN')
        // The lock goes when the return is final, not before.
        if (first.state === 'OPEN') {
          assert.equal((await stored(stuck)).state, 'RETURNING')
          assert.equal((await holdingOf(bank, payer)).locked, 400n)
          await assert.rejects(act(stuck, 'RETURN'), refusal('action-not-possible'))
        }
        await world.finish(bank)
        const end = await stored(stuck)
        assert.ok(end.kind === 'TRANSFER')
        assert.deepEqual(
          [end.state, end.outcome, end.decision?.action, end.journalIds, end.payeeJournalId],
          ['RETURNED', { reasonCode: 'LEDGER_REFUSED', isoReason: 'AB04' }, 'COMMIT', [], undefined],
        )
        const { asset, locked } = await holdingOf(bank, payer)
        assert.deepEqual([asset, locked, (await holdingOf(bank, payee)).asset], [1_000n, 0n, 0n])
        const { state, resolution } = await exceptionOf(stuck)
        assert.deepEqual([state, resolution?.action, resolution?.by], ['RESOLVED', 'RETURN', 'op@example.com'])
        for (const action of ACTIONS) await assert.rejects(act(stuck, action), refusal('already-resolved'))
        await world.assertLedgersAgree()
      })
    }

    test('not while an attempt is under way', async () => {
      const payer = await funded('simulated')
      const stuck = await tokens.transfer(payer, await funded('simulated', 0n, PAYEE_PARTNER))
      Object.assign(world.chain, { refused: 0, blockMs: 600_000 })
      assert.equal((await act(stuck, 'RETRY')).state, 'OPEN')
      const attempt = await stored(stuck)
      assert.deepEqual([isRefused(attempt), attempt.state], [false, 'COMMITTING'])
      await assert.rejects(act(stuck, 'RETURN'), refusal('action-not-possible'))
      // RETRY looks at the attempt again, and starts no other.
      await act(stuck, 'RETRY')
      assert.equal((await stored(stuck)).work.op?.opId, attempt.work.op?.opId)
      world.pass(10 * 600_000)
      world.chain.blockMs = 1
      await world.finish(bank)
      assert.equal((await stored(stuck)).state, 'COMMITTED')
      assert.equal((await exceptionOf(stuck)).resolution?.action, 'SETTLED')
    })

    test('and RETRY tries at once what is due later', async () => {
      const payer = await funded('simulated')
      const stuck = await tokens.transfer(payer, await funded('simulated', 0n, PAYEE_PARTNER))
      world.chain.refused = 0
      bank.set({ answerWithinMs: 5_000 })
      const done = await act(stuck, 'RETRY')
      assert.deepEqual([done.state, (await stored(stuck)).state], ['RESOLVED', 'COMMITTED'])
    })
  })

  describe('tokens that are burned and cannot be minted again', () => {
    async function stuckReturn(): Promise<[Movement, Party]> {
      const payer = await funded('simulated')
      return [await tokens.returnedTransfer(payer, await funded('simulated', 0n, PAYEE_PARTNER)), payer]
    }

    async function stuckRedemption(): Promise<[Movement, Party]> {
      const party = await funded('simulated')
      return [await tokens.redemption(party), party]
    }

    for (const [title, make] of [
      ['of a returned transfer', stuckReturn],
      ['of a redemption', stuckRedemption],
    ] as const) {
      test(`${title} are paid out to an account of the institution`, async () => {
        const [stuck, party] = await make()
        assert.equal(stuck.state, 'RETURNING')
        const linked = await world.linkedMinor(party)
        await assert.rejects(act(stuck, 'RETURN'), refusal('action-not-possible'))
        // An account that cannot take it leaves everything as it is.
        await assert.rejects(act(stuck, 'PAY_OUT'), refusal('account-refused'))
        assert.equal((await stored(stuck)).state, 'RETURNING')
        const { id } = await exceptionOf(stuck)
        const paid = await act(stuck, 'PAY_OUT', { linkedAccountId: party.linkedAccountId })
        assert.deepEqual(
          [paid.id, paid.kind, paid.state, paid.resolution?.action],
          [id, 'FUNDS_UNCLAIMED', 'RESOLVED', 'PAY_OUT'],
        )
        const end = await stored(stuck)
        assert.deepEqual([end.state, end.outcome], ['RETURNED', { reasonCode: 'FUNDS_UNCLAIMED' }])
        const { asset, locked } = await holdingOf(bank, party)
        assert.deepEqual([asset, locked, await unclaimedOf(party)], [600n, 0n, 0n])
        assert.equal(await world.linkedMinor(party), linked + 400n)
        await world.assertLedgersAgree()
      })

      test(`${title} are settled outside`, async () => {
        const [stuck, party] = await make()
        const settled = await act(stuck, 'SETTLED_OUTSIDE', { externalReference: 'RTGS-9' })
        assert.deepEqual(
          [settled.state, settled.resolution?.action, settled.resolution?.externalReference],
          ['RESOLVED', 'SETTLED_OUTSIDE', 'RTGS-9'],
        )
        assert.deepEqual([(await holdingOf(bank, party)).asset, await unclaimedOf(party)], [600n, 0n])
      })
    }
  })

  describe('unclaimed money', () => {
    async function unclaimed(): Promise<[Movement, Party]> {
      const party = await funded('simulated', 0n)
      const failed = await tokens.unclaimed(party)
      assert.equal(await unclaimedOf(party), 250n)
      return [failed, party]
    }

    test('is paid to the linked account once that takes it, and once only', async () => {
      const [failed, party] = await unclaimed()
      const linked = await world.linkedMinor(party)
      await assert.rejects(act(failed, 'RETURN'), refusal('action-not-possible'))
      await assert.rejects(act(failed, 'RETRY'), refusal('account-refused'))
      assert.equal((await exceptionOf(failed)).pending, undefined)
      await world.block(party, false)
      const both = await Promise.allSettled([act(failed, 'RETRY'), act(failed, 'SETTLED_OUTSIDE')])
      assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal(await unclaimedOf(party), 0n)
      const { resolution } = await exceptionOf(failed)
      assert.equal(await world.linkedMinor(party), resolution?.action === 'RETRY' ? linked + 250n : linked)
      assert.match(resolution?.journalId ?? '', /^[0-9a-f-]{36}$/)
      // The movement stays as it ended.
      assert.deepEqual(await stored(failed), failed)
    })

    test('is paid to another account of the institution, not of another one', async () => {
      const [failed, party] = await unclaimed()
      bank.set({ answerWithinMs: 5_000 })
      const other = await addAccount(bank, party)
      const stranger = await funded('simulated', 0n)
      for (const linkedAccountId of [stranger.linkedAccountId, party.accountId, party.linkedAccountId])
        await assert.rejects(act(failed, 'PAY_OUT', { linkedAccountId }), refusal('account-refused'))
      const before = await world.linkedMinor(other)
      assert.equal((await act(failed, 'PAY_OUT', { linkedAccountId: other.linkedAccountId })).state, 'RESOLVED')
      assert.equal(await world.linkedMinor(other), before + 250n)
    })

    test('needs an account for PAY_OUT and a reference for SETTLED_OUTSIDE', async () => {
      const [failed] = await unclaimed()
      await assert.rejects(act(failed, 'PAY_OUT', { linkedAccountId: undefined }), { kind: 'invalid' })
      await assert.rejects(act(failed, 'SETTLED_OUTSIDE', { externalReference: undefined }), { kind: 'invalid' })
      await act(failed, 'SETTLED_OUTSIDE')
    })

    test('at a remote core: nothing else while a payment is unknown, and paid once when its answer is lost', async () => {
      const [failed, party] = await tokens.unclaimedAtCore(remote, 'core-1')
      world.core.nextResults = ['unanswered']
      world.core.otherwise = 'lost'
      const asked = await act(failed, 'RETRY')
      assert.deepEqual(
        [asked.state, asked.pending?.action, asked.pending?.linkedAccountId],
        ['OPEN', 'RETRY', 'core-1'],
      )
      for (const action of ['RETRY', 'PAY_OUT', 'SETTLED_OUTSIDE'] as const)
        await assert.rejects(act(failed, action, { linkedAccountId: 'core-1' }), refusal('payment-under-way'))
      world.core.otherwise = 'answered'
      world.pass(60_000)
      const node = await world.open()
      await Promise.all([node.payments.run(), bank.payments.run()])
      assert.deepEqual(
        [(await exceptionOf(failed)).resolution?.action, await world.linkedMinor(party)],
        ['RETRY', 100_250n],
      )
      await node.close()
    })

    test('at a remote core: refused, it is open again, and only a new reference can succeed', async () => {
      const [failed, party] = await tokens.unclaimedAtCore(remote, 'core-2')
      world.core.balances.set('core-2', -1_000_000n)
      await assert.rejects(act(failed, 'RETRY'), refusal('account-refused'))
      const { state, pending, movement } = await exceptionOf(failed)
      assert.deepEqual([state, pending, movement?.attempts], ['OPEN', undefined, 2])
      world.core.balances.set('core-2', 100_000n)
      assert.equal((await act(failed, 'RETRY')).state, 'RESOLVED')
      assert.equal(await world.linkedMinor(party), 100_250n)
    })
  })

  test('a payment that the remote core rejects as malformed is cancelled there, and another way is open', async () => {
    const [failed] = await tokens.unclaimedAtCore(remote, 'core-3')
    world.core.nextResults = ['rejected']
    await assert.rejects(act(failed, 'RETRY'), refusal('account-refused'))
    assert.equal((await act(failed, 'SETTLED_OUTSIDE')).state, 'RESOLVED')
  })

  test('drift is compared again, and no other action fits', async () => {
    const party = await funded('simulated')
    await database.query(
      `INSERT INTO token_exceptions (institution_id, exception_id, account_id, kind, detail, recorded_at)
       VALUES ($1, gen_random_uuid(), $2, 'DRIFT', 'differs', now())`,
      [party.bookId, party.accountId],
    )
    const read = async () => {
      const { rows } = await database.query<{ exception_id: string }>(
        'SELECT exception_id FROM token_exceptions WHERE account_id = $1',
        [party.accountId],
      )
      const [found] = await readTokenExceptions(database, {}, [rows[0]?.exception_id ?? ''])
      assert.ok(found)
      return found
    }
    const found = await read()
    assert.deepEqual([found.kind, found.account, found.movement], ['LEDGER_DRIFT', { id: party.accountId }, undefined])
    for (const action of ACTIONS.slice(1))
      await assert.rejects(
        bank.exceptions.resolve(OPERATOR, found, { action, reason: 'x', linkedAccountId: 'a', externalReference: 'b' }),
        refusal('action-not-possible'),
      )
    const compared = await bank.exceptions.resolve(OPERATOR, found, { action: 'RETRY', reason: 'x' })
    assert.deepEqual([compared.state, compared.resolution?.action], ['RESOLVED', 'SETTLED'])
  })

  test('drift of a supply is compared again', async () => {
    const party = await funded('simulated')
    const { rows } = await database.query<{ exception_id: string }>(
      `INSERT INTO token_exceptions (institution_id, exception_id, asset_id, kind, detail, recorded_at)
       VALUES ($1, gen_random_uuid(), $2, 'DRIFT', 'differs', now()) RETURNING exception_id`,
      [party.bookId, `${party.institutionId}:USD`],
    )
    // What has just moved might be the difference.
    world.pass(60_000)
    const [found] = await readTokenExceptions(database, {}, [rows[0]?.exception_id ?? ''])
    assert.ok(found)
    assert.deepEqual([found.kind, found.account, found.movement], ['LEDGER_DRIFT', undefined, undefined])
    const compared = await bank.exceptions.resolve(OPERATOR, found, { action: 'RETRY', reason: 'x' })
    assert.deepEqual([compared.state, compared.resolution?.action], ['RESOLVED', 'SETTLED'])
  })

  test('what operators did is audited', async () => {
    const { rows } = await database.query<{ actions: bigint }>(
      `SELECT count(DISTINCT after::jsonb ->> 'action') AS actions FROM audit_log WHERE action = 'exception.resolve'`,
    )
    assert.equal(Number(rows[0]?.actions), 4)
  })

  test('after all of this the books verify', () => world.assertBooks())
})
