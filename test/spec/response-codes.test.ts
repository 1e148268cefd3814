// Every response code of the contract, with its HTTP status and its effect on balances.

import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { type Answer, balancesOf, control, headersFor, post } from '../support/accounts/account-services.ts'
import { onGateway, type RunningGateway, withGatewayOn } from '../support/gateways/running-gateway.ts'
import { CODE_ROWS } from './code-rows.ts'
import { CONTRACT_CODES, type CodeRow, type Course, type Step } from './code-steps.ts'
import { PRECEDENCE_ROWS } from './precedence-rows.ts'

test('the rows cover every code of the contract, and no other', () => {
  const reached = CODE_ROWS.map(codeOf)
  assert.deepEqual([...new Set(reached)].sort(), CONTRACT_CODES)
})

// The rules that decide do not depend on the engine, so PGlite takes the first row of each code.
const FIRST_OF_EACH_CODE = CODE_ROWS.filter((row) => row === CODE_ROWS.find((other) => codeOf(other) === codeOf(row)))

onGateway('response codes', (running, engine) => {
  declare(running, engine === 'postgres' ? CODE_ROWS : FIRST_OF_EACH_CODE)
  describe('retries', () => retries(running))
})

withGatewayOn('postgres', 'of several faults the first in order decides', (running) =>
  declare(running, PRECEDENCE_ROWS),
)

function codeOf({ course }: CodeRow): string {
  return (course.at(-1) as Step).code
}

/** The accounts whose balance can be read; the others are frozen, closed, or fail on inquiry. */
const WATCHED = [
  ...['1000000001', '1000000002', '1000000003', '1000000004', '1000000005', '1000000006', '1000000007', '1000000008'],
  ...['2000000001', '9000000100', '9000000102', '9000000504', '9000000505', '9000000906'],
]

type Books = Record<string, Record<string, number>>

async function booksOf(running: RunningGateway): Promise<Books> {
  const entries = WATCHED.map(async (id) => [id, await balancesOf(running.current, id)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

function declare(running: RunningGateway, rows: readonly CodeRow[]): void {
  let dayOne: Books
  before(async () => {
    dayOne = await booksOf(running)
  })

  // A reset takes longer than a row, so it is skipped while the sandbox is unchanged: only rejections since the last
  // reset, and none with an RRN that this row uses.
  let isDayOne = false
  const usedRrns = new Set<string>()
  const returnToDayOne = async () => {
    await control(running.current, '/sandbox/reset', { samples: false })
    usedRrns.clear()
    isDayOne = true
  }

  for (const { title, course, moves = {} } of rows) {
    const last = course.at(-1) as Step
    test(`${last.code}: ${title}`, async () => {
      const rrns = course.flatMap(rrnOf)
      if (!isDayOne || rrns.some((rrn) => usedRrns.has(rrn))) await returnToDayOne()
      for (const rrn of rrns) usedRrns.add(rrn)
      isDayOne = false
      const answers: Answer[] = []
      for (const step of course) {
        if ('advanceDays' in step) await control(running.current, '/sandbox/clock', step)
        else answers.push(await take(running, step, answers))
      }
      const expected = structuredClone(dayOne)
      for (const [accountId, change] of Object.entries(moves)) {
        const balances = expected[accountId]
        assert.ok(balances, `${accountId} is not watched`)
        for (const type of ['Available', 'Balance']) balances[type] = sumOf(balances[type] ?? 0, change)
      }
      assert.deepEqual(await booksOf(running), expected)
      isDayOne = course.every(changesNothing)
    })
  }
}

/** An inquiry, or a request that is declined. A request without an outcome may still be recorded by the core. */
function changesNothing(step: Course): boolean {
  if ('advanceDays' in step) return false
  return step.path.startsWith('/accounts') || (step.code !== '000' && (step.status ?? 200) < 500)
}

/** A body made from earlier answers has a new RRN. */
function rrnOf(step: Course): string[] {
  if ('advanceDays' in step || typeof step.body === 'function') return []
  const { transaction } = step.body as { transaction?: { rrn?: string } }
  return transaction?.rrn === undefined ? [] : [transaction.rrn]
}

/** A sum of decimals without floating-point noise. */
function sumOf(a: number, b: number): number {
  return Math.round((a + b) * 1000) / 1000
}

async function take(running: RunningGateway, step: Step, answers: readonly Answer[]): Promise<Answer> {
  const body = typeof step.body === 'function' ? step.body(answers) : step.body
  const answer = await post(running.current, step.path, body, headersFor(step.as))
  assert.equal(answer.code, step.code, answer.text)
  assert.equal(answer.status, step.status ?? 200, answer.text)
  const isApproved = step.code === '000' && step.path !== '/accounts'
  assert.equal(answer.body.status?.authId !== undefined, isApproved, 'only an approval has an authId')
  assert.equal(answer.body.balances !== undefined, isApproved, 'only an approval shows balances')
  if (step.replay !== undefined) {
    assert.equal(answer.headers.get('x-idempotent-replay'), step.replay ? 'true' : null)
  }
  return answer
}

function retries(running: RunningGateway): void {
  beforeEach(() => control(running.current, '/sandbox/reset', { samples: false }))

  const codeRow = (title: string) => {
    const row = CODE_ROWS.find((candidate) => candidate.title === title)
    assert.ok(row, `there is no row "${title}"`)
    return row.course.filter((step): step is Step => !('advanceDays' in step))
  }

  for (const title of ['the day being closed', 'a core that is down']) {
    test(`${title} says when to retry`, async () => {
      const [step] = codeRow(title)
      const answer = await take(running, step as Step, [])
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    })
  }

  test('a timed-out request was posted once, and a retry gets the stored approval', async () => {
    const [first, again] = codeRow('the same RRN after an answer too late: the stored approval')
    await take(running, first as Step, [])
    const stored = await take(running, again as Step, [])
    assert.deepEqual(
      stored.body.balances?.map(({ amount }) => amount),
      [99980, 99980],
    )
    assert.equal((await take(running, again as Step, [])).text, stored.text)
  })

  test('a lost request is posted once, however often it is retried', async () => {
    const [lost, again] = codeRow('the same RRN after a request lost on its way: posted then')
    await take(running, lost as Step, [])
    const posted = await take(running, again as Step, [])
    const repeated = await take(running, { ...(again as Step), replay: true }, [])
    assert.equal(repeated.text, posted.text)
  })
}
