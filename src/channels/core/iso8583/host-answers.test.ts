// What the gateway makes of a host's answers, in both versions: an answer is a claim, and what a host has approved is taken back
// until it says so.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { openIso8583Core, untilSignedOn } from '../../../../test/support/iso8583-host/open-core.ts'
import {
  answerTypeOf,
  codeOf,
  type HostVersion,
  type ScriptedHost,
  startScriptedHost,
} from '../../../../test/support/iso8583-host/scripted-host.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { settled } from '../../../../test/support/rest-core/orders.ts'
import { until } from '../../../../test/support/until.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { RemoteWithdrawal } from '../remote-core.ts'
import type { Iso8583Core } from './iso8583-core.ts'
import { reversalOf, withdrawalAt } from './orders-to-hosts.fixture.ts'
import { endSettled, parkOverdue, takeBackAgain } from './take-back.ts'

const TIMEOUT_MS = 1_000

onDatabase('the answers of a host', (_engine, open) => {
  let database: Database
  before(async () => {
    database = (await open()).database
  })

  for (const version of ['1987', '1993'] as const) describe(`in the version of ${version}`, () => answers(version))

  function answers(version: HostVersion): void {
    let host: ScriptedHost
    let core: Iso8583Core
    /** Its circuit opens at the first failure. */
    let strict: Iso8583Core
    let rrn = version === '1987' ? 0 : 500_000
    const unlisted: string[] = []
    const isOrder = (mti: string) => mti[1] === '2'

    before(async () => {
      host = await startScriptedHost(version)
      const options = {
        dialect: version === '1987' ? 'iso87-ascii' : 'iso93-binary',
        institutionId: `FI-${version}`,
        timeoutMs: TIMEOUT_MS,
        retryMs: 20,
        observer: {
          unlisted: (code: string) => unlisted.push(code),
          failed: (error: unknown) => assert.fail(String(error)),
        },
      }
      core = await openIso8583Core(database, host.port, options)
      const circuitBreaker = { failureRate: 1, openMs: 60_000, minimumCalls: 1 }
      strict = await openIso8583Core(database, host.port, { ...options, circuitBreaker })
      await Promise.all([core, strict].map(untilSignedOn))
    })
    after(async () => {
      await Promise.all([core.close(), strict.close()])
      await host.close()
    })
    beforeEach(() => {
      host.received.length = 0
      unlisted.length = 0
    })

    function withdrawal(minor = 10_000n): RemoteWithdrawal {
      return withdrawalAt(`FI-${version}`, String(++rrn).padStart(12, '0'), minor)
    }

    const reversals = () => host.received.filter(({ mti }) => mti[1] === '4')
    const stateOf = async (reference: string) =>
      (await database.query<{ state: string }>('SELECT state FROM iso8583_exchanges WHERE reference = $1', [reference]))
        .rows[0]?.state
    const exceptionOf = async (reference: string) =>
      (
        await database.query<{ kind: string; action: string | null }>(
          'SELECT kind, action FROM host_exceptions WHERE order_reference = $1',
          [reference],
        )
      ).rows[0]
    const advicesOf = async (reference: string) =>
      (
        await database.query<{ state: string }>(
          `SELECT state FROM iso8583_exchanges WHERE original_reference = $1 ORDER BY position`,
          [reference],
        )
      ).rows.map(({ state }) => state)

    // What approves less: the code, and DE 4; 100.00 was asked.
    for (const [title, fields, approved] of [
      ['10 with a smaller DE 4', { 39: codeOf(version, '10'), 4: '000000004000' }, '000000004000'],
      ['00 with a smaller DE 4', { 4: '000000004000' }, '000000004000'],
      ['10 without an amount', { 39: codeOf(version, '10') }, '000000010000'],
    ] as const) {
      test(`${title} is declined with 110, and what was approved is taken back`, async () => {
        host.script = ({ mti }, approval) => (isOrder(mti) ? { ...approval, ...fields } : approval)
        const order = withdrawal()
        assert.deepEqual(await core.execute(order), { code: '110' })
        assert.deepEqual(await core.find('', order.reference), { code: '110' })
        await until(async () => (await advicesOf(order.reference)).join() === 'ANSWERED', 'the advice is taken')
        assert.equal(reversals().length, 1)
        assert.equal(reversals()[0]?.fields[4], approved)
        assert.equal(reversals()[0]?.fields[37], order.origin.rrn)
        assert.deepEqual(await core.find('', order.reference), { code: '110' }, 'the answer stays')
      })
    }

    for (const [title, fields, approved] of [
      ['more than was asked', { 4: '000000020000' }, ['000000020000', '840']],
      ['another currency', { 49: '978' }, ['000000010000', '978']],
    ] as const) {
      test(`an approval of ${title} is a timeout and an exception until it is taken back`, async () => {
        let isHeld = true
        host.script = ({ mti }, approval) => (isOrder(mti) ? { ...approval, ...fields } : isHeld ? undefined : approval)
        const order = withdrawal()
        assert.equal(await settled(core.execute(order)), 'timeout')
        assert.deepEqual(await exceptionOf(order.reference), { kind: 'HOST_APPROVAL', action: null })
        isHeld = false
        await until(async () => (await stateOf(order.reference)) === 'CANCELLED', 'the order is taken back')
        await until(async () => (await exceptionOf(order.reference))?.action === 'SETTLED', 'the exception is settled')
        const [first] = reversals()
        assert.deepEqual([first?.fields[4], first?.fields[49]], approved)
        assert.deepEqual(await core.find('', order.reference), { code: '485' })
      })
    }

    test('declines are not compared: a host may leave DE 4 and DE 49 out, or send zeros', async () => {
      host.script = (_message, approval) => ({ ...approval, 4: '000000000000', 39: codeOf(version, '51') })
      assert.deepEqual(await core.execute(withdrawal()), { code: '110' })
      assert.equal(reversals().length, 0)
    })

    test('an approval after "original not found" is taken back under a new STAN until the host accepts it', async () => {
      let answers = 0
      host.script = ({ mti }, approval) => {
        if (isOrder(mti)) return undefined
        answers++
        return answers <= 2 ? { ...approval, 39: codeOf(version, '25') } : approval
      }
      const order = withdrawal()
      assert.equal(await settled(core.execute(order)), 'timeout')
      await until(async () => (await stateOf(order.reference)) === 'CANCELLED', 'the host does not know it')
      assert.equal(await exceptionOf(order.reference), undefined)
      const [asked] = host.received
      assert.ok(asked)
      const { 2: _pan, ...echoed } = asked.fields
      const late: Record<number, string> = { ...echoed, 39: codeOf(version, '00') }
      for (const number of [43, 42, 33, 28, 46]) delete late[number]
      host.say({ mti: answerTypeOf(asked.mti), fields: late })
      await until(async () => (await exceptionOf(order.reference)) !== undefined, 'the late approval is an exception')
      await until(async () => {
        await takeBackAgain(database)
        await core.forward()
        return (await advicesOf(order.reference)).length === 3
      }, 'not found is no answer now')
      await until(async () => {
        await core.forward()
        return (await advicesOf(order.reference)).join() === 'ANSWERED,ANSWERED,ANSWERED'
      }, 'the host accepts it')
      const stans = reversals().map(({ fields }) => fields[11])
      assert.equal(new Set(stans).size, stans.length, 'each has a STAN of its own')
      assert.ok(
        reversals().every(({ mti }) => mti[3] === '0'),
        'each is new to the host',
      )
      await endSettled(database)
      assert.deepEqual(await exceptionOf(order.reference), { kind: 'HOST_APPROVAL', action: 'SETTLED' })
      assert.deepEqual(await takeBackAgain(database), [], 'accepted, it is over')
    })

    test('an approval after a decline is taken back', async () => {
      host.script = ({ mti }, approval) => (isOrder(mti) ? { ...approval, 39: codeOf(version, '05') } : approval)
      const order = withdrawal()
      assert.deepEqual(await core.execute(order), { code: '100' })
      const [asked] = host.received
      assert.ok(asked)
      const fields = { 7: asked.fields[7] ?? '', 11: asked.fields[11] ?? '', 37: order.origin.rrn }
      host.say({ mti: answerTypeOf(asked.mti), fields: { ...fields, 39: codeOf(version, '00') } })
      await until(async () => (await advicesOf(order.reference)).join() === 'ANSWERED', 'it is taken back')
      await until(async () => (await exceptionOf(order.reference))?.action === 'SETTLED', 'the exception is settled')
      assert.deepEqual(await core.find('', order.reference), { code: '100' })
    })

    test('a code that the table lacks is a decline, told, and no failure of the circuit', async () => {
      const code = version === '1987' ? 'Z9' : '777'
      host.script = (_message, approval) => ({ ...approval, 39: code })
      for (let n = 0; n < 12; n++) assert.deepEqual(await strict.execute(withdrawal()), { code: '100' })
      assert.deepEqual(new Set(unlisted), new Set([code]))
      assert.equal(reversals().length, 0)
      assert.equal(strict.circuit, 'closed')
    })

    // Not one of them is silence: the circuit stays closed.
    const CLASSES: readonly (readonly [codes: readonly string[], result: string])[] =
      version === '1987'
        ? [
            [['19', '90', '91', '92'], 'unavailable'],
            [['68', '96'], 'timeout'],
            [['06', '15', '40', '55', '75', '12', '30'], 'declined'],
          ]
        : [
            [['903', '906', '907', '908'], 'unavailable'],
            [['909', '911'], 'timeout'],
            [['106', '117', '902', '904', '200'], 'declined'],
          ]
    for (const [codes, result] of CLASSES) {
      test(`${codes.join(', ')}: ${result}, and the circuit stays closed`, async () => {
        for (const code of codes) {
          host.script = ({ mti }, approval) => (isOrder(mti) ? { ...approval, 39: code } : approval)
          const outcome = await settled(strict.execute(withdrawal()))
          const seen = typeof outcome === 'string' ? outcome : 'declined'
          assert.equal(seen, result, code)
        }
        assert.deepEqual(unlisted, [])
        assert.equal(strict.circuit, 'closed')
      })
    }

    test('an advice that the host answers with 96 for ever holds up no other, and is parked in time', async () => {
      const [stuck, other] = [withdrawal(), withdrawal()]
      host.script = ({ mti, fields }, approval) => {
        if (isOrder(mti)) return undefined
        return fields[37] === stuck.origin.rrn ? { ...approval, 39: codeOf(version, '96') } : approval
      }
      for (const order of [stuck, other]) assert.equal(await settled(core.execute(order)), 'timeout')
      assert.equal(await core.cancel('', other.reference), 'cancelled')
      assert.deepEqual(await advicesOf(stuck.reference), ['QUEUED'])
      await database.query(
        `UPDATE iso8583_exchanges SET queued_at = now() - interval '25 hours' WHERE original_reference = $1`,
        [stuck.reference],
      )
      await until(async () => {
        await parkOverdue(database, 24 * 3_600_000)
        return (await advicesOf(stuck.reference)).join() === 'REFUSED'
      }, 'it is parked')
      assert.deepEqual(await exceptionOf(stuck.reference), { kind: 'ADVICE_PARKED', action: null })
      assert.equal(await core.find('', stuck.reference), undefined, 'its outcome is not known')
    })

    /** To each attempt: nothing, not now, nothing clear; then it takes it. */
    const HESITANT: readonly (string | undefined)[] = [undefined, codeOf(version, '91'), codeOf(version, '96')]
    const hesitant: ScriptedHost['script'] = ({ mti }, approval) => {
      const attempts = reversals().length
      if (isOrder(mti) || attempts > HESITANT.length) return approval
      const code = HESITANT[attempts - 1]
      return code === undefined ? undefined : { ...approval, 39: code }
    }

    for (const code of version === '1993' ? ['900', '901'] : []) {
      test(`an advice that the host acknowledges with ${code} is taken`, async () => {
        host.script = ({ mti }, approval) => (isOrder(mti) ? undefined : { ...approval, 39: code })
        const order = withdrawal()
        assert.equal(await settled(core.execute(order)), 'timeout')
        await until(async () => (await advicesOf(order.reference)).join() !== 'QUEUED', 'the host answers for good')
        assert.deepEqual(
          [await stateOf(order.reference), ...(await advicesOf(order.reference))],
          ['CANCELLED', 'ANSWERED'],
        )
      })
    }

    test('an advice that the host cannot take now is repeated until it does', async () => {
      host.script = (message, approval) => (isOrder(message.mti) ? undefined : hesitant(message, approval))
      const order = withdrawal()
      assert.equal(await settled(core.execute(order)), 'timeout')
      await until(async () => (await advicesOf(order.reference)).join() !== 'QUEUED', 'the host answers for good')
      assert.deepEqual(await advicesOf(order.reference), ['ANSWERED'])
      assert.equal(await stateOf(order.reference), 'CANCELLED')
      assert.ok(reversals().length > HESITANT.length)
      assert.equal(await exceptionOf(order.reference), undefined)
    })

    test('a reversal that the host cannot take now is repeated until it does', async () => {
      host.script = hesitant
      const order = withdrawal()
      assert.equal((await core.execute(order)).code, '000')
      const reversal = reversalOf(order, 10_000n, true)
      assert.equal(await settled(core.execute(reversal)), 'timeout')
      await until(async () => (await core.find('', reversal.reference)) !== undefined, 'the host answers for good')
      assert.equal((await core.find('', reversal.reference))?.code, '000')
      assert.ok(reversals().length > HESITANT.length)
    })

    // Whether nothing of the original is left decides about its fee, so both sides have to mean the same.
    for (const [title, minor, complete] of [
      ['the whole, said to leave something', 10_000n, false],
      ['a part, said to leave nothing', 4_000n, true],
      ['more than there is', 10_001n, true],
    ] as const) {
      test(`a reversal of ${title}, finds no original and is not sent`, async () => {
        host.script = (_message, approval) => approval
        const order = withdrawal()
        assert.equal((await core.execute(order)).code, '000')
        assert.deepEqual(await core.execute(reversalOf(order, minor, complete)), { code: '914' })
        assert.equal(reversals().length, 0)
        assert.equal((await core.execute(reversalOf(order, 4_000n, false))).code, '000')
        assert.equal((await core.execute(reversalOf(order, 6_000n, true))).code, '000')
        assert.equal(reversals().length, 2)
      })
    }

    test('an answer with the RRN of another order is not taken for its own; one without any is', async () => {
      host.script = ({ mti }, approval) => (isOrder(mti) ? { ...approval, 37: '999999999999' } : approval)
      const order = withdrawal()
      assert.equal(await settled(core.execute(order)), 'timeout')
      const strays = async () =>
        (
          await database.query<{ reason: string }>(
            `SELECT reason FROM iso8583_strays WHERE institution_id = $1 AND rrn = '999999999999'`,
            [`FI-${version}`],
          )
        ).rows.map(({ reason }) => reason)
      await until(async () => (await strays()).length > 0, 'the answer is recorded')
      assert.deepEqual(await strays(), ['UNMATCHED'])
      await until(async () => (await stateOf(order.reference)) === 'CANCELLED', 'it is taken back')
      host.script = (_message, { 37: _rrn, ...approval }) => approval
      assert.equal((await core.execute(withdrawal())).code, '000')
    })

    // What a host asks over the connection itself: the code in DE 70 or DE 24, and DE 39 of the answer.
    const [signOn, signOff, refused, unknown, taken] =
      version === '1987' ? ['001', '002', '40', '12', '00'] : ['801', '802', '115', '902', '800']
    const SIGNALS =
      version === '1987'
        ? ([
            ['301', taken],
            ['101', refused],
            ['161', refused],
            ['201', taken],
            ['999', unknown],
          ] as const)
        : ([
            ['831', taken],
            ['811', refused],
            ['821', taken],
            ['899', unknown],
          ] as const)
    let number = 0
    async function answeredTo(signal: string): Promise<string | undefined> {
      host.network.length = 0
      const stan = String(++number).padStart(6, '0')
      const about = version === '1987' ? { 70: signal } : { 24: signal }
      const mti = version === '1987' ? '0800' : '1804'
      host.say({ mti, fields: { 7: '1117010203', 11: stan, ...about } })
      const answer = () => host.network.find((one) => Number(one.mti[2]) % 2 === 1 && one.fields[11] === stan)
      await until(async () => answer() !== undefined, `an answer to ${signal}`)
      assert.equal(answer()?.mti, version === '1987' ? '0810' : '1814')
      return answer()?.fields[39]
    }

    for (const [signal, code] of SIGNALS) {
      test(`a network message ${signal} of the host is answered with ${code}`, async () => {
        assert.equal(await answeredTo(signal), code)
      })
    }

    test('after a sign-off of the host nothing is sent until it signs on', async () => {
      host.script = (_message, approval) => approval
      const opened = strict.circuit
      assert.equal(await answeredTo(signOff as string), taken)
      await until(async () => core.isSignedOff && strict.isSignedOff, 'the sign-off is obeyed')
      const before = host.received.length
      for (let n = 0; n < 12; n++) assert.equal(await settled(strict.execute(withdrawal())), 'unavailable')
      assert.equal(host.received.length, before)
      assert.equal(strict.circuit, opened, 'a host that is signed off has not failed')
      assert.equal(await answeredTo(signOn as string), taken)
      await until(async () => !strict.isSignedOff, 'the sign-on is obeyed')
      assert.equal(((await strict.execute(withdrawal())) as { code: string }).code, '000')
    })

    test('a sign-off ends with a new connection on which our sign-on is taken', async () => {
      assert.equal(await answeredTo(signOff as string), taken)
      await until(async () => core.isSignedOff, 'the sign-off is obeyed')
      host.drop()
      await until(async () => !core.isSignedOff, 'another sign-on is taken')
      await untilSignedOn(core)
      assert.equal(((await core.execute(withdrawal())) as { code: string }).code, '000')
    })

    test('an advice that the host refuses is parked at once', async () => {
      host.script = ({ mti }, approval) => (isOrder(mti) ? undefined : { ...approval, 39: codeOf(version, '05') })
      const order = withdrawal()
      assert.equal(await settled(core.execute(order)), 'timeout')
      await until(async () => (await exceptionOf(order.reference)) !== undefined, 'it is parked')
      assert.deepEqual(await exceptionOf(order.reference), { kind: 'ADVICE_PARKED', action: null })
      assert.deepEqual(
        [await stateOf(order.reference), ...(await advicesOf(order.reference))],
        ['REVERSING', 'REFUSED'],
      )
    })
  }
})
