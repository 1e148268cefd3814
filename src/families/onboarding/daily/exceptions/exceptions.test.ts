// Exceptions over HTTP: a late reversal is listed, resolved once, and shown by the transaction.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { control } from '../../../../../test/support/accounts/account-services.ts'
import { withdrawal, withdrawalReversal } from '../../../../../test/support/accounts/sandbox-requests.ts'
import { answeredWith, approved, clientOf } from '../../../../../test/support/accounts/sdk-client.ts'
import { withGateway } from '../../../../../test/support/gateways/running-gateway.ts'
import { Onboarding } from '../../../../../test/support/onboarding/onboarding.ts'

const UNKNOWN_ID = '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55'

withGateway('the exceptions queue', (running) => {
  const api = new Onboarding(() => running.current.url)
  let token = ''
  let late = { id: '', originalId: '', rrn: '' }
  let unmatchedId = ''

  before(async () => {
    token = await api.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    const client = clientOf(running.current)
    const original = withdrawal('1000000001', 60)
    const { status } = await approved(client.debits(original))
    const unmatched = withdrawalReversal(withdrawal('1000000001', 4995))
    await answeredWith('914', client.debitsReverse(unmatched))
    await control(running.current, '/sandbox/clock', { advanceDays: 2 })
    const reversal = withdrawalReversal(original, { authId: status.authId })
    await answeredWith('188', client.debitsReverse(reversal))
    late = { ...(await found(reversal.transaction.rrn)), rrn: reversal.transaction.rrn }
    unmatchedId = (await found(unmatched.transaction.rrn)).id
  })

  const call = (route: string, body?: unknown) => api.call(route, { token, body })

  async function found(rrn: string): Promise<{ id: string; originalId: string }> {
    const { body, text } = await call('POST /transactions/exceptions/list', { search: rrn })
    const [item] = body.data.content
    assert.ok(item, text)
    return { id: item.id, originalId: item.transaction.originalId }
  }

  // One row per body that is not valid: the field that is named.
  const good = { action: 'MATCH', reason: 'seen' }
  const INVALID: [title: string, body: unknown, field: RegExp][] = [
    ['no action', { reason: 'seen' }, /action/],
    ['an unknown action', { ...good, action: 'SETTLED' }, /action/],
    ['an action of another type', { ...good, action: 1 }, /action/],
    ['no reason', { action: 'MATCH' }, /reason/],
    ['an empty reason', { ...good, reason: '' }, /reason/],
    ['a reason of 256 characters', { ...good, reason: 'x'.repeat(256) }, /reason/],
    ['a reason with a control character', { ...good, reason: 'a\u0007b' }, /reason/],
    ['an original that is no id', { ...good, originalId: 'first' }, /originalId/],
    ['an unknown outcome', { ...good, outcome: 'MAYBE' }, /outcome/],
  ]
  for (const [title, body, field] of INVALID) {
    test(`a resolution with ${title} is refused with 400`, async () => {
      const answer = await call(`POST /transactions/exceptions/${late.id}/resolve`, body)
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.body.message, field)
    })
  }

  test('an unmatched reversal needs its original: 400 without, 409 with one that does not fit', async () => {
    const route = `POST /transactions/exceptions/${unmatchedId}/resolve`
    const without = await call(route, good)
    assert.deepEqual([without.status, /originalId/.test(without.body.message)], [400, true])
    assert.equal((await call(route, { ...good, originalId: late.originalId })).status, 409)
    assert.equal((await call(route, { ...good, action: 'WRITE_OFF' })).status, 409)
  })

  test('ids that are none are 404', async () => {
    for (const id of [UNKNOWN_ID, late.originalId]) {
      const answer = await call(`POST /transactions/exceptions/${id}/resolve`, good)
      assert.equal(answer.status, 404, `${id}: ${answer.text}`)
    }
  })

  // One row per filter that is not valid.
  for (const [filter, field] of [
    [{ kind: ['ODD'] }, /kind/],
    [{ kind: 'LATE' }, /kind/],
    [{ state: ['OPEN', 'ODD'] }, /state/],
    [{ institutionId: 'no blank' }, /institutionId/],
  ] as const) {
    test(`the filter ${JSON.stringify(filter)} is refused with 400`, async () => {
      const answer = await call('POST /transactions/exceptions/list', filter)
      assert.equal(answer.status, 400)
      assert.match(answer.body.message, field)
    })
  }

  test('a late reversal is matched once, and the transaction shows it', async () => {
    const route = `POST /transactions/exceptions/${late.id}/resolve`
    const { status, body, text } = await call(route, good)
    assert.equal(status, 200, text)
    const { state, kind, resolution, transaction } = body.data
    assert.deepEqual([state, kind, resolution.action, transaction.rrn], ['RESOLVED', 'LATE', 'MATCH', late.rrn])
    assert.match(resolution.journalId, /^[0-9a-f-]{36}$/)
    const again = await call(route, good)
    assert.equal(again.status, 409)
    assert.match(again.body.message, /resolved already: MATCH by admin@sandbox.example/)
    const original = await call(`GET /transactions/${late.originalId}`)
    assert.deepEqual([original.body.data.status, original.body.data.reversedAmount], ['REVERSED', 60])
    const open = await call('POST /transactions/exceptions/list', { state: ['OPEN'], kind: ['LATE'] })
    assert.equal(open.body.data.totalElements, 0)
    const all = await call('GET /transactions/exceptions?sort=createdAt:desc')
    assert.deepEqual(
      all.body.data.content.map((item: { id: string }) => item.id),
      [late.id, unmatchedId],
    )
  })
})
