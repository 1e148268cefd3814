// Work on exceptions over HTTP: assignment, comments, and jobs on many, also with a second user.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { withdrawal, withdrawalReversal } from '../../../../../test/support/accounts/sandbox-requests.ts'
import { answeredWith, clientOf } from '../../../../../test/support/accounts/sdk-client.ts'
import { withGateway } from '../../../../../test/support/gateways/running-gateway.ts'
import { Onboarding } from '../../../../../test/support/onboarding/onboarding.ts'
import { until } from '../../../../../test/support/until.ts'

const UNKNOWN_ID = '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55'
const OPERATOR_ROLE_ID = '00000000-0000-7000-8000-0000000000a1'
const LIST = { environment: 'sandbox', application: '*', key: 'four-eyes', valueType: 'JSON' }
const PATH = '/transactions/exceptions'

withGateway('work on exceptions', (running) => {
  const api = new Onboarding(() => running.current.url)
  const tokens = { admin: '', second: '', operator: '', viewer: '' }
  const users = { admin: '', operator: '', other: '' }
  let last = 0

  before(async () => {
    tokens.admin = await api.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    tokens.second = await api.tokenOf('second@sandbox.example', 'Sandbox-Second-1!')
    tokens.operator = await api.tokenOf('operator@fi001.example', 'Sandbox-Operator-1!')
    tokens.viewer = await api.tokenOf('viewer@sandbox.example', 'Sandbox-Viewer-1!')
    const { data } = await ok(`GET ${PATH}/assignees`)
    const idOf = (mail: string) => data.find((one: { mailID: string }) => one.mailID === mail)?.userId as string
    users.admin = idOf('admin@sandbox.example')
    users.operator = idOf('operator@fi001.example')
    assert.ok(users.admin && users.operator, JSON.stringify(data))
    const other = { firstName: 'Olga', lastName: 'Other', mailID: 'operator@fi002.example', institutionId: 'FI002' }
    users.other = (await answered(201, 'POST /users', { ...other, roleId: OPERATOR_ROLE_ID })).data.id
    const ofFirst = await ok(`GET ${PATH}/assignees?institutionId=FI001`)
    assert.ok(!JSON.stringify(ofFirst.data).includes(users.other))
    assert.ok(JSON.stringify((await ok(`GET ${PATH}/assignees`)).data).includes(users.other))
  })

  const call = (route: string, body?: unknown, token = tokens.admin) => api.call(route, { token, body })

  async function answered(status: number, route: string, body?: unknown, token?: string) {
    const answer = await call(route, body, token)
    assert.equal(answer.status, status, `${route}: ${answer.text}`)
    return answer.body
  }

  const ok = (route: string, body?: unknown, token?: string) => answered(200, route, body, token)

  /** An open exception of its own: a reversal without an original. */
  async function exception(): Promise<{ id: string; rrn: string }> {
    const reversal = withdrawalReversal(withdrawal('1000000001', 4000 + last++))
    await answeredWith('914', clientOf(running.current).debitsReverse(reversal))
    const { rrn } = reversal.transaction
    const { data } = await ok(`POST ${PATH}/list`, { search: rrn })
    return { id: data.content[0].id, rrn }
  }

  const several = (count: number) => Promise.all(Array.from({ length: count }, exception))

  async function found(filter: object, token?: string): Promise<string[]> {
    const { data } = await ok(`POST ${PATH}/list?size=200`, filter, token)
    return data.content.map((one: { id: string }) => one.id)
  }

  function ended(jobId: string) {
    return until(async () => {
      const { data } = await ok(`GET ${PATH}/resolutions/${jobId}?size=200`)
      return ['DONE', 'FAILED'].includes(data.state) && data
    }, 'the job has ended')
  }

  async function audited(id: string): Promise<string[]> {
    const { data } = await ok('POST /audit-logs/list', { resourceId: id })
    return data.content.map((one: { action: string; actorEmail: string }) => `${one.action} by ${one.actorEmail}`)
  }

  test('an exception is nobody’s and of normal priority until somebody says otherwise', async () => {
    const { id } = await exception()
    const { data } = await ok(`GET ${PATH}/${id}`)
    const { assigneeId, priority, dueAt, comments, commentCount } = data
    assert.deepEqual([assigneeId, priority, dueAt, comments, commentCount], [undefined, 'NORMAL', undefined, [], 0])
  })

  test('it is handed out, found by who has it, and given back', async () => {
    const { id } = await exception()
    const other = await exception()
    const dueAt = '2026-01-16T08:00:00.000Z'
    const sent = { assigneeId: users.operator, priority: 'HIGH', dueAt }
    const { data } = await ok(`POST ${PATH}/${id}/assign`, sent)
    assert.deepEqual(
      [data.assigneeId, data.assignee, data.priority, data.dueAt],
      [users.operator, 'operator@fi001.example', 'HIGH', dueAt],
    )
    const of = { kind: ['UNMATCHED'] }
    assert.deepEqual(await found({ ...of, assigneeId: users.operator }), [id])
    assert.deepEqual(await found({ ...of, isAssigned: true }), [id])
    assert.deepEqual(await found({ ...of, priority: ['HIGH', 'LOW'] }), [id])
    assert.deepEqual(await found({ ...of, dueBefore: '2026-01-16T08:00:00.001Z' }), [id])
    assert.deepEqual(await found({ ...of, dueBefore: dueAt }), [])
    for (const filter of [{ isAssigned: false }, { priority: ['NORMAL'] }]) {
      const ids = await found({ ...of, ...filter })
      assert.deepEqual([ids.includes(other.id), ids.includes(id)], [true, false], JSON.stringify(filter))
    }
    const givenTo = async () => {
      const { data: told } = await ok('GET /notifications', undefined, tokens.operator)
      return told.content.some((one: { kind: string; resourceId: string }) => one.resourceId === id)
    }
    assert.equal(await givenTo(), true)
    const back = await ok(`POST ${PATH}/${id}/assign`, { assigneeId: null, dueAt: null })
    assert.deepEqual([back.data.assigneeId, back.data.dueAt, back.data.priority], [undefined, undefined, 'HIGH'])
    assert.equal(await givenTo(), false)
    assert.deepEqual(await audited(id), Array(2).fill('exception.assign by admin@sandbox.example'))
    await ok(`POST ${PATH}/${id}/assign`, { priority: 'HIGH' })
    assert.equal((await audited(id)).length, 2, 'what changes nothing is not audited')
  })

  test('comments are kept in their order, with who wrote them', async () => {
    const { id } = await exception()
    for (let place = 1; place <= 7; place++) await ok(`POST ${PATH}/${id}/comment`, { text: `note ${place}` })
    const { data } = await ok(`GET ${PATH}/${id}`)
    assert.deepEqual(
      data.comments.map(({ by, text }: { by: string; text: string }) => `${by}: ${text}`),
      Array.from({ length: 7 }, (_, place) => `admin@sandbox.example: note ${place + 1}`),
    )
    const list = await ok(`POST ${PATH}/list`, { search: data.transaction.rrn })
    const [shown] = list.data.content
    assert.deepEqual([shown.comments.length, shown.comments[4].text, shown.commentCount], [5, 'note 7', 7])
  })

  // One row per body that is not valid: the field that is named.
  const INVALID: [route: string, body: unknown, field: RegExp][] = [
    ['assign', { assigneeId: UNKNOWN_ID }, /assigneeId must be an active user/],
    ['assign', { assigneeId: 'operator' }, /assigneeId/],
    ['assign', { priority: 'URGENT' }, /priority/],
    ['assign', { dueAt: '2026-02-30T08:00:00Z' }, /dueAt/],
    ['comment', {}, /text/],
    ['comment', { text: ' ' }, /text/],
    ['comment', { text: 'card 4000000000000010' }, /text/],
  ]
  for (const [route, body, field] of INVALID) {
    test(`${route} of ${JSON.stringify(body)} is refused with 400`, async () => {
      const { id } = await exception()
      assert.match((await answered(400, `POST ${PATH}/${id}/${route}`, body)).message, field)
    })
  }
  const reason = 'seen'
  const INVALID_JOBS: [route: string, body: unknown, field: RegExp][] = [
    ['resolve', { action: 'IGNORE', reason }, /ids is required without filter/],
    ['resolve', { ids: [], action: 'IGNORE', reason }, /ids/],
    ['resolve', { ids: Array(501).fill(UNKNOWN_ID), action: 'IGNORE', reason }, /ids/],
    ['resolve', { ids: [UNKNOWN_ID], filter: {}, action: 'IGNORE', reason }, /filter must be absent/],
    ['resolve', { filter: { kind: ['ODD'] }, action: 'IGNORE', reason }, /filter\.kind/],
    ['resolve', { filter: {}, reason }, /action/],
    ['resolve', { filter: {}, action: 'IGNORE' }, /reason/],
    ['assign', { filter: {} }, /assigneeIds is required/],
    ['assign', { filter: {}, assigneeIds: [] }, /assigneeIds/],
    [
      'assign',
      { filter: { kind: ['UNMATCHED'] }, assigneeIds: [UNKNOWN_ID] },
      /assigneeIds\[0\] must be an active user/,
    ],
    ['assign', { filter: {}, dueAt: 'tomorrow' }, /dueAt/],
  ]
  for (const [route, body, field] of INVALID_JOBS) {
    test(`a job to ${route} with ${JSON.stringify(body).slice(0, 80)} is refused with 400`, async () => {
      await exception()
      assert.match((await answered(400, `POST ${PATH}/${route}`, body)).message, field)
    })
  }

  test('an exception that is not there is 404, and a filter that finds nothing 409', async () => {
    await answered(404, `POST ${PATH}/${UNKNOWN_ID}/assign`, { priority: 'LOW' })
    await answered(404, `POST ${PATH}/${UNKNOWN_ID}/comment`, { text: 'seen' })
    const { id } = await exception()
    const unknown = await answered(404, `POST ${PATH}/resolve`, { ids: [id, UNKNOWN_ID], action: 'IGNORE', reason })
    assert.match(unknown.message, new RegExp(UNKNOWN_ID))
    await answered(409, `POST ${PATH}/resolve`, { filter: { search: 'nowhere' }, action: 'IGNORE', reason })
    await answered(404, `GET ${PATH}/resolutions/${UNKNOWN_ID}`)
    await answered(400, `GET ${PATH}/resolutions/first`)
  })

  test('users of another institution get none of it', async () => {
    const { id } = await exception()
    const refused = await answered(400, `POST ${PATH}/${id}/assign`, { assigneeId: users.other })
    assert.match(refused.message, /assigneeId/)
    await answered(403, `POST ${PATH}/${id}/assign`, { priority: 'LOW' }, tokens.viewer)
  })

  test('a job hands exceptions out in turn, with a comment at each', async () => {
    const made = await several(4)
    const body = {
      ids: made.map(({ id }) => id),
      assigneeIds: [users.admin, users.operator],
      comment: 'night of the 15th',
    }
    const { data } = await answered(202, `POST ${PATH}/assign`, body)
    const { state, total, done, skipped, action } = await ended(data.jobId)
    assert.deepEqual([state, total, done, skipped, action], ['DONE', 4, 4, 0, 'ASSIGN'])
    const owners = await Promise.all(
      made.map(async ({ id }) => {
        const one = (await ok(`GET ${PATH}/${id}`)).data
        assert.equal(one.comments[0].text, 'night of the 15th')
        assert.deepEqual(await audited(id), ['exception.assign by admin@sandbox.example'])
        return one.assignee
      }),
    )
    const told = await ok('GET /notifications', undefined, tokens.operator)
    const given = told.data.content.find((one: { resourceId: string }) => one.resourceId === data.jobId)
    assert.deepEqual([given?.kind, given?.details.exceptions], ['EXCEPTIONS_GIVEN', '2'], JSON.stringify(told.data))
    const own = await ok('GET /notifications')
    const end = own.data.content.find((one: { resourceId: string }) => one.resourceId === data.jobId)
    assert.deepEqual([end?.kind, end?.details.done], ['EXCEPTION_JOB_ENDED', '4'])
    assert.deepEqual(owners.toSorted(), [
      'admin@sandbox.example',
      'admin@sandbox.example',
      'operator@fi001.example',
      'operator@fi001.example',
    ])
  })

  test('a job resolves all that match, each with its audit record, and says which had changed', async () => {
    const made = await several(6)
    const [gone, ...rest] = made.map(({ id }) => id)
    await ok(`POST ${PATH}/${gone}/resolve`, { action: 'IGNORE', reason: 'by hand' })
    const byIds = await answered(202, `POST ${PATH}/resolve`, { ids: [gone, rest[0]], action: 'IGNORE', reason })
    const first = await ended(byIds.data.jobId)
    assert.deepEqual([first.state, first.total, first.done, first.skipped], ['DONE', 2, 1, 1])
    const skipped = first.lines.content.find((line: { state: string }) => line.state === 'SKIPPED')
    assert.equal(skipped.exceptionId, gone)
    assert.match(skipped.detail, /resolved already: IGNORE by admin/)
    for (const id of rest.slice(1))
      await ok(`POST ${PATH}/${id}/assign`, { assigneeId: users.operator, priority: 'LOW' })
    const filter = { priority: ['LOW'], assigneeId: users.operator }
    const all = await answered(202, `POST ${PATH}/resolve`, { filter, action: 'IGNORE', reason })
    const second = await ended(all.data.jobId)
    assert.deepEqual([second.total, second.done], [4, 4])
    assert.deepEqual(await found({ ...filter, state: ['OPEN'] }), [])
    for (const id of rest) assert.ok((await audited(id)).includes('exception.resolve by admin@sandbox.example'))
    const jobs = await ok(`GET ${PATH}/resolutions`)
    assert.equal(jobs.data.content[0].id, all.data.jobId)
    const done = await ok(`GET ${PATH}/resolutions/${all.data.jobId}?state=SKIPPED`)
    assert.equal(done.data.lines.totalElements, 0)
  })

  describe('with two people', () => {
    before(async () => {
      const value = JSON.stringify(['EXCEPTIONS:APPROVE:IGNORE'])
      await answered(201, 'POST /application-properties', { ...LIST, value })
    })

    test('one change request waits for all, as they were when it was asked for', async () => {
      const made = (await several(3)).map(({ id }) => id)
      for (const id of made) await ok(`POST ${PATH}/${id}/assign`, { priority: 'LOW' })
      const filter = { priority: ['LOW'], kind: ['UNMATCHED'] }
      const body = { filter, action: 'IGNORE', reason }
      const { data } = await answered(202, `POST ${PATH}/resolve`, body)
      const request = (await ok(`GET /change-requests/${data.changeRequestId}`)).data
      assert.deepEqual(
        [request.resource, request.before.exceptions, request.before.action],
        ['exception-job', 3, 'IGNORE'],
      )
      const job = (await ok(`GET ${PATH}/resolutions/${request.resourceId}`)).data
      assert.deepEqual([job.state, job.total, job.done, job.changeRequestId], ['PENDING', 3, 0, data.changeRequestId])
      assert.deepEqual(new Set(job.lines.content.map((line: { state: string }) => line.state)), new Set(['PENDING']))

      // Each of them waits: another change of one does not, and a filter leaves them out.
      await answered(409, `POST ${PATH}/${made[0]}/resolve`, { action: 'IGNORE', reason })
      await answered(409, `POST ${PATH}/resolve`, { ids: [made[1]], action: 'IGNORE', reason })
      await answered(409, `POST ${PATH}/resolve`, body)

      const late = await exception()
      await ok(`POST ${PATH}/${late.id}/assign`, { priority: 'LOW' })
      await answered(403, `POST /change-requests/${data.changeRequestId}/approve`)
      await answered(202, `POST /change-requests/${data.changeRequestId}/approve`, undefined, tokens.second)
      const { state, total, done } = await ended(request.resourceId)
      assert.deepEqual([state, total, done], ['DONE', 3, 3])
      assert.deepEqual(await found({ ...filter, state: ['OPEN'] }), [late.id])
      for (const id of made)
        assert.ok((await audited(id)).includes('exception.resolve by admin@sandbox.example'), 'audited for each')
      await answered(409, `POST /change-requests/${data.changeRequestId}/approve`, undefined, tokens.second)
    })

    test('a job that is rejected ends, and its exceptions wait no longer', async () => {
      const { id } = await exception()
      const body = { ids: [id], action: 'IGNORE', reason }
      const { data } = await answered(202, `POST ${PATH}/resolve`, body)
      const { resourceId } = (await ok(`GET /change-requests/${data.changeRequestId}`)).data
      await ok(`POST /change-requests/${data.changeRequestId}/reject`, { comment: 'no' }, tokens.second)
      assert.equal((await ok(`GET ${PATH}/resolutions/${resourceId}`)).data.state, 'CANCELLED')
      assert.equal((await ok(`GET ${PATH}/${id}`)).data.state, 'OPEN')
      await answered(202, `POST ${PATH}/resolve`, body)
    })
  })
})
