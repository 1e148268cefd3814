import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import type { Database } from '../../platform/storage/database.ts'
import { loanProblem } from '../loan-problems.ts'
import { findKey, type IdempotencyKey, once } from './idempotency-keys.ts'

const NOW_MS = Date.UTC(2026, 0, 15)
const key = (name: string, content = 'a', partnerId = 'P1'): IdempotencyKey => ({
  partnerId,
  key: name,
  operation: 'CreateLoan',
  content: Buffer.from(content),
})

onDatabase('idempotency keys', (_engine, open) => {
  let database: Database
  let created = 0
  before(async () => {
    database = (await open()).database
  })

  const work = {
    nowMs: NOW_MS,
    async create() {
      created++
      return { result: `made ${created}`, resourceId: String(created) }
    },
    read: async (resourceId: string) => `made ${resourceId}`,
  }
  const reused = { reason: 'loans.idempotency-key-reused' }

  test('a key is used once; a repeat reads what the first request made', async () => {
    const first = await once(database, key('k1'), work)
    assert.deepEqual(await once(database, key('k1'), work), { ...first, replayed: true })
    assert.equal(first.replayed, false)
  })

  test('other content is refused, and another partner has keys of its own', async () => {
    await once(database, key('k2'), work)
    await assert.rejects(once(database, key('k2', 'b'), work), reused)
    assert.equal((await once(database, key('k2', 'b', 'P2'), work)).replayed, false)
  })

  test('of many at once one does the work, and all answer the same', async () => {
    const before = created
    const answers = await Promise.all(Array.from({ length: 10 }, () => once(database, key('k3'), work)))
    assert.equal(answers.filter(({ replayed }) => !replayed).length, 1)
    assert.equal(new Set(answers.map(({ result }) => result)).size, 1)
    // Those that lost the race rolled their work back.
    assert.ok(created > before)
  })

  test('work that is refused or fails leaves its key free', async () => {
    const failing = { ...work, create: () => Promise.reject(loanProblem('product-unknown', 'no')) }
    await assert.rejects(once(database, key('k4'), failing), { reason: 'loans.product-unknown' })
    await assert.rejects(
      once(database, key('k4'), { ...work, create: () => Promise.reject(new Error('lost')) }),
      /lost/,
    )
    assert.equal(await findKey(database, key('k4')), undefined)
    assert.equal((await once(database, key('k4'), work)).replayed, false)
  })

  test('a request that the winner of a race made impossible answers as the winner did', async () => {
    const overtaken = {
      ...work,
      async create() {
        await once(database, key('k5'), work)
        throw loanProblem('loan-exists-for-offer', 'there is a loan already')
      },
    }
    // Outside a transaction of its own: the embedded engine has one connection.
    if (database.connections === 1) return
    assert.equal((await once(database, key('k5'), overtaken)).replayed, true)
  })

  test('without a key the work is done every time', async () => {
    assert.notDeepEqual(await once(database, undefined, work), await once(database, undefined, work))
  })
})
