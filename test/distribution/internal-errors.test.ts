// The central database of distributed books ends a statement or a commit with an internal error (XX000) that says nothing of what
// it stands for. Callers are told that the outcome is unknown, and the same request tells the truth later.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Database } from '../../src/platform/storage/database.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { DigitalPartner, requestOf, USD } from '../support/digital/digital-partner.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Lender } from '../support/lending/lender.ts'
import { ON_ONE_SERVER } from '../support/machine/citus.ts'
import { recordCatalogue } from '../support/machine/recorded-catalogue.ts'

const ENDLESS = 1_000_000

// A sequence is not rolled back, so it counts the statements that failed.
const TROUBLE = `
  CREATE TABLE trouble (most bigint);
  INSERT INTO trouble VALUES (0);
  CREATE SEQUENCE trouble_met;
  CREATE FUNCTION meet_trouble() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF nextval('trouble_met') <= (SELECT most FROM trouble) THEN
      RAISE EXCEPTION 'could not find the shard' USING ERRCODE = 'XX000';
    END IF;
    RETURN NEW;
  END $$`

describe('an internal error of distributed books', ON_ONE_SERVER, () => {
  let store: Store
  let gateway: Gateway
  let database: Database
  let accountId: string
  let loanId: string
  const partner = new DigitalPartner(() => gateway.url)
  const lender = new Lender(() => gateway.url)

  before(async () => {
    store = await createSandboxStore('postgres')
    const url = store.env.DATABASE_URL ?? ''
    database = openPostgres(url, { connections: 2 })
    await recordCatalogue(database, url)
    await database.query(TROUBLE)
    gateway = await startGateway(store)
    accountId = (await partner.holder()).accountId
    loanId = await lender.disbursed()
  })
  after(async () => {
    await gateway?.stop()
    await database?.close()
    await store?.remove()
  })
  beforeEach(() => meet(0))

  const meet = (most: number) => database.query(`UPDATE trouble SET most = ${most}; ALTER SEQUENCE trouble_met RESTART`)

  /** Each sends one new order, as often as it is called. */
  const orders = {
    'a tokenized deposit': () => {
      const route = 'POST /tokenized-deposits'
      const order = requestOf(route, { tokenAmount: USD(5), digitalAssetAccount: { id: accountId } })
      return () => partner.call(route, order)
    },
    'a repayment': () => {
      const key = { 'idempotency-key': `trouble-${++keys}` }
      const body = { amount: 3, reason: 'a part' }
      return () => lender.call(`POST /loans/${loanId}/repayments/partial`, body, key)
    },
  }
  let keys = 0
  const held = {
    'a tokenized deposit': async () => (await partner.balances(accountId)).asset,
    'a repayment': async () => {
      const { balances } = await lender.ok(`GET /loans/${loanId}`)
      return balances.repaid.principal + balances.repaid.interest + balances.repaid.fees
    },
  }
  const ROWS: [order: keyof typeof orders, table: string, moves: number][] = [
    ['a tokenized deposit', 'token_movements', 5],
    ['a repayment', 'loan_events', 3],
  ]
  const TIMES = [
    ['while it writes', (table: string) => `CREATE TRIGGER trouble BEFORE INSERT ON ${table} FOR EACH ROW`],
    [
      'while it commits',
      (table: string) =>
        `CREATE CONSTRAINT TRIGGER trouble AFTER INSERT ON ${table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW`,
    ],
  ] as const

  for (const [order, table, moves] of ROWS)
    for (const [time, trigger] of TIMES)
      describe(`met by ${order} ${time}`, () => {
        before(() => database.query(`${trigger(table)} EXECUTE FUNCTION meet_trouble()`))
        after(() => database.query(`DROP TRIGGER trouble ON ${table}`))

        test('without end is answered 504, and the same request is carried out once it is over', async () => {
          const before = await held[order]()
          const send = orders[order]()
          await meet(ENDLESS)
          const unknown = await send()
          assert.equal(unknown.status, 504, unknown.text)
          assert.doesNotMatch(unknown.text, /shard/)
          await meet(0)
          const done = await send()
          assert.deepEqual([done.status, done.replayed], [200, false], done.text)
          const again = await send()
          assert.deepEqual([again.status, again.replayed], [200, true], again.text)
          assert.equal((await held[order]()) - before, moves)
        })

        test('once is not noticed by the caller', async () => {
          const before = await held[order]()
          await meet(1)
          const done = await orders[order]()()
          assert.equal(done.status, 200, done.text)
          assert.equal((await held[order]()) - before, moves)
        })
      })

  test('leaves the books right', async () => {
    assert.equal(await gateway.stop(), 0)
    const { output } = await runTillgate(store, ['verify'])
    assert.match(output, /^the books are right/m, output)
  })
})
