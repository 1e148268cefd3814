import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { startHost } from '../../../test/support/iso8583-host/host-process.ts'
import { until } from '../../../test/support/until.ts'
import { CLIENT_KEY_CONTEXT, NO_SECRETS } from '../../administration/institutions/connectivity/connection-secrets.ts'
import type { ConnectionSettings } from '../../administration/institutions/connectivity/connection-settings.ts'
import { iso8583Settings } from '../../administration/institutions/connectivity/iso8583-settings.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { loadDialects } from '../iso8583/dialect.ts'
import { answerJson, scriptedCore } from './rest/scripted-core.fixture.ts'
import { connectionTester } from './test-connection.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
const REST: ConnectionSettings = {
  coreType: 'REST',
  name: 'Core',
  baseUrl: 'http://core.bank.example',
  host: null,
  port: null,
  iso8583: null,
  secrets: NO_SECRETS,
  timeoutMs: 100,
  maxConnections: 1,
  circuitBreaker: { failureRate: 50, openMs: 100 },
}
const dialects = await loadDialects()
const down = async () => {
  throw new Error('read-only')
}

test('the built-in bank passes when its store takes writes', async () => {
  for (const coreType of ['BUILTIN', 'SANDBOX'] as const) {
    const of = (probeStore: () => Promise<void>) =>
      connectionTester({ environment: 'sandbox', secretBox, dialects, probeStore }).test({ ...REST, coreType })
    assert.equal((await of(async () => {})).isPassed, true)
    assert.equal((await of(down)).isPassed, false)
  }
})

test('a REST core is called with the settings of the record', async (t) => {
  const server = await scriptedCore(t, answerJson(200, { status: 'UP' }))
  const tester = connectionTester({ environment: 'sandbox', secretBox, dialects, probeStore: down })
  assert.equal((await tester.test({ ...REST, baseUrl: server.url.href, timeoutMs: 60_000 })).isPassed, true)
  assert.deepEqual(
    server.received.map(({ method, url }) => [method, url]),
    [['GET', '/bank/health']],
  )
})

test('what cannot be used fails, and nothing is thrown', async () => {
  const tester = connectionTester({ environment: 'prod', secretBox, dialects, probeStore: down })
  const { isPassed } = await tester.test({ ...REST, baseUrl: 'https://127.0.0.1' })
  assert.equal(isPassed, false)
  const secrets = { ...NO_SECRETS, userName: 'sealed by another key' }
  const result = await tester.test({ ...REST, baseUrl: 'https://core.bank.example', secrets })
  assert.deepEqual(result, { isPassed: false, message: 'The settings cannot be used' })
})

test('a lookup without an end occupies its place after the test has timed out', async () => {
  const ends: (() => void)[] = []
  const tester = connectionTester({
    environment: 'sandbox',
    secretBox,
    dialects,
    probeStore: down,
    resolve: () => new Promise((resolve) => ends.push(() => resolve([]))),
  })
  const results = await Promise.all([tester.test(REST), tester.test(REST)])
  assert.deepEqual(
    results.map(({ isPassed }) => isPassed),
    [false, false],
  )
  assert.equal(tester.isBusy(), true)
  for (const end of ends) end()
  await until(() => !tester.isBusy(), 'the lookups have ended')
})

test('a host passes when it takes the sign-on and answers an echo', async (t) => {
  const host = await startHost(t)
  const tester = connectionTester({ environment: 'sandbox', secretBox, dialects, probeStore: down })
  const settings: ConnectionSettings = {
    ...REST,
    coreType: 'ISO8583',
    baseUrl: null,
    host: '127.0.0.1',
    port: host.port,
    iso8583: iso8583Settings(null),
    timeoutMs: 60_000,
  }
  assert.deepEqual(await tester.test(settings), {
    isPassed: true,
    message: 'The host took the sign-on and answered an echo',
  })
  const unknown = { ...settings, iso8583: iso8583Settings(null, { dialect: 'no-such' }) }
  assert.match((await tester.test(unknown)).message, /cannot be used/)
  await host.kill()
  assert.match((await tester.test(settings)).message, /cannot be reached/)
})

test('a client certificate or a key that is no PEM fails the test, and nothing is thrown', async () => {
  const tester = connectionTester({ environment: 'sandbox', secretBox, dialects, probeStore: down })
  const text = 'MIIB this is no certificate'
  const settings = {
    ...REST,
    coreType: 'ISO8583' as const,
    baseUrl: null,
    host: '127.0.0.1',
    port: 9,
    timeoutMs: 1_000,
    iso8583: { ...iso8583Settings(null), tls: true, clientCertificate: text },
    secrets: { ...NO_SECRETS, clientKey: secretBox.seal(text, CLIENT_KEY_CONTEXT) },
  }
  const { isPassed, message } = await tester.test(settings)
  assert.equal(isPassed, false)
  assert.doesNotMatch(message, /MIIB/)
})
