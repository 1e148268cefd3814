// A host that loses, delays, repeats and garbles: after it settles, its books and the gateway's records agree on every order.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { plainAccount } from '../../../../test/support/bank/bank.ts'
import { type HostProcess, type HostRecord, startHost } from '../../../../test/support/iso8583-host/host-process.ts'
import { openIso8583Core, untilSignedOn } from '../../../../test/support/iso8583-host/open-core.ts'
import { onDatabase, type TestDatabase } from '../../../../test/support/machine/database.ts'
import { balanceOf, newReference, settled } from '../../../../test/support/rest-core/orders.ts'
import { until } from '../../../../test/support/until.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Message } from '../../iso8583/message-codec.ts'
import type { RemoteOrder, RemoteOutcome, RemoteWithdrawal } from '../remote-core.ts'
import type { Iso8583Core } from './iso8583-core.ts'

/** For answers that do not come. Those that do are asked for by a core that waits longer. */
const TIMEOUT_MS = 1_500
const OPENING = 10_000_000n

const DIALECTS = { 1987: 'iso87-ascii', 1993: 'iso93-binary' } as const

for (const version of ['1987', '1993'] as const)
  onDatabase(`a host of ${version} that fails`, (_engine, open) => testFaults(version, open))

function testFaults(version: '1987' | '1993', open: () => Promise<TestDatabase>): void {
  const dialect = DIALECTS[version]
  /** The type of a message in the version. */
  const type = (of1987: string) => (version === '1993' ? `1${of1987.slice(1)}` : of1987)
  const endings: (() => Promise<void>)[] = []
  let database: Database
  let host: HostProcess
  /** Two nodes on one database. */
  let cores: [Iso8583Core, Iso8583Core]
  /** Another node, which waits for answers as long as a busy machine may need. */
  let patient: Iso8583Core
  /** What could not be recorded: nothing. */
  const failures: unknown[] = []
  /** The types of messages that the nodes have sent. */
  const sent: string[] = []
  let rrn = 0
  let account = 0

  before(async () => {
    database = (await open()).database
    host = await startHost({ after: (end) => endings.push(end) }, { format: version })
    const failed = (error: unknown) => failures.push(error)
    const traffic = (_connection: number, direction: string, { mti }: Message) => {
      if (direction === 'sent') sent.push(mti)
    }
    const options = { dialect, timeoutMs: TIMEOUT_MS, echoMs: 500, retryMs: 20, observer: { failed, traffic } }
    cores = [
      await openIso8583Core(database, host.port, options),
      await openIso8583Core(database, host.port, { ...options, connections: 1 }),
    ]
    patient = await openIso8583Core(database, host.port, { dialect, retryMs: 20, observer: options.observer })
    await Promise.all([...cores, patient].map(untilSignedOn))
  })
  after(async () => {
    await Promise.all([...cores, patient].map((core) => core.close()))
    for (const end of endings) await end()
  })

  function withdrawal(minor = 2_000n): RemoteWithdrawal {
    const origin = {
      institutionId: 'FI001',
      partnerId: 'PARTNER01',
      rrn: String(++rrn).padStart(12, '0'),
      correlationId: '5b0c1d3e-2f4a-4b6c-8d7e-9f0a1b2c3d4e',
      terminalId: 'ATM00001',
      businessDate: '20261115',
    }
    const amount = { minor, currency: 'USD' }
    const accountId = plainAccount(account++)
    return { kind: 'CASH_WITHDRAWAL', reference: newReference(), origin, accountId, amount, accessFeeMinor: 0n }
  }

  /** The outcome that the gateway ends with, whatever the first call said. */
  async function ended({ reference }: RemoteOrder, core: Iso8583Core): Promise<RemoteOutcome> {
    let outcome: RemoteOutcome | undefined
    await until(async () => {
      outcome = await core.find('FI001', reference)
      return outcome !== undefined
    }, `an end of ${reference}`)
    return outcome as RemoteOutcome
  }

  /** Advices may still meet a fault that ends the host. */
  async function calm(): Promise<void> {
    await until(async () => {
      if (!host.isRunning) await host.restart()
      return host.faults('no more faults').then(
        () => true,
        () => false,
      )
    }, 'the host has no more faults')
  }

  /** What the host's books say of an RRN: moved and not taken back, in minor units. */
  function kept(log: readonly HostRecord[], of: string): bigint {
    const executed = log.filter(({ type, outcome }) => type === 'EXECUTED' && outcome?.code === '000')
    const moved = executed.filter(({ reference }) => reference.startsWith(of))
    assert.ok(moved.length <= 1, `${of} was executed ${moved.length} times`)
    const back = executed.flatMap(({ effects }) => (effects?.reverses === undefined ? [] : [effects.reverses]))
    const taken = back
      .filter(({ reference }) => reference.startsWith(of))
      .reduce((sum, one) => sum + one.amountMinor, 0)
    return BigInt((moved[0]?.summary?.amountMinor ?? 0) - taken)
  }

  async function agrees(order: RemoteOrder, core: Iso8583Core): Promise<RemoteOutcome> {
    const outcome = await ended(order, core)
    const expected = outcome.code === '000' ? order.amount.minor : 0n
    assert.equal(kept(host.readLog(), order.origin.rrn), expected, `RRN ${order.origin.rrn}, ${outcome.code}`)
    return outcome
  }

  // One row per fault: what the first call says, and the end.
  const FAULTS: [fault: string, first: '000' | 'timeout', end: '000' | '485'][] = [
    ['none', '000', '000'],
    ['lost-request', 'timeout', '485'],
    ['lost-answer', 'timeout', '485'],
    [`late-answer ${TIMEOUT_MS + 200}`, 'timeout', '485'],
    ['repeated-answer', '000', '000'],
    ['wrong-stan', 'timeout', '485'],
    ['garbled', 'timeout', '485'],
    ['cut', 'timeout', '485'],
    ['half-open', 'timeout', '485'],
  ]
  for (const [fault, first, end] of FAULTS) {
    test(`${fault}: the first call says ${first}, and the order ends with ${end}`, async () => {
      const [hasty, other] = cores
      const core = first === '000' ? patient : hasty
      const order = withdrawal()
      // Connections that the fault before has cost stand again.
      await untilSignedOn(core)
      await host.faults(fault)
      const said = await settled(core.execute(order))
      assert.equal(typeof said === 'string' ? said : said.code, first)
      assert.equal((await agrees(order, other)).code, end)
      assert.equal((await agrees(order, core)).code, end, 'every node says the same')
      const again = await core.execute(order)
      assert.equal(again.code, end, 'a reference is not sent again')
      assert.equal(await balanceOf(patient, order.accountId), OPENING - (end === '000' ? order.amount.minor : 0n))
    })
  }

  test('late, repeated and unmatched answers are recorded', async () => {
    const reasons = async () => {
      const { rows } = await database.query<{ reason: string }>('SELECT DISTINCT reason FROM iso8583_strays ORDER BY 1')
      return rows.map(({ reason }) => reason).join()
    }
    await until(async () => (await reasons()) === 'LATE,REPEATED,UNMATCHED', 'strays of every sort')
    assert.deepEqual(failures, [])
  })

  test('an advice that is not answered is repeated until it is', async () => {
    const [core] = cores
    const orders = [withdrawal(), withdrawal()]
    sent.length = 0
    await host.faults('lost-answer', 'lost-answer', 'lost-request', 'lost-answer', 'cut')
    await Promise.all(orders.map((order) => settled(core.execute(order))))
    for (const order of orders) assert.equal((await agrees(order, core)).code, '485')
    const { rows } = await database.query<{ attempts: number }>(
      `SELECT attempts FROM iso8583_exchanges WHERE kind = 'ADVICE' ORDER BY position DESC LIMIT 2`,
    )
    assert.ok(rows.some(({ attempts }) => attempts > 1))
    const advices = sent.filter((mti) => mti.startsWith(type('042')))
    assert.equal(advices[0], type('0420'))
    assert.equal(advices.filter((mti) => mti === type('0420')).length, 2, 'each is new once')
    assert.ok(advices.includes(type('0421')), 'and a repeat from then on')
  })

  test('a reversal is repeated until it is answered, never cancelled, and takes back once', async () => {
    const [core, other] = cores
    const order = withdrawal(6_000n)
    assert.equal((await patient.execute(order)).code, '000')
    const parts = [1_000n, 5_000n]
    for (const minor of parts) {
      await untilSignedOn(core)
      await host.faults('lost-answer', 'lost-answer')
      const reversal = {
        ...order,
        kind: 'REVERSAL',
        reference: newReference(),
        amount: { minor, currency: 'USD' },
        originalReference: order.reference,
        reasonCode: '4000',
        complete: minor === 5_000n,
        forced: false,
      } as const
      assert.equal(await settled(core.execute(reversal)), 'timeout')
      assert.equal((await ended(reversal, other)).code, '000')
      assert.equal((await core.execute(reversal)).code, '000', 'repeated, it is answered from its record')
    }
    assert.equal(kept(host.readLog(), order.origin.rrn), 0n)
    assert.equal(await balanceOf(patient, order.accountId), OPENING)
  })

  test('cancel waits for the acknowledgement; an order that was never sent is never sent', async () => {
    const [core] = cores
    const order = withdrawal()
    await untilSignedOn(core)
    await host.faults('lost-answer')
    assert.equal(await settled(core.execute(order)), 'timeout')
    assert.equal(await patient.cancel('FI001', order.reference), 'cancelled')
    assert.equal(kept(host.readLog(), order.origin.rrn), 0n)
    const never = withdrawal()
    assert.equal(await core.cancel('FI001', never.reference), 'cancelled')
    assert.equal((await core.execute(never)).code, '485')
    assert.ok(host.readLog().every(({ reference }) => !reference.startsWith(never.origin.rrn)))
  })

  test('what a process that is gone has sent is taken back by another', async () => {
    const [core] = cores
    const order = withdrawal()
    assert.equal((await patient.execute(order)).code, '000')
    // As a process leaves it that was killed after it sent the request and before it saw the answer.
    await database.query(
      `UPDATE iso8583_exchanges SET state = 'SENT', response = NULL, due_at = now() - interval '1 s' WHERE reference = $1`,
      [order.reference],
    )
    assert.equal((await agrees(order, core)).code, '485')
  })

  test('a host that is away costs no time once the circuit is open; when it is back, so are the answers', async () => {
    // From here on an advice whose answer is lost would be its own for a minute.
    await patient.close()
    const results: string[] = []
    const core = await openIso8583Core(database, host.port, {
      dialect,
      retryMs: 20,
      circuitBreaker: { failureRate: 50, openMs: 100, minimumCalls: 3 },
      observer: { called: (_operation, result) => results.push(result) },
    })
    endings.unshift(() => core.close())
    await untilSignedOn(core)
    assert.equal((await core.execute(withdrawal())).code, '000')
    await host.kill()
    await until(async () => {
      assert.equal(await settled(core.execute(withdrawal())), 'unavailable')
      return core.circuit === 'open' && results.at(-1) === 'circuit-open'
    }, 'the circuit is open')
    await host.restart()
    await until(async () => typeof (await settled(core.execute(withdrawal()))) !== 'string', 'the host answers again')
    assert.equal(core.circuit, 'closed')
  })

  describe('by random schedules', () => {
    const NAMES = [
      'none',
      'lost-request',
      'lost-answer',
      `late-answer ${TIMEOUT_MS + 200}`,
      'repeated-answer',
      'wrong-stan',
      'garbled',
      'cut',
      'crash',
    ]

    test('every order ends, and the books agree', async () => {
      const schedules = fc.array(fc.constantFrom(...NAMES), { minLength: 8, maxLength: 14 })
      for (const schedule of fc.sample(schedules, { numRuns: 3, seed: 8583 })) {
        await host.faults(...schedule)
        const orders = schedule.map(() => withdrawal())
        let isOver = false
        // A host that has crashed is started again by those who run it.
        const operator = until(async () => {
          if (!host.isRunning) await host.restart()
          return isOver
        }, 'the orders are over')
        await Promise.all(
          orders.map(async (order, n) => {
            const first = await settled((cores[n % 2] as Iso8583Core).execute(order))
            // Nothing was sent: the gateway lets it go, and nothing may have moved.
            if (first === 'unavailable') await cores[0].cancel('FI001', order.reference).catch(() => {})
          }),
        )
        isOver = true
        await operator
        await calm()
        for (const order of orders) await agrees(order, cores[0])
      }
    })
  })
}
