// Exceptions of tokens as partners are told of them: opened and resolved once each, to the partner whose they are.

import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { Check } from 'typebox/value'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import {
  depositOrder,
  PARTNER,
  PAYEE_PARTNER,
  type Party,
  seedTokenBank,
  type TokenBank,
} from '../../../../test/support/tokens/token-bank.ts'
import { TokenWorld } from '../../../../test/support/tokens/token-world.ts'
import { EVENT_KINDS } from '../../../administration/events/event-kinds.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { tellTokenExceptions } from './tell-token-exceptions.ts'

interface Told {
  readonly kind: 'exception.opened' | 'exception.resolved'
  readonly partner_id: string
  readonly data: { readonly exceptionId: string; readonly kind: string; readonly state: string }
}

onDatabase('exceptions of tokens', (_engine, open) => {
  let database: Database
  let world: TokenWorld
  let bank: TokenBank
  let party: Party
  const nowMs = Date.UTC(2026, 0, 15)

  before(async () => {
    database = (await open()).database
    await seedTokenBank(database)
    world = new TokenWorld(database)
    bank = await world.open()
  })
  beforeEach(async () => {
    party = await world.party(bank, { partnerId: PAYEE_PARTNER })
    await database.query('DELETE FROM token_exceptions')
    await database.query('DELETE FROM told_token_exceptions')
    await database.query('DELETE FROM event_outbox')
  })

  async function opened(kind: string, of: { movementId?: string; accountId?: string }): Promise<string> {
    const { rows } = await database.query<{ exception_id: string }>(
      `INSERT INTO token_exceptions (institution_id, exception_id, account_id, movement_id, kind, detail, recorded_at)
       VALUES ($1, gen_random_uuid(), $2, $3, $4, 'of operators alone', now()) RETURNING exception_id`,
      [party.bookId, of.accountId ?? null, of.movementId ?? null, kind],
    )
    return rows[0]?.exception_id ?? ''
  }

  const end = (id: string) =>
    database.query(
      `UPDATE token_exceptions SET ended_at = now(), action = 'RETRY', reason = 'ours' WHERE exception_id = $1`,
      [id],
    )

  async function told(): Promise<Told[]> {
    await Promise.all([tellTokenExceptions(database, nowMs), tellTokenExceptions(database, nowMs)])
    const { rows } = await database.query<Told>('SELECT kind, partner_id, data FROM event_outbox ORDER BY position')
    for (const { kind, data } of rows) {
      assert.ok(Check(EVENT_KINDS[kind].data, data), JSON.stringify(data))
      assert.doesNotMatch(JSON.stringify(data), /operators|ours/)
    }
    return rows
  }

  test('a movement: its partner is told when it opens and when it ends, once each and in this order', async () => {
    const { movement } = await bank.movements.deposit(depositOrder(party, 1_000n))
    const id = await opened('LEG_FAILED', { movementId: movement.movementId })
    assert.deepEqual(
      (await told()).map(({ kind, partner_id, data }) => [kind, partner_id, data.exceptionId, data.kind, data.state]),
      [['exception.opened', PAYEE_PARTNER, id, 'LEG_FAILED', 'OPEN']],
    )
    await end(id)
    const both = await told()
    assert.deepEqual(
      both.map(({ kind, data }) => [kind, data.state]),
      [
        ['exception.opened', 'OPEN'],
        ['exception.resolved', 'RESOLVED'],
      ],
    )
    assert.partialDeepStrictEqual(both[1]?.data, {
      movement: { type: 'TOKENIZED_DEPOSIT', id: movement.movementId, amount: 10, currency: 'USD' },
      resolution: { action: 'RETRY' },
    })
    assert.equal((await told()).length, 2)
  })

  test('drift of an account is told to the partner of the account, that of a supply to those of the institution', async () => {
    await opened('DRIFT', { accountId: party.accountId })
    await opened('DRIFT', {})
    const rows = await told()
    assert.deepEqual(
      rows.map(({ partner_id, data }) => [partner_id, data.kind, 'accountId' in data]).toSorted(),
      [
        [PAYEE_PARTNER, 'LEDGER_DRIFT', false],
        [PAYEE_PARTNER, 'LEDGER_DRIFT', true],
      ].toSorted(),
    )
    assert.ok(rows.every(({ partner_id }) => partner_id !== PARTNER))
  })

  test('one that ends before a sweep comes across it is not told at all', async () => {
    await end(await opened('DRIFT', { accountId: party.accountId }))
    assert.deepEqual(await told(), [])
  })
})
