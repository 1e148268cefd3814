// Every rule that `tillgate core-check` knows, against the example; and the command itself, against servers that break
// the rules.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, type TestContext, test } from 'node:test'
import { runCommand } from '../../src/app/cli/commands.ts'
import { readFixture } from '../../src/channels/core/rest-check/check-fixture.ts'
import { CHECK_CASES, openDesk, runCheck } from '../../src/channels/core/rest-check/run-check.ts'
import { startExample } from '../support/rest-core/example-server.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const fixtureFile = join(ROOT, 'examples', 'rest-core', 'fixture.json')
const fixture = readFixture(readFileSync(fixtureFile, 'utf8'))

const server = await startExample({ after }, { plainAccounts: 20_000 })

/** The fixture with accounts that no other run uses: a run leaves some at the limit of the day. */
let ranges = 0
function ownAccounts(): typeof fixture {
  const first = String(5_000_010_001 + 300 * ranges++)
  return { ...fixture, plainAccounts: { first, count: 300 } }
}

describe('the example keeps every rule', () => {
  const { desk, close } = openDesk({ url: server.url, fixture: ownAccounts(), timeoutMs: 10_000 })
  after(close)
  for (const { title, run } of CHECK_CASES) test(title, () => run(desk))
})

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function coreCheck(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    // Patient, unless a test says otherwise.
    const command = [join(ROOT, 'bin', 'tillgate.js'), 'core-check', '--timeout', '60000', ...args]
    const child = execFile(process.execPath, command, { maxBuffer: 10_000_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
    child.stdin?.end('sesame\n')
  })
}

test('the command prints a line for every rule and exits 0', async () => {
  const { code, stdout } = await coreCheck('--url', server.url.href)
  assert.match(stdout, new RegExp(`\n${CHECK_CASES.length} kept, 0 broken, 0 not checked\n$`))
  assert.equal(stdout.match(/^✓ /gm)?.length, CHECK_CASES.length)
  assert.equal(code, 0)
})

test('with a small fixture what it lacks is reported as not checked', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-core-check-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'fixture.json')
  const { institutionId, partnerId, currency, businessDate } = fixture
  const plainAccounts = Array.from({ length: 60 }, (_, n) => String(5_000_019_001 + n))
  writeFileSync(file, JSON.stringify({ institutionId, partnerId, currency, businessDate, plainAccounts }))
  const { code, stdout } = await coreCheck('--url', server.url.href, '--fixture', file)
  assert.match(stdout, /– 119: a transfer from a loan\n {4}the fixture has no accounts\.loan\n/)
  assert.match(stdout, / 0 broken, \d{2} not checked\n$/)
  assert.equal(code, 0)
})

/** The example behind a proxy that changes its answers. */
async function tampering(t: TestContext, tamper: (request: IncomingMessage, body: string) => [number, string]) {
  const proxy = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    const sent = await text(request)
    const answer = await fetch(new URL(url, server.url), { method, ...(method !== 'GET' && { body: sent }) })
    const seen = await answer.text()
    const [status, body] = answer.status === 200 ? tamper(request, seen) : [answer.status, seen]
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

// One row per defect of a server: what it answers instead, and the rules that must be reported as broken.
const DEFECTS: [title: string, tamper: Parameters<typeof tampering>[1], broken: RegExp][] = [
  [
    'balances that are one unit off after an order',
    ({ method }, body) => [
      200,
      method === 'PUT'
        ? body.replace(/"balanceMinor":(\d+)/, (_, minor) => `"balanceMinor":${Number(minor) + 1}`)
        : body,
    ],
    /^a cash withdrawal moves .*\nthe balances of the answer: expected .* seen /m,
  ],
  [
    'another decline than the contract has',
    (_request, body) => [200, body.replace('"code":"110"', '"code":"100"')],
    /^everything that is there can be taken, and not a unit more\nthe outcome of TRANSFER: expected 110, seen 100/m,
  ],
  [
    'unknown codes',
    (_request, body) => [200, body.replace('"code":"000"', '"code":"00"')],
    /^an order sent again .*\nexpected an answer, seen: the core gave an answer that is not understood/m,
  ],
  [
    'cancellations that always succeed',
    ({ url }, body) => [200, url?.endsWith('/cancel') ? body.replace(/"state".*/, '"state":"CANCELLED"}') : body],
    /^an executed order cannot be cancelled: .*\nthe cancellation: expected .* seen cancelled/m,
  ],
]
for (const [title, tamper, broken] of DEFECTS) {
  test(`a server with ${title} is detected`, async (t) => {
    const url = new URL(await tampering(t, tamper))
    const failures: string[] = []
    for await (const result of runCheck({ url, fixture: ownAccounts(), timeoutMs: 10_000 })) {
      if (result.result === 'failed') failures.push(`${result.title}\n${result.why}`)
    }
    assert.match(failures.join('\n\n'), broken)
  })
}

test('an unreachable server breaks every rule that needs one', async () => {
  const { code, stdout } = await coreCheck('--url', 'http://127.0.0.1:1', '--timeout', '500')
  assert.match(stdout, /^✗ GET \/health says UP\n {4}expected an answer, seen: ECONNREFUSED/)
  assert.match(stdout, /\n0 kept, \d+ broken, 0 not checked\n$/)
  assert.equal(code, 1)
})

test('credentials are sent', async (t) => {
  const guarded = await startExample(t, {
    plainAccounts: 10_000,
    env: { CORE_USER: 'gateway', CORE_PASSWORD: 'sesame' },
  })
  const { code } = await coreCheck('--url', guarded.url.href, '--user', 'gateway', '--password-stdin')
  assert.equal(code, 0)
})

const MISTAKES: [args: string[], line: RegExp][] = [
  [['--url', 'core'], /^tillgate: --url is not usable: the address of a core must be a URL/],
  [['--url', 'http://127.0.0.1:1', '--fixture', '/nowhere.json'], /^tillgate: --fixture is not usable: ENOENT/],
  [['--url', 'http://127.0.0.1:1', '--fixture', join(ROOT, 'package.json')], /^tillgate: --fixture is not usable: /],
]
for (const [args, line] of MISTAKES) {
  test(`core-check ${args.slice(-2).join(' ').replace(ROOT, '')} says what is wrong in one line`, async () => {
    const said: string[] = []
    const shell = {
      env: {},
      input: process.stdin,
      print: () => assert.fail('nothing is printed'),
      printError: (text: string) => said.push(text),
    }
    assert.equal(await runCommand(['core-check', ...args], shell), 1)
    assert.match(said.join('\n'), line)
    assert.equal(said.join('\n').split('\n').length, 1)
  })
}
