import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { openLoanBank } from '../../../test/support/lending/loan-bank.ts'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { ensureSystemRoles } from '../../administration/access/roles/system-roles.ts'
import { makeOrigination } from '../../app/wire/rooms/origination.ts'
import { verifyBooks } from '../../app/wire/verification.ts'
import { Wiring } from '../../app/wire/wiring.ts'
import { openLoanCatalogue } from '../../loans/products/loan-catalogue.ts'
import type { LoanBook } from '../../loans/servicing/book/loan-book.ts'
import { LendingTurns } from '../../loans/servicing/slices/lending-turns.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { MovableClock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { RuleBook } from '../../rules/rule-book.ts'
import { resetSandbox } from '../reset-sandbox.ts'
import { seedSandbox } from '../seeding/seed-sandbox.ts'
import { seedSandboxLoans } from './seed-sandbox-loans.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
const START_MS = Date.parse('2027-03-31T15:00:00Z')
const PARTNER = 'PARTNER01'
const STATES = {
  'sandbox-approved': ['APPROVED', undefined, 'CURRENT', 0],
  'sandbox-arrears': ['IN_ARREARS', undefined, '31-60', 4],
  'sandbox-charged-off': ['CHARGED_OFF', undefined, '180+', 3],
  'sandbox-closed': ['CLOSED', undefined, 'CURRENT', 5],
  'sandbox-current': ['ACTIVE', undefined, 'CURRENT', 5],
  'sandbox-hardship': ['ACTIVE', 'HARDSHIP', 'CURRENT', 7],
  'sandbox-late': ['IN_ARREARS', undefined, '1-30', 4],
  'sandbox-mortgage': ['ACTIVE', undefined, 'CURRENT', 4],
  'sandbox-restructured': ['ACTIVE', undefined, 'CURRENT', 5],
}
const APPLICATIONS = {
  'sandbox-approved': ['CONVERTED', 0],
  'sandbox-offered': ['OFFERED', 2],
  'sandbox-referred': ['REFERRED', 0],
  'sandbox-submitted': ['SUBMITTED', 0],
}

