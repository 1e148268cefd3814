import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { isEnd, type Movement, TRANSFER_STATES } from '../movement.ts'
import { depositWith, redemptionWith, storeMovements, transferWith } from '../movements.fixture.ts'
import { findMovement, findMovementByReference, findVisibleMovement } from './read-movements.ts'

const AT = new Date('2026-11-16T07:01:02.345Z')

/** Every field set at least once, with characters that COPY, JSON and arrays escape. */
const STORED: Readonly<Record<string, Movement>> = {
  'a deposit as it is created': depositWith(),
  'a deposit with work under way': depositWith({
    state: 'MINTING',
    work: {
      fundsReference: 'a"b\\c\td',
      op: { opId: '01970000-0000-7000-8000-0000000000c1', leg: 'MINT', tries: 3 },
    },
    nextAt: AT,
    journalIds: ['01970000-0000-7000-8000-0000000000d1', '01970000-0000-7000-8000-0000000000d2'],
    version: 4,
  }),
  'a deposit that failed': depositWith({
    state: 'FAILED',
    outcome: { reasonCode: 'LEDGER_REFUSED', isoReason: 'AB04' },
    finalAt: AT,
    content: Buffer.from(Array.from({ length: 32 }, (_, index) => index * 8)),
  }),
  'a deposit whose outcome has no ISO reason': depositWith({
    state: 'FAILED',
    outcome: { reasonCode: 'FUNDS_UNCLAIMED' },
    finalAt: AT,
  }),
  'a redemption': redemptionWith({
    state: 'CREDIT_RETRY',
    resolvedBy: 'SOLE_ACCOUNT',
    work: { refundReference: 'r', holdId: 'h', isBurned: true },
    nextAt: AT,
  }),
  'an immediate transfer': transferWith(),
  'a decided transfer of two phases': transferWith({
    state: 'ABORTED',
    beneficiaryName: 'Ünï\tcödé \\N "{}" ☂',
    isTwoPhase: true,
    committer: 'PAYEE',
    expiresAt: AT,
    decision: { action: 'ABORT', by: 'PAYER', at: AT },
    remittanceInfo: 'invoice 7\\8\nline',
    endToEndId: 'e2e-1',
    payeeJournalId: '01970000-0000-7000-8000-0000000000d3',
    outcome: { reasonCode: 'TRANSFER_ABORTED', isoReason: 'CUST' },
    finalAt: AT,
  }),
}

onDatabase('movements in the database', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await storeMovements(database, ...Object.values(STORED))
  })

  for (const [title, movement] of Object.entries(STORED)) {
    test(`${title} is read as it was written`, async () => {
      assert.deepEqual(await findMovement(database, movement.kind, movement.movementId), movement)
      const { rows } = await database.query(
        `SELECT is_open FROM token_movements WHERE institution_id = $1 AND movement_id = $2::uuid`,
        [movement.bookId, movement.movementId],
      )
      assert.deepEqual(rows, [{ is_open: !isEnd(movement.state) }])
    })
  }

  test('a movement of another kind is not found by its id', async () => {
    const { movementId } = STORED['a redemption'] as Movement
    assert.equal(await findMovement(database, 'DEPOSIT', movementId), undefined)
  })

  test('an id that is none names nothing', async () => {
    assert.equal(await findMovement(database, 'DEPOSIT', "x'; --"), undefined)
  })

  test('a movement is found by the reference of its partner and kind', async () => {
    const redemption = STORED['a redemption'] as Movement
    assert.deepEqual(await findMovementByReference(database, 'REDEMPTION', redemption), redemption)
    assert.equal(await findMovementByReference(database, 'DEPOSIT', redemption), undefined)
    const ofAnother = { partnerId: 'PARTNER-2', ref: redemption.ref }
    assert.equal(await findMovementByReference(database, 'REDEMPTION', ofAnother), undefined)
  })

  test('a partner sees its own movements only', async () => {
    for (const movement of Object.values(STORED)) {
      const { kind, movementId } = movement
      assert.deepEqual(await findVisibleMovement(database, kind, 'PARTNER-1', movementId), movement)
      assert.equal(await findVisibleMovement(database, kind, 'PARTNER-3', movementId), undefined)
    }
    const deposit = STORED['a deposit as it is created'] as Movement
    assert.equal(await findVisibleMovement(database, 'DEPOSIT', 'PARTNER-2', deposit.movementId), undefined)
  })

  test('the payee sees a transfer from RESERVED on', async () => {
    const transfers = TRANSFER_STATES.map((state) => transferWith({ state }))
    await storeMovements(database, ...transfers)
    const seen: string[] = []
    for (const { movementId, state } of transfers) {
      if ((await findVisibleMovement(database, 'TRANSFER', 'PARTNER-2', movementId)) !== undefined) seen.push(state)
    }
    const unseen = new Set(['RECEIVED', 'REJECTED'])
    assert.deepEqual(
      seen,
      TRANSFER_STATES.filter((state) => !unseen.has(state)),
    )
  })
})
