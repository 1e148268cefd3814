import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Principal } from '../../administration/access/principal/principal.ts'
import { Call } from '../../edge/http/call.ts'
import { nothing } from '../../edge/resource/administration-operation.ts'
import { type OnboardingServices, onboardingOperation } from './onboarding-operation.ts'
import { RunnableOperation } from './run-operation.ts'

const CONTRACT = {
  id: 'Ping',
  route: 'POST /ping',
  access: 'signed-in',
  basis: 'chosen',
  tag: 'Session',
  summary: 'Ping',
  description: 'Answers.',
  reply: nothing,
  replyExamples: [],
} as const

for (const changesAccess of [true, false]) {
  const answered = changesAccess ? 'every node applies it' : 'it is made'
  test(`a change ${changesAccess ? 'of access' : 'of something else'} is answered when ${answered}`, async () => {
    const steps: string[] = []
    const operation = onboardingOperation({
      ...CONTRACT,
      changesAccess,
      handle: async () => {
        steps.push('made')
        return { body: '' }
      },
    })
    const authenticator = {
      async settled() {
        await nextTurn()
        steps.push('applied by every node')
      },
    }
    const runnable = new RunnableOperation(operation, { authenticator } as unknown as OnboardingServices)
    const call = new Call({
      correlationId: '7e57ab1e-0000-4000-8000-100000000001',
      method: 'POST',
      headers: {},
      params: {},
      query: {},
      ip: '127.0.0.1',
      receivedAtMs: 0,
      startedMs: 0,
    })
    await runnable.answer(call, { scope: {} } as Principal)
    steps.push('answered')
    await nextTurn()
    assert.deepEqual(steps, ['made', ...(changesAccess ? ['applied by every node'] : []), 'answered'])
  })
}