onDatabase('the loans of the sandbox', (engine, open) => {
  // A seeding takes seconds on the embedded engine. There the loans are made, resumed after a death, by two nodes at once, and
  // reset; what the calendar, the point of death, the products and the rules decide does not depend on the engine.
  const isQuick = engine === 'postgres'
  let database: Database
  let nodes: Node[]
  const base = { nowMs: START_MS, now: () => base.nowMs }

  before(async () => {
    database = (await open()).database
    await ensureSystemRoles(database)
    await database.transaction((sql) => seedSandbox(sql, { clock: base, secretBox }))
    nodes = [await openNode(), await openNode()]
  })
  after(async () => {
    for (const node of nodes ?? []) await node.close()
  })
  beforeEach(async () => {
    base.nowMs = START_MS
    await reset(false)
  })

  test('they are in the states that they are named for, each with its history, and the books are right', async () => {
    const [node] = nodes
    assert.equal(await seedSandboxLoans(node!.parts), true)
    await everythingIsThere()
    assert.equal(await seedSandboxLoans(node!.parts), false)
    await everythingIsThere()
    const { rows } = await database.query<{ late_fees: number }>(
      `SELECT count(*)::int AS late_fees FROM loans WHERE external_reference = 'sandbox-arrears'
          AND agreement -> 'terms' -> 'lateFee' IS NOT NULL`,
    )
    assert.equal(rows[0]?.late_fees, 1)
    const arrears = await positionOf('sandbox-arrears')
    assert.ok(arrears.charges.some(({ automatic, kind }) => automatic && kind === 'PENALTY'))
    assert.ok((await positionOf('sandbox-restructured')).versions.some(({ reason }) => reason === 'TERM_EXTENSION'))
    assert.equal((await positionOf('sandbox-closed')).balances.totalOutstandingMinor, 0n)
  })

  if (isQuick) {
    test('family A sees none of them: they have no customer, and there is no transaction', async () => {
      await seedSandboxLoans(nodes[0]!.parts)
      const { rows } = await database.query(
        `SELECT * FROM (SELECT count(*)::int AS customers FROM loans WHERE customer_id IS NOT NULL) AS c
          CROSS JOIN (SELECT count(*)::int AS transactions FROM transactions) AS t
          CROSS JOIN (SELECT count(*)::int AS shown FROM accounts WHERE account_id LIKE 'LN%' AND txn_capability <> '00') AS s`,
      )
      assert.deepEqual(rows[0], { customers: 0, transactions: 0, shown: 0 })
    })
  }

  for (const today of isQuick ? ['2028-02-29', '2027-12-31', '2027-07-30', '2027-03-01'] : []) {
    test(`they are the same in a sandbox made on ${today}`, async () => {
      base.nowMs = Date.parse(`${today}T15:00:00Z`)
      await seedSandboxLoans(nodes[0]!.parts)
      await everythingIsThere()
    })
  }

  test('a seeding that died in between is resumed, also on a later day, and makes nothing twice', async () => {
    const [node] = nodes
    for (const surviving of isQuick ? [0, 1, 7, 23] : [7]) {
      await reset(false)
      base.nowMs = START_MS
      let left = surviving
      const dying = (work: (...args: never[]) => Promise<unknown>) =>
        ((...args: never[]) => {
          if (left-- <= 0) throw new Error('the process died')
          return work(...args)
        }) as never
      const { loanBook } = node!.parts
      const mortal = { ...bookOf(loanBook), append: dying(loanBook.append.bind(loanBook)) }
      await assert.rejects(seedSandboxLoans({ ...node!.parts, loanBook: mortal }), /died/)
      await node!.bank.drained()
      base.nowMs += 3 * 86_400_000
      assert.equal(await seedSandboxLoans(nodes[1]!.parts), true)
      await everythingIsThere()
    }
  })

  test('two nodes that start at once make one set', async () => {
    await Promise.all(nodes.map(({ parts }) => seedSandboxLoans(parts)))
    await everythingIsThere()
  })

  test('a reset restores them', async () => {
    await seedSandboxLoans(nodes[0]!.parts)
    await database.query(`UPDATE loans SET external_reference = 'x'; DELETE FROM loan_offers`)
    await reset(true)
    await everythingIsThere()
  })

  if (isQuick) {
    test('what an older sandbox no longer offers is left out, and the rest is there', async () => {
      await database.query(`UPDATE loan_products SET is_active = false WHERE product_code = 'SME'`)
      await nodes[0]!.catalogue.reload()
      const warned: unknown[] = []
      const log = { warn: (details: object) => warned.push(details) }
      assert.equal(await seedSandboxLoans({ ...nodes[0]!.parts, log }), true)
      assert.equal(warned.length, 2)
      const { 'sandbox-restructured': _gone, ...others } = STATES
      assert.deepEqual(await states(), others)
      assert.equal(await seedSandboxLoans(nodes[0]!.parts), false)
    })

    test('without the decision table applications have no signals, and everything else is there', async () => {
      const rules = { get: () => undefined } as unknown as RuleBook
      const { database: sql, clock, directory } = nodes[0]!.parts
      const catalogue = { ...nodes[0]!.catalogue }
      const wiring = new Wiring()
      const parts = {
        database: sql,
        clock,
        directory,
        loanCatalogue: catalogue,
        rules,
        turns: new LendingTurns(),
        wiring,
      }
      const origination = makeOrigination(parts)
      await seedSandboxLoans({ ...nodes[0]!.parts, ...origination })
      await everythingIsThere()
    })

    test('a fault is thrown, and the next start goes on', async () => {
      const failing = async () => {
        throw new Problem('unavailable', 'the queue is full')
      }
      const loanBook = { ...bookOf(nodes[0]!.parts.loanBook), append: failing }
      await assert.rejects(seedSandboxLoans({ ...nodes[0]!.parts, loanBook }), /queue is full/)
      await seedSandboxLoans(nodes[0]!.parts)
      await everythingIsThere()
    })
  }

  type Node = Awaited<ReturnType<typeof openNode>>

  async function openNode() {
    const bank = await openLoanBank(database, { clock: base })
    const catalogue = await openLoanCatalogue({ database })
    const { directory, clock, book: loanBook } = bank
    const assessment = { riskGrade: 'C', recommendation: 'REFER', reasons: ['SCORE_LOW'] }
    const rules = { get: () => ({ mode: 'compiled', evaluate: () => assessment }) } as unknown as RuleBook
    const wiring = new Wiring()
    const turns = new LendingTurns()
    const origination = makeOrigination({ database, clock, directory, loanCatalogue: catalogue, rules, turns, wiring })
    return {
      bank,
      catalogue,
      parts: { database, clock, directory, products: catalogue.products, loanBook, ...origination },
      async close() {
        catalogue.close()
        await bank.close()
      },
    }
  }

  async function reset(withLoans: boolean) {
    const [node] = nodes
    await resetSandbox(database, {
      clock: new MovableClock(base),
      secretBox,
      directory: node!.parts.directory,
      loanCatalogue: node!.catalogue,
      ...(withLoans && { seedByCommands: () => seedSandboxLoans(node!.parts) }),
    })
    await nodes[1]!.parts.directory.reload()
    await nodes[1]!.catalogue.reload()
  }

  async function everythingIsThere() {
    assert.deepEqual(await states(), STATES)
    const { rows } = await database.query<{ name: string; status: string; open: number }>(
      `SELECT external_reference AS name, status,
              (SELECT count(*)::int FROM loan_offers o
                WHERE o.institution_id = a.institution_id AND o.application_id = a.application_id AND o.status = 'OPEN') AS open
         FROM loan_applications a ORDER BY 1`,
    )
    assert.deepEqual(Object.fromEntries(rows.map(({ name, status, open }) => [name, [status, open]])), APPLICATIONS)
    assert.deepEqual(await verifyBooks(database), [])
  }

  /** Status, sub-status, bucket and number of events by name. */
  async function states() {
    const { loanBook } = nodes[0]!.parts
    const found: [string, unknown][] = []
    const { items } = await loanBook.list({ partnerId: PARTNER }, { page: 1, size: 50 })
    for (const history of items) {
      const { status, subStatus, bucket } = loanBook.position(history)
      // A list reads only the events since the stored state.
      const { loan, events } = await loanBook.find(PARTNER, history.loan.loanId)
      found.push([loan.externalReference ?? '', [status, subStatus, bucket, events.length]])
    }
    return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  async function positionOf(name: string) {
    const { loanBook } = nodes[0]!.parts
    const { items } = await loanBook.list({ partnerId: PARTNER }, { page: 1, size: 50 })
    const history = items.find(({ loan }) => loan.externalReference === name)
    assert.ok(history)
    return loanBook.position(history)
  }
})

function bookOf(book: Pick<LoanBook, 'open' | 'find' | 'businessDate' | 'append'>) {
  return {
    open: book.open.bind(book),
    find: book.find.bind(book),
    businessDate: book.businessDate.bind(book),
    append: book.append.bind(book),
  }
}
