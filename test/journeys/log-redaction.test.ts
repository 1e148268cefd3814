// Nothing sensitive reaches the log, wherever it is sent and at any log level.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { HOSTILE_TEXTS } from '../spec/hostile-texts.ts'
import { requestOf, setField, type Tree } from '../spec/request-bodies.ts'
import { OPERATIONS, SAMPLE, type SpecOperation, type Variant } from '../spec/spec-tables.ts'
import { ATM, BASE_PATH, control, EXPIRED, headersFor, IVR, post, send } from '../support/accounts/account-services.ts'
import { lookup, withdrawal } from '../support/accounts/sandbox-requests.ts'
import type { Gateway } from '../support/gateways/gateway.ts'
import { onGateway, type RunningGateway } from '../support/gateways/running-gateway.ts'

const TOKEN = 'management-token-for-redaction'
const WRONG_SECRET = 'a-secret-that-is-wrong-but-a-secret'
const PANS = [
  ...['4000000000000010', '4000000000000028', '4000000000000036', '4000000000000044', '4000000000000051'],
  ...['4000000000000069', '4000000000000077', '4000000000000085', '4000010000000019', '4000020000000018'],
  // Not in the sandbox, and one of them invalid.
  ...['4111111111111111', '5500000000000004', '4000000000000011'],
]
const PAN = '4111111111111111'
const SECRETS = [ATM.clientSecret, IVR.clientSecret, EXPIRED.clientSecret, WRONG_SECRET, TOKEN]

// `trace` is the most verbose level and includes what any other level writes.
onGateway(
  'the log at trace level',
  (running) => {
    test('contains one JSON line per request, and no card number, secret, key or token', async () => {
      const masterKey = await readMasterKey(running)
      const sent = await wholeSession(running.current, masterKey)
      const gateway = running.current
      assert.equal(await running.stop(), 0)

      const logged = afterBanner(gateway.output())
      for (const secret of [...PANS, ...SECRETS, masterKey]) {
        assert.ok(!logged.some((line) => line.includes(secret)), `${secret} is in the log`)
      }
      assertOneLinePerRequest(logged, sent)
    })
  },
  { LOG_LEVEL: 'trace', MANAGEMENT_TOKEN: TOKEN },
)

/** The sandbox stores its key next to its data; only the key counts here, not its version. */
async function readMasterKey(running: RunningGateway): Promise<string> {
  const { DATA_DIR = '' } = running.store.env
  const text = await readFile(join(DATA_DIR, 'master.key'), 'utf8')
  const key = text.trim().split(':').at(-1) ?? ''
  assert.ok(key.length >= 40, 'the master key is not where it was expected')
  return key
}

/** The lines after the start-up banner, which shows the sandbox's credentials on purpose. */
function afterBanner(output: string): string[] {
  const lines = output.trimEnd().split('\n')
  const last = lines.findIndex((line) => line.startsWith('management listening on '))
  assert.ok(
    lines.slice(0, last).some((line) => line.includes(ATM.clientSecret)),
    'the banner shows no credentials',
  )
  return lines.slice(last + 1)
}

