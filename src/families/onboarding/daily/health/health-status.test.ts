// The health of the services over HTTP: who sees which, what is refused, and what is said of one that is down.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Grants, type Principal } from '../../../../administration/access/principal/principal.ts'
import { createLogger } from '../../../../edge/http/log.ts'
import { createServer } from '../../../../edge/http/server/server.ts'
import { newId } from '../../../../platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../../../platform/kernel/scope.ts'
import { systemClock } from '../../../../platform/kernel/time/clock.ts'
import { onboardingFamily } from '../../family.ts'
import type { OnboardingServices } from '../../onboarding-operation.ts'
import { type ProbedService, ServiceHealth } from './service-health.ts'

const never = () => new Promise<never>(() => {})
const secret = async () => {
  throw new Error('connect ECONNREFUSED 10.1.2.3:5432 password=hunter2')
}
const up = async () => '1.2.3'

function services(broken: Readonly<Record<string, ProbedService['probe']>> = {}): ProbedService[] {
  const all: ProbedService[] = [
    { name: 'gateway', probe: up },
    { name: 'database', probe: up },
    { name: 'core:FI001', institutionId: 'FI001', probe: up },
    { name: 'core:FI002', institutionId: 'FI002', probe: async () => undefined },
    { name: 'mail', probe: up },
    { name: 'jobs', probe: up },
  ]
  return all.map((service) => ({ ...service, probe: broken[service.name] ?? service.probe }))
}

describe('POST /healthstatus', () => {
  let scope: Scope = {}
  let probed = services()
  const principal = { userId: newId(0), grants: Grants.all() }
  const serving = {
    clock: systemClock,
    authenticator: { authenticate: async () => ({ ...principal, scope }) as Principal },
    // A new one for each question: results are kept for a while.
    serviceHealth: {
      inScope: (scope: Scope) => new ServiceHealth(() => probed, systemClock).inScope(scope),
      report: (asked: ProbedService[]) => new ServiceHealth(() => probed, systemClock).report(asked),
    },
  } as unknown as OnboardingServices
  const server = createServer({
    families: [onboardingFamily(serving)],
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
  })
  after(() => server.close())
  before(() => server.ready())

  const ask = async (payload: object) => {
    const reply = await server.inject({
      method: 'POST',
      url: '/v1/onboarding/healthstatus',
      headers: { authorization: 'Bearer x' },
      payload,
    })
    return { status: reply.statusCode, text: reply.body, data: reply.json().data }
  }
  const namesOf = (data: { services: { name: string }[] }) => data.services.map(({ name }) => name)

  test('everything in scope, with status, latency, version and time', async () => {
    const { status, data } = await ask({ fetchAllMicroServiceHealth: true })
    assert.equal(status, 200)
    assert.equal(data.status, 'UP')
    assert.deepEqual(
      namesOf(data),
      services().map(({ name }) => name),
    )
    for (const service of data.services) {
      assert.equal(service.status, 'UP')
      assert.ok(Number.isInteger(service.latencyMs) && service.latencyMs >= 0)
      assert.ok(Number.isFinite(Date.parse(service.checkedAt)))
      assert.equal(service.version, service.name === 'core:FI002' ? null : '1.2.3')
      assert.equal(service.error, undefined)
    }
  })

  test('only what is named, once', async () => {
    const { data } = await ask({ services: ['mail', 'database', 'mail'] })
    assert.deepEqual(namesOf(data), ['database', 'mail'])
  })

  test("an institution's user sees its own core only", async () => {
    scope = { institutionId: 'FI002', subTenantId: newId(0) }
    const { data } = await ask({ fetchAllMicroServiceHealth: true })
    assert.deepEqual(namesOf(data), ['gateway', 'database', 'core:FI002', 'mail', 'jobs'])
    const { status, text } = await ask({ services: ['core:FI001'] })
    scope = {}
    assert.equal(status, 400)
    assert.match(text, /the services are gateway, database, core:FI002, mail, jobs/)
  })

  // One row per bad body: what the 400 says.
  const REFUSED: [body: object, says: RegExp][] = [
    [{}, /services.*must be given: the services are gateway, database, core:FI001, core:FI002, mail, jobs/],
    [{ fetchAllMicroServiceHealth: false }, /must be given/],
    [{ services: [] }, /must be given/],
    [{ services: ['printer'] }, /services\[0\].*is not known: the services are gateway/],
    [{ services: ['digital-ledgers'] }, /is not known/],
    [{ fetchAllMicroServiceHealth: true, services: ['printer'] }, /is not known/],
    [{ fetchAllMicroServiceHealth: 'true' }, /fetchAllMicroServiceHealth/],
    [{ services: 'database' }, /services/],
    [{ services: [1] }, /services\[0\]/],
    [{ services: [''] }, /services\[0\]/],
    [{ services: ['x'.repeat(65)] }, /services\[0\]/],
    [{ services: Array.from({ length: 201 }, () => 'database') }, /services/],
  ]
  for (const [body, says] of REFUSED) {
    test(`${JSON.stringify(body).slice(0, 60)} is refused`, async () => {
      const { status, text } = await ask(body)
      assert.equal(status, 400)
      assert.match(text, says)
    })
  }

  // One row per failure: which service, and the status of the whole.
  const FAILURES: [name: string, probe: ProbedService['probe'], whole: string, error: string][] = [
    ['gateway', secret, 'DOWN', 'The service is not available'],
    ['database', never, 'DOWN', 'The service did not answer in time'],
    ['core:FI001', never, 'DEGRADED', 'The service did not answer in time'],
    ['mail', secret, 'DEGRADED', 'The service is not available'],
    ['jobs', secret, 'DEGRADED', 'The service is not available'],
  ]
  for (const [name, probe, whole, error] of FAILURES) {
    test(`${name} down makes the whole ${whole}, and the reason stays inside`, async () => {
      probed = services({ [name]: probe })
      const { status, data, text } = await ask({ fetchAllMicroServiceHealth: true })
      probed = services()
      assert.equal(status, 200)
      assert.equal(data.status, whole)
      const service = data.services.find((one: { name: string }) => one.name === name)
      assert.deepEqual([service.status, service.error, service.version], ['DOWN', error, null])
      assert.doesNotMatch(text, /hunter2|ECONNREFUSED/)
    })
  }
})

test('a slow service is degraded; a result is kept for two seconds and shared', async () => {
  let nowMs = 0
  let probes = 0
  const probe = async () => {
    probes++
    nowMs += 600
    return '1'
  }
  const health = new ServiceHealth(
    () => [{ name: 'mail', probe }],
    systemClock,
    () => nowMs,
  )
  const read = () => health.report(health.inScope({}))
  const [first, second] = await Promise.all([read(), read()])
  assert.equal(first.status, 'DEGRADED')
  assert.deepEqual(first, second)
  assert.equal(probes, 1)
  nowMs = 1_999
  await read()
  assert.equal(probes, 1)
  nowMs = 2_000
  await read()
  assert.equal(probes, 2)
})
