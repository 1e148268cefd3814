import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import type { Database } from '../../platform/storage/database.ts'
import { tokenProblem } from '../token-problems.ts'
import type { Reference } from './reference.ts'
import { findReference, once } from './references.ts'

const NOW_MS = Date.UTC(2026, 0, 15)
const reference = (ref: string, content = 'a', partnerId = 'P1', type = 'FI_ONBOARDING'): Reference => ({
  partnerId,
  type,
  ref,
  content: Buffer.from(content),
})

onDatabase('references', (_engine, open) => {
  let database: Database
  let created = 0
  before(async () => {
    database = (await open()).database
  })

  const work = {
    nowMs: NOW_MS,
    async create() {
      created++
      const resourceId = newId(NOW_MS)
      return { result: `made ${resourceId}`, resourceId }
    },
    read: async (resourceId: string) => `made ${resourceId}`,
  }
  const reused = { reason: 'tokens.reference-reused' }

  test('a reference is used once; a repeat reads what the first request made', async () => {
    const first = await once(database, reference('k1'), work)
    assert.deepEqual(await once(database, reference('k1'), work), { ...first, replayed: true })
    assert.equal(first.replayed, false)
  })

  test('other content is refused, and another partner or type has references of its own', async () => {
    await once(database, reference('k2'), work)
    await assert.rejects(once(database, reference('k2', 'b'), work), reused)
    assert.equal((await once(database, reference('k2', 'b', 'P2'), work)).replayed, false)
    assert.equal((await once(database, reference('k2', 'b', 'P1', 'USER_ONBOARDING'), work)).replayed, false)
    assert.equal((await once(database, reference('K2', 'b'), work)).replayed, false, 'case counts')
  })

  test('of many at once one does the work, and all answer the same', async () => {
    const before = created
    const answers = await Promise.all(Array.from({ length: 10 }, () => once(database, reference('k3'), work)))
    assert.equal(answers.filter(({ replayed }) => !replayed).length, 1)
    assert.equal(new Set(answers.map(({ result }) => result)).size, 1)
    // Those that lost the race rolled their work back.
    assert.ok(created > before)
  })

  test('work that is refused or fails leaves its reference free', async () => {
    const failing = { ...work, create: () => Promise.reject(tokenProblem('currency-not-supported', 'no')) }
    await assert.rejects(once(database, reference('k4'), failing), { reason: 'tokens.currency-not-supported' })
    await assert.rejects(
      once(database, reference('k4'), { ...work, create: () => Promise.reject(new Error('lost')) }),
      /lost/,
    )
    assert.equal(await findReference(database, reference('k4')), undefined)
    assert.equal((await once(database, reference('k4'), work)).replayed, false)
  })

  test('a request that the winner of a race made impossible answers as the winner did', async () => {
    const overtaken = {
      ...work,
      async create() {
        await once(database, reference('k5'), work)
        throw tokenProblem('user-exists', 'there is such a user already')
      },
    }
    // Outside a transaction of its own: the embedded engine has one connection.
    if (database.connections === 1) return
    assert.equal((await once(database, reference('k5'), overtaken)).replayed, true)
  })

  test('without a reference the work is done every time', async () => {
    assert.notDeepEqual(await once(database, undefined, work), await once(database, undefined, work))
  })
})