function assertOneLinePerRequest(lines: readonly string[], sent: ReadonlySet<string>): void {
  const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const requests = records.filter((record) => record.msg === 'request')
  for (const record of records) assert.ok(typeof record.level === 'string' && typeof record.msg === 'string')
  for (const { correlationId, method, path, status } of requests) {
    assert.match(String(correlationId), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.ok(typeof method === 'string' && typeof path === 'string' && typeof status === 'number')
  }
  const counts = Map.groupBy(requests, ({ correlationId }) => correlationId)
  for (const correlationId of sent) {
    const lines = counts.get(correlationId) ?? []
    // Over midnight in New York the same request is sent again until the day is closed.
    const settled = lines.filter(({ responseCode }) => responseCode !== '906')
    assert.equal((settled[0] ? settled : lines).length, 1, `${correlationId} has not exactly one line`)
  }
  assert.ok(requests.length > sent.size, 'requests without a usable correlation id have a line too')
  // Faults are logged with their cause, under the same correlation id. What goes on in the background has none, and may be late on a
  // busy machine.
  const faults = records.filter(
    ({ level, correlationId }) => (level === 'warn' || level === 'error') && correlationId !== undefined,
  )
  assert.ok(faults.length >= 4, 'the faults of the scenario accounts are logged')
  for (const { correlationId } of faults) assert.ok(sent.has(String(correlationId)))
}

/** Calls every operation, correctly and incorrectly, with secrets in wrong places. Returns the correlation ids. */
async function wholeSession(gateway: Gateway, masterKey: string): Promise<ReadonlySet<string>> {
  const sent = new Set<string>()
  const ask = async (path: string, body: unknown, changes: Record<string, string> = {}) => {
    const headers = { ...headersFor(), ...changes }
    if (/^[0-9a-f-]{36}$/.test(headers['x-correlation-id'] ?? '')) sent.add(headers['x-correlation-id'] ?? '')
    await post(gateway, path, body, headers)
  }

  for (const operation of OPERATIONS) {
    for (const variant of operation.variants) {
      await ask(operation.path, requestOf(operation, variant, operation.optional))
      await ask(operation.path, {})
      await ask(operation.path, '{"card":{"pan":"4111111111111111"')
      await ask(operation.path, requestOf(operation, variant), { client_secret: WRONG_SECRET })
      for (const body of misplaced(operation, variant, masterKey)) await ask(operation.path, body)
    }
  }
  for (const pan of PANS) {
    await ask('/accounts', lookup(pan))
    await ask('/transactions/debits', withdrawal('1000000001', 20, { pan }))
  }
  for (const account of ['9000000500', '9000000503', '9000000504', '9000000505', '9000000906', '9000000100']) {
    await ask('/transactions/debits', withdrawal(account, 20, { pan: PAN }))
    await ask('/transactions/debits', withdrawal(account, 20))
  }
  for (const text of HOSTILE_TEXTS) {
    await ask('/accounts/balance', { head: { description: `${text} ${PAN} ${ATM.clientSecret}` } })
  }
  await wrongHeaders(ask, masterKey)
  await wrongPlaces(gateway, sent, masterKey)
  return sent
}

/** The request with a card number, a secret and the key in each of its text fields. */
function misplaced(operation: SpecOperation, variant: Variant, masterKey: string): Tree[] {
  const fields = [...operation.required, ...variant.required, ...operation.optional, 'unknown']
  return fields
    .filter((field) => typeof (SAMPLE[field] ?? '') === 'string')
    .flatMap((field) =>
      [PAN, ATM.clientSecret, masterKey].map((value) => {
        const body = requestOf(operation, variant)
        setField(body, field, value)
        return body
      }),
    )
}

async function wrongHeaders(
  ask: (path: string, body: unknown, changes: Record<string, string>) => Promise<void>,
  masterKey: string,
): Promise<void> {
  const names = [
    'client_id',
    'partnerId',
    'authorization',
    'x-client-secret',
    'cookie',
    'user-agent',
    'x-forwarded-for',
  ]
  for (const name of [...names, 'content-type', 'x-correlation-id', 'referer', 'x-request-id']) {
    for (const value of [PAN, ATM.clientSecret, masterKey, `Bearer ${TOKEN}`]) {
      await ask('/accounts', lookup('4000000000000010'), { [name]: value })
    }
  }
}

/** Secrets in paths, in queries, and on the management listener. */
async function wrongPlaces(gateway: Gateway, sent: Set<string>, masterKey: string): Promise<void> {
  const values = [PAN, ATM.clientSecret, encodeURIComponent(masterKey), TOKEN]
  for (const value of values) {
    for (const path of [`/${value}`, `${BASE_PATH}/accounts/${value}`, `${BASE_PATH}/accounts?pan=${value}`]) {
      const headers = headersFor()
      sent.add(headers['x-correlation-id'] ?? '')
      await send(gateway, path, { method: 'POST', headers, body: JSON.stringify(lookup(PAN)) })
    }
    for (const path of [`/actuator/metrics/${value}`, `/sandbox/mailbox?to=${value}`, `/sandbox/${value}`]) {
      const correlationId = randomUUID()
      sent.add(correlationId)
      await fetch(gateway.managementUrl + path, {
        headers: { authorization: `Bearer ${TOKEN}`, 'x-correlation-id': correlationId },
      })
      await fetch(gateway.managementUrl + path, { headers: { authorization: `Bearer ${value}` } })
    }
  }
  // A body that the controls reject, with a secret in it, and without the token.
  await assert.rejects(control(gateway, '/sandbox/clock', { date: PAN }), /answered 401/)
}
