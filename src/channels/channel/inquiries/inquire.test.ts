import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { openAccounts } from '../../../../test/support/bank/postings.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import type { BankReading } from '../../core/builtin/books/bank-reading.ts'
import { InquiryDesk } from './inquire.ts'
import type { Inquiry } from './inquiry.ts'

const NOW_MS = Date.parse('2026-03-10T12:00:00Z')
const TODAY = '20260310'

interface Shown {
  readonly code: string
  readonly balance?: bigint | undefined
  readonly held?: bigint | undefined
}

onDatabase('the inquiry desk', (_engine, open) => {
  let database: Database
  let desk: InquiryDesk

  before(async () => {
    database = (await open()).database
    await openAccounts(database, ['A', 'B'], TODAY)
  })

  beforeEach(async () => {
    await emptyTables(database, 'inquiries')
    desk = deskOn(database)
  })

  function deskOn(store: Database): InquiryDesk {
    return new InquiryDesk({ database: store, clock: { now: () => NOW_MS }, businessDateOf: () => TODAY })
  }

  function inquiry(accountId: string, changes: Partial<Inquiry<Shown>> = {}): Inquiry<Shown> {
    return {
      institutionId: 'FI001',
      partnerId: 'P1',
      rrn: '000000000001',
      type: 'BALANCEINQUIRY',
      accountId,
      terminalId: 'ATM1',
      maskedPan: '400000******0010',
      correlationId: '00000000-0000-4000-8000-000000000000',
      receivedAtMs: NOW_MS - 12,
      authorised: true,
      answer: (reading) => shown(reading, accountId),
      ...changes,
    }
  }

  function shown(reading: BankReading, accountId: string): Shown {
    const account = reading.account(accountId)
    return account === undefined
      ? { code: '114' }
      : { code: '000', balance: account.balanceMinor, held: account.heldMinor }
  }

  async function recordedInquiries(): Promise<Record<string, unknown>[]> {
    const { rows } = await database.query(
      `SELECT rrn, type, account_id, terminal_id, masked_pan, response_code, auth_id ~ '^[0-9A-Z]{6}$' AS auth_id,
              business_date, recorded_at, latency_ms
         FROM inquiries ORDER BY account_id, inquiry_id`,
    )
    return rows
  }

  test('answers an inquiry and records it with its code', async () => {
    assert.deepEqual(await desk.ask(inquiry('A')), { code: '000', balance: 100_000n, held: 0n })
    assert.deepEqual(await recordedInquiries(), [
      {
        rrn: '000000000001',
        type: 'BALANCEINQUIRY',
        account_id: 'A',
        terminal_id: 'ATM1',
        masked_pan: '400000******0010',
        response_code: '000',
        auth_id: true,
        business_date: TODAY,
        recorded_at: new Date(NOW_MS),
        latency_ms: 12,
      },
    ])
  })

  test('an authorization id is recorded only when the answer carries one', async () => {
    await desk.ask(inquiry('A', { authorised: false }))
    await desk.ask(inquiry('NOBODY'))
    assert.deepEqual(
      (await recordedInquiries()).map((row) => [row.account_id, row.response_code, row.auth_id]),
      [
        ['A', '000', null],
        ['NOBODY', '114', null],
      ],
    )
  })

  test('concurrent inquiries each get their own answer and authorization id', async () => {
    const given: string[] = []
    const asked = Array.from({ length: 30 }, (_, i) => {
      const accountId = i % 2 === 0 ? 'A' : 'NOBODY'
      return inquiry(accountId, {
        answer(reading, authId) {
          given.push(authId)
          return shown(reading, accountId)
        },
      })
    })
    const answers = await Promise.all(asked.map((one) => desk.ask(one)))
    assert.deepEqual(
      answers.map((answer) => answer.code),
      asked.map((_, i) => (i % 2 === 0 ? '000' : '114')),
    )
    assert.equal(new Set(given).size, 30)
    assert.equal((await recordedInquiries()).length, 30)
  })

  test('an inquiry that cannot be answered fails alone and is not recorded', async () => {
    const broken = inquiry('A', {
      answer() {
        throw new Error('on purpose')
      },
    })
    const [first, failed, last] = await Promise.allSettled(
      [inquiry('A'), broken, inquiry('B')].map((one) => desk.ask(one)),
    )
    assert.deepEqual([first?.status, failed?.status, last?.status], ['fulfilled', 'rejected', 'fulfilled'])
    assert.equal((await recordedInquiries()).length, 2)
  })

  test('a due hold is shown as available without being released', async () => {
    await database.query(
      `INSERT INTO holds SELECT 'FI001', gen_random_uuid(), 'B', gen_random_uuid(), amount, day, NULL
         FROM (VALUES (500, $1), (70, '20260311')) AS h (amount, day)`,
      [TODAY],
    )
    await database.query(`UPDATE accounts SET held_minor = 570 WHERE account_id = 'B'`)
    assert.equal((await desk.ask(inquiry('B'))).held, 70n)
    const { rows } = await database.query(`SELECT held_minor FROM accounts WHERE account_id = 'B'`)
    assert.deepEqual(rows, [{ held_minor: 570n }])
  })

  test('the accounts of a customer are those of this institution', async () => {
    await database.query(
      `INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability, branch_id)
       VALUES ('FI002', 'A', 'C', 'DDA', 'D', 'USD', '06', '001')`,
    )
    const found: string[] = []
    const { accountId: _, ...lookup } = inquiry('A')
    await desk.ask({
      ...lookup,
      customerId: 'C',
      answer(reading) {
        found.push(...reading.accountsOfCustomer('C').map((account) => account.accountId))
        return { code: '000' }
      },
    })
    assert.deepEqual(found, ['A', 'B'])
  })

  test('a moved clock does not keep an answer from being recorded', async () => {
    await desk.ask(inquiry('A', { receivedAtMs: 0 }))
    assert.equal((await recordedInquiries())[0]?.latency_ms, 2_147_483_647)
  })

  test('is drained once every inquiry is answered', async () => {
    let answered = 0
    for (let i = 0; i < 5; i++) desk.ask(inquiry('A')).then(() => answered++)
    await desk.drained()
    assert.equal(answered, 5)
  })
})

test('an inquiry is unavailable when the database cannot be reached', async () => {
  const desk = new InquiryDesk({
    database: openPostgres('postgres://postgres@127.0.0.1:1/postgres'),
    clock: { now: () => NOW_MS },
    businessDateOf: () => TODAY,
  })
  const asked = desk.ask({
    institutionId: 'FI001',
    partnerId: 'P1',
    rrn: '000000000001',
    type: 'BALANCEINQUIRY',
    correlationId: '00000000-0000-4000-8000-000000000000',
    receivedAtMs: NOW_MS,
    authorised: true,
    answer: () => ({ code: '000' }),
  })
  await assert.rejects(asked, (error) => error instanceof Problem && error.kind === 'unavailable')
})
