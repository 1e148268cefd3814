// What a caller learns when the commit of a command is not confirmed. PostgreSQL only: nothing here depends on the engine.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { troubled } from '../../../../test/support/bank/troubled-database.ts'
import {
  command,
  disbursedLoan,
  draftFor,
  INSTITUTION,
  type LoanBank,
  openLoanBank,
  PARTNER,
  repayment,
  seedLoanBank,
} from '../../../../test/support/lending/loan-bank.ts'
import { copyOf, createPostgresDatabase } from '../../../../test/support/machine/database.ts'
import { findTemplate } from '../../../../test/support/machine/templates.ts'
import { unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import { migrate } from '../../../platform/storage/schema/migrate.ts'

const outage = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
const keyOf = (key: string) => ({ partnerId: PARTNER, key, operation: 'test', content: Buffer.from(key) })

describe('a loan command', () => {
  let database: Database
  let bank: LoanBank
  let remove: () => Promise<void>

  before(async () => {
    const created = await createPostgresDatabase(copyOf(await findTemplate('migrated-postgres')))
    remove = created.remove
    database = openPostgres(created.url)
    await migrate(database)
    await seedLoanBank(database)
    bank = await openLoanBank(database)
  })
  after(async () => {
    await bank.close()
    await database.close()
    await remove()
  })

  test('whose commit went unconfirmed is no replay, and is answered as if it had been confirmed', async () => {
    const loanId = await disbursedLoan(bank)
    const pay = command(loanId, repayment(500n, bank.book.businessDate(INSTITUTION)), { key: keyOf('unconfirmed') })
    const through = await openLoanBank(troubled(database, { on: 'commit', errors: [outage], afterwards: true }))
    const first = await through.book.append(pay)
    assert.deepEqual([first.replayed, first.before !== undefined], [false, true])
    await through.close()
    const again = await bank.book.append(pay)
    assert.deepEqual([again.replayed, again.event?.eventId], [true, first.event?.eventId])
    assert.deepEqual(again.position, first.position)
  })

  test('that opened a loan which cannot be read now is not called undone', async () => {
    const opening = { actor: {}, key: keyOf('opening') }
    const reading = database.isDistributed ? 'find-loan-at-home' : 'find-loan'
    const through = await openLoanBank(troubled(database, { on: reading, errors: [unavailable('no database')] }))
    await assert.rejects(through.book.open(draftFor(bank), opening), { kind: 'timeout' })
    await through.close()
    assert.equal((await bank.book.open(draftFor(bank), opening)).replayed, true)
  })
})
