import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Grants, type Principal } from '../../../../administration/access/principal/principal.ts'
import type { RequestEnd } from '../../../../administration/audit/audit-log.ts'
import type { ChangeRequestRecord } from '../../../../administration/change-requests/change-request-records.ts'
import { recordChanged } from '../../../../administration/change-requests/requested-changes.ts'
import { Call } from '../../../../edge/http/call.ts'
import { may } from '../../../../edge/resource/access.ts'
import { nothing } from '../../../../edge/resource/administration-operation.ts'
import { type OnboardingAsk, type OnboardingServices, onboardingOperation } from '../../onboarding-operation.ts'
import { RunnableOperation } from '../../run-operation.ts'
import { Approvals } from './approvals.ts'

const CALL = new Call({
  correlationId: '7e57ab1e-0000-4000-8000-100000000001',
  method: 'POST',
  headers: {},
  params: {},
  query: {},
  ip: '127.0.0.1',
  receivedAtMs: 0,
  startedMs: 0,
})
const ANYBODY = { userId: 'user', scope: {}, grants: Grants.all() } as Principal

/** Whether the change has ended the request: one that finds nothing to change has not. */
let hasEnded: boolean
let failed: Pick<RequestEnd, 'failure'>[]
let approvals: Approvals

beforeEach(() => {
  failed = []
  const operation = onboardingOperation({
    id: 'SwitchOn',
    route: 'POST /lamps',
    access: may('ROLES', 'UPDATE'),
    basis: 'chosen',
    tag: 'Session',
    summary: 'Switch a lamp on',
    description: 'Answers.',
    reply: nothing,
    replyExamples: [],
    handle: async () => ({ body: 'on' }),
  })
  const record = { operation: 'SwitchOn', requestedById: 'maker', requestedBy: 'maker@bank.example' }
  const services = {
    authenticator: { userById: async () => ANYBODY },
    changeRequests: {
      open: async () => ({ record, request: { params: {}, query: {} } }),
      witnessOf: () => ({ attemptId: 'attempt' }),
      async assertCarriedOut() {
        if (!hasEnded) throw recordChanged()
      },
      async fail(_record: ChangeRequestRecord, _approver: unknown, end: Pick<RequestEnd, 'failure'>) {
        failed.push(end)
      },
    },
  } as unknown as OnboardingServices
  approvals = new Approvals(services, [new RunnableOperation(operation, services)])
})

const approve = () =>
  approvals.approve({ principal: ANYBODY, call: CALL, actor: {} } as unknown as OnboardingAsk, 'request', undefined)

test('an approval answers as the change does', async () => {
  hasEnded = true
  assert.deepEqual([await approve(), failed], [{ body: 'on' }, []])
})

test('an approval that had nothing left to change is refused, and ends the request', async () => {
  hasEnded = false
  await assert.rejects(approve(), { reason: 'change-requests.changed' })
  assert.equal(failed.length, 1)
})
