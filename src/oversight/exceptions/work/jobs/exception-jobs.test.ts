// Jobs on many exceptions: what happens to one that is interrupted, whose user may not do it any more, or that meets faults.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openExceptions } from '../../../../../test/support/bank/open-exceptions.ts'
import { eachEngine } from '../../../../../test/support/machine/database.ts'
import { Grants } from '../../../../administration/access/principal/principal.ts'
import { newId } from '../../../../platform/kernel/identifiers/ids.ts'
import { unavailable } from '../../../../platform/kernel/problems/problem.ts'
import { systemClock } from '../../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../../platform/storage/database.ts'
import type { Exceptions } from '../../exceptions.ts'
import { ExceptionDesk } from '../exception-desk.ts'
import { workConditions } from '../work-records.ts'
import { exceptionJob } from './exception-job.ts'
import { ExceptionJobs, type Selected } from './exception-jobs.ts'
import type { JobWork } from './job-records.ts'

const EMAIL = 'operator@bank.example'
const IGNORED: JobWork = { resolve: { action: 'IGNORE', reason: 'seen' } }

eachEngine('jobs on exceptions', (_engine, open) => {
  const suite = openExceptions(open)
  const userId = newId(systemClock.now())
  let grants = Grants.all()

  beforeEach(() => {
    grants = Grants.all()
  })

  const userById = async () => ({ userId, email: EMAIL, grants, scope: {} })

  function partsWith(exceptions: Exceptions = suite.exceptions) {
    const { database } = suite
    const desk = new ExceptionDesk({ database, clock: systemClock, exceptions, userById })
    return { database, clock: systemClock, exceptions, desk, userById }
  }

  async function asked(selected: Selected, work: JobWork): Promise<string> {
    const jobs = new ExceptionJobs({ ...partsWith(), jobs: { async enqueue() {} } })
    const caller = { principal: { userId, scope: {} }, actor: { userId, email: EMAIL } }
    return (await jobs.request(caller, selected, work)).id
  }

  function run(jobId: string, exceptions?: Exceptions, signal = new AbortController().signal): Promise<void> {
    return exceptionJob(partsWith(exceptions)).run({ jobId }, signal)
  }

  async function told(jobId: string) {
    const jobs = new ExceptionJobs({ ...partsWith(), jobs: { async enqueue() {} } })
    const { job, lines } = await jobs.find({}, jobId, undefined, { page: 1, size: 200 })
    return { ...job, lines: lines.items }
  }

  async function several(count: number): Promise<string[]> {
    const ids: string[] = []
    for (let made = 0; made < count; made++) ids.push((await suite.unmatched()).found.id)
    return ids
  }

  /** Exceptions of which some cannot be resolved at the moment. */
  function failingFor(isFailing: (id: string) => boolean): Exceptions {
    return Object.create(suite.exceptions, {
      list: { value: suite.exceptions.list.bind(suite.exceptions) },
      find: { value: suite.exceptions.find.bind(suite.exceptions) },
      resolve: {
        async value(...args: Parameters<Exceptions['resolve']>) {
          if (isFailing(args[1])) throw unavailable('the core is away')
          return suite.exceptions.resolve(...args)
        },
      },
    }) as Exceptions
  }

  test('unknown outcomes are recorded in bulk, and need to be told which', async () => {
    const { found } = await suite.unknown()
    const match = { action: 'MATCH', reason: 'seen' } as const
    await assert.rejects(asked({ ids: [found.id] }, { resolve: match }), { kind: 'invalid' })
    const jobId = await asked({ ids: [found.id] }, { resolve: { ...match, outcome: 'APPROVED' } })
    await run(jobId)
    const { state, done } = await told(jobId)
    assert.deepEqual([state, done], ['DONE', 1])
    const after = await suite.exceptions.find({}, found.id)
    assert.ok('transaction' in after)
    assert.deepEqual([after.state, after.transaction.responseCode], ['RESOLVED', '000'])
  })

  test('a run that follows a crash goes on, and what was done counts as done', async () => {
    const ids = await several(3)
    const [own = '', others = ''] = ids
    const jobId = await asked({ ids }, IGNORED)
    // Resolved by the run that ended before it could say so, and by a person.
    const caller = suite.callerOf({}, EMAIL)
    await suite.exceptions.resolve(caller, own, { action: 'IGNORE', reason: 'seen' })
    await suite.exceptions.resolve(caller, others, { action: 'IGNORE', reason: 'by hand' })
    await run(jobId)
    const { state, done, skipped, lines } = await told(jobId)
    assert.deepEqual([state, done, skipped], ['DONE', 2, 1])
    assert.deepEqual(
      lines.filter((line) => line.state === 'SKIPPED').map((line) => line.exceptionId),
      [others],
    )
    await run(jobId)
    assert.deepEqual(await told(jobId), { ...(await told(jobId)), state: 'DONE', done: 2 })
  })

  test('a fault of one does not keep the others waiting; it is tried again', async () => {
    const ids = await several(3)
    const jobId = await asked({ ids }, IGNORED)
    await assert.rejects(
      run(
        jobId,
        failingFor((id) => id === ids[1]),
      ),
      { kind: 'unavailable' },
    )
    const between = await told(jobId)
    assert.deepEqual([between.state, between.done, between.skipped], ['RUNNING', 2, 0])
    await run(jobId)
    const { state, done } = await told(jobId)
    assert.deepEqual([state, done], ['DONE', 3])
  })

  test('a node that stops leaves the rest to the next run', async () => {
    const ids = await several(2)
    const jobId = await asked({ ids }, IGNORED)
    await assert.rejects(run(jobId, undefined, AbortSignal.abort(new Error('stopping'))), /stopping/)
    assert.equal((await told(jobId)).done, 0)
    await run(jobId)
    assert.equal((await told(jobId)).done, 2)
  })

  test('a job whose retries are used up fails, and skips what is left', async () => {
    const ids = await several(2)
    const jobId = await asked({ ids }, IGNORED)
    await assert.rejects(
      run(
        jobId,
        failingFor((id) => id === ids[0]),
      ),
      { kind: 'unavailable' },
    )
    await exceptionJob(partsWith()).giveUp({ jobId })
    const { state, error, done, skipped } = await told(jobId)
    assert.deepEqual([state, done, skipped, error], ['FAILED', 1, 1, 'not all exceptions could be worked on'])
    assert.equal((await suite.exceptions.find({}, ids[0] ?? '')).state, 'OPEN')
  })

  test('a user who has lost the right meanwhile resolves nothing', async () => {
    const ids = await several(1)
    const jobId = await asked({ ids }, IGNORED)
    grants = Grants.of([{ moduleId: 'EXCEPTIONS', actionId: 'UPDATE' }])
    await run(jobId)
    const { state, error, skipped } = await told(jobId)
    assert.deepEqual([state, skipped, error], ['FAILED', 1, `${EMAIL} may not do this any more`])
    assert.equal((await suite.exceptions.find({}, ids[0] ?? '')).state, 'OPEN')
  })

  test('the sixth unfinished job of a user is refused', async () => {
    const ids = await several(1)
    const waiting: string[] = []
    for (let made = 0; made < 5; made++) waiting.push(await asked({ ids }, { assign: { priority: 'LOW' } }))
    await assert.rejects(asked({ ids }, IGNORED), { reason: 'exceptions.jobs-at-limit' })
    for (const jobId of waiting) await run(jobId)
    await run(await asked({ ids }, IGNORED))
  })

  test('on distributed books a filter finds the same', async () => {
    const [low = '', plain = ''] = await several(2)
    await run(await asked({ ids: [low] }, { assign: { priority: 'LOW' } }))
    const elsewhere: Sql = {
      isDistributed: true,
      query: (text, values) => suite.database.query(text as string, values),
    }
    for (const priority of [['LOW'], ['NORMAL'], ['NORMAL', 'HIGH']] as const) {
      const found = await Promise.all(
        [suite.database, elsewhere].map(async (database) => {
          const idConditions = await workConditions(database, { priority })
          const values: unknown[] = [[low, plain]]
          const parameters = { values, add: (value: unknown) => `$${values.push(value)}` }
          const conditions = idConditions.map((condition) => condition('x.id', parameters))
          const { rows } = await suite.database.query<{ id: string }>(
            `SELECT x.id FROM unnest($1::uuid[]) AS x (id) WHERE ${conditions.join(' AND ')}`,
            values,
          )
          return rows.map((row) => row.id)
        }),
      )
      assert.deepEqual(found, Array(2).fill(priority[0] === 'LOW' ? [low] : [plain]))
    }
  })
})
