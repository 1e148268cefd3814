// Makes tokens that are stuck, and acts on them as an operator does.

import assert from 'node:assert/strict'
import { readTokenExceptions } from '../../../src/tokens/exceptions/exception-records.ts'
import type { TokenAction, TokenExceptionRecord } from '../../../src/tokens/exceptions/token-exception.ts'
import type { RequestedAction } from '../../../src/tokens/exceptions/token-exceptions.ts'
import type { LedgerName } from '../../../src/tokens/ledgers/ledger-names.ts'
import type { Movement } from '../../../src/tokens/movements/movement.ts'
import { findMovement } from '../../../src/tokens/movements/reading/read-movements.ts'
import { isRefused } from '../../../src/tokens/movements/saga/steps.ts'
import {
  addAccount,
  depositOrder,
  type Party,
  redemptionOrder,
  resolutionOrder,
  type TokenBank,
  TWO_PHASE,
  transferOrder,
} from './token-bank.ts'
import type { TokenWorld } from './token-world.ts'

export const OPERATOR = { principal: { scope: {} }, actor: { userId: 'u', email: 'op@example.com' } }

export class StuckTokens {
  readonly #world: TokenWorld
  readonly #bank: TokenBank

  constructor(world: TokenWorld, bank: TokenBank) {
    this.#world = world
    this.#bank = bank
  }

  async funded(ledger: LedgerName, tokens = 1_000n, partnerId?: string): Promise<Party> {
    const party = await this.#world.party(this.#bank, { ledger, ...(partnerId !== undefined && { partnerId }) })
    if (tokens > 0n) await this.#bank.movements.deposit(depositOrder(party, tokens))
    return party
  }

  async exceptionOf({ movementId }: Movement): Promise<TokenExceptionRecord> {
    const { database } = this.#bank
    const { rows } = await database.query<{ exception_id: string }>(
      'SELECT exception_id FROM token_exceptions WHERE movement_id = $1',
      [movementId],
    )
    assert.equal(rows.length, 1, 'one row per movement')
    const [found] = await readTokenExceptions(database, {}, [rows[0]?.exception_id ?? ''])
    assert.ok(found)
    return found
  }

  async act(
    movement: Movement,
    action: TokenAction,
    more: Partial<RequestedAction> = {},
    bank = this.#bank,
  ): Promise<TokenExceptionRecord> {
    const exception = await this.exceptionOf(movement)
    return bank.exceptions.resolve(OPERATOR, exception, {
      action,
      reason: 'seen',
      linkedAccountId: 'nowhere',
      externalReference: 'RTGS-1',
      ...more,
    })
  }

  async stored({ kind, movementId }: Movement): Promise<Movement> {
    const found = await findMovement(this.#bank.database, kind, movementId)
    assert.ok(found)
    return found
  }

  /** Lets the chain refuse until the movement has a refused leg whose next attempt is not due. */
  async refused(movement: Movement): Promise<Movement> {
    this.#world.chain.refused = 1
    for (let look = 0; look < 50; look++) {
      const now = await this.stored(movement)
      if (isRefused(now)) return now
      await this.#bank.coordinator.resumeAll()
      await this.#bank.coordinator.run()
      this.#world.pass(5)
    }
    return assert.fail(`never refused: ${JSON.stringify((await this.stored(movement)).work)}`)
  }

  /** A transfer whose leg was refused after it was decided to commit it. */
  async transfer(payer: Party, payee: Party): Promise<Movement> {
    const { movement } = await this.#bank.movements.transfer(transferOrder(payer, payee, 400n, { twoPhase: TWO_PHASE }))
    this.#bank.set({ answerWithinMs: 0 })
    this.#world.chain.refused = 1
    await this.#bank.movements.resolve(resolutionOrder(movement.movementId, 'COMMIT'))
    return this.refused(movement)
  }

  /** A transfer between chains, burned at the payer's, whose mint at the payee's is refused. */
  async burnedTransfer(payer: Party, payee: Party): Promise<Movement> {
    this.#world.chain.atomicBatches = false
    const { movement } = await this.#bank.movements.transfer(transferOrder(payer, payee, 400n, { twoPhase: TWO_PHASE }))
    this.#bank.set({ answerWithinMs: 0 })
    // The burn is on its way: what comes after it is refused.
    await this.#bank.movements.resolve(resolutionOrder(movement.movementId, 'COMMIT'))
    return this.refused(movement)
  }

  /** A transfer that an operator returns, and whose tokens are not minted again. */
  async returnedTransfer(payer: Party, payee: Party): Promise<Movement> {
    const stuck = await this.burnedTransfer(payer, payee)
    await this.act(stuck, 'RETURN')
    return this.refused(stuck)
  }

  /** A redemption whose linked account refuses the money, and whose tokens are not minted again. */
  async redemption(party: Party): Promise<Movement> {
    this.#bank.set({ answerWithinMs: 0 })
    const { movement } = await this.#bank.movements.redeem(redemptionOrder(party, 400n))
    await this.#world.block(party, true)
    const stuck = await this.refused(movement)
    await this.#world.block(party, false)
    return stuck
  }

  /** A deposit that is neither minted nor refunded; the linked account still refuses money. */
  async unclaimed(party: Party): Promise<Movement> {
    this.#bank.set({ answerWithinMs: 0 })
    this.#world.chain.refused = 1
    const { movement } = await this.#bank.movements.deposit(depositOrder(party, 250n))
    await this.#world.block(party, true)
    await this.#world.finish(this.#bank)
    return this.#failed(movement)
  }

  /** The same at a remote core, whose account takes money again. */
  async unclaimedAtCore(neighbour: Party, linkedAccountId: string): Promise<[Movement, Party]> {
    const party = await addAccount(this.#bank, neighbour, linkedAccountId)
    this.#bank.set({ answerWithinMs: 0 })
    this.#world.chain.refused = 1
    const { movement } = await this.#bank.movements.deposit(depositOrder(party, 250n))
    this.#world.core.balances.set(linkedAccountId, -1_000_000n)
    await this.#world.finish(this.#bank)
    const failed = await this.#failed(movement)
    this.#world.core.balances.set(linkedAccountId, 100_000n)
    return [failed, party]
  }

  async #failed(movement: Movement): Promise<Movement> {
    this.#world.chain.refused = 0
    const failed = await this.stored(movement)
    assert.deepEqual([failed.state, failed.outcome?.reasonCode], ['FAILED', 'FUNDS_UNCLAIMED'])
    return failed
  }
}
