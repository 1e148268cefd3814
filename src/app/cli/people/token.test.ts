// `tillgate token` as a new user runs it, against a gateway in another process.

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { type EndedCommand, runInProcess } from '../../../../test/support/gateways/in-process-command.ts'
import { type RunningGateway, withGateway } from '../../../../test/support/gateways/running-gateway.ts'
import { Onboarding } from '../../../../test/support/onboarding/onboarding.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const LAUNCHER = join(ROOT, 'bin', 'tillgate.js')
const ADMIN = ['admin@sandbox.example', 'Sandbox-Admin-1!'] as const
const VIEWER = ['viewer@sandbox.example', 'Sandbox-Viewer-1!'] as const
/** Runs a command on a pseudo-terminal. */
const SCRIPT = '/usr/bin/script'

function run(args: readonly string[], input = ''): Promise<EndedCommand> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: ROOT }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
    // A command that reads nothing may exit before the input is written.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

const token = (args: readonly string[], input?: string) => run([LAUNCHER, 'token', ...args], input)

withGateway('tillgate token', (running) => {
  const api = new Onboarding(() => running.current.url)
  const here = () => ['--url', running.current.url]

  test('prints a bearer token that the gateway accepts, and nothing else', async () => {
    const { code, stdout, stderr } = await token(['--email', ADMIN[0], '--password-stdin', ...here()], `${ADMIN[1]}\n`)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    const { status, body } = await api.call('GET /me', { token: stdout.trim() })
    assert.deepEqual([status, body.data.email], [200, ADMIN[0]])
  })

  test("a rejected sign-in prints one line with the gateway's code, and no token", async () => {
    const { code, stdout, stderr } = await token(['--email', ADMIN[0], '--password-stdin', ...here()], 'wrong\n')
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^tillgate: B-AUTH-002: .*\n$/)
  })

  test('without a terminal the password must come from standard input', async () => {
    const { code, stderr } = await token(['--email', ADMIN[0], ...here()], `${ADMIN[1]}\n`)
    assert.equal(code, 1)
    assert.match(stderr, /^tillgate: --password-stdin is needed where there is no terminal to ask on\n$/)
  })

  test('on a terminal the password is prompted for without echo', { skip: !existsSync(SCRIPT) }, async () => {
    const { output, code } = await onTerminal(['--email', ADMIN[0], ...here()], { 'Password: ': ADMIN[1] })
    assert.equal(code, 0, output)
    assert.match(output, /^Password: \r\n[\w-]+\.[\w-]+\.[\w-]+\r\n$/)
  })

  describe('with a second factor', () => secondFactor(running, api))

  test("no password is in the gateway's log", () => {
    // Its log is JSON; the plain lines are the welcome, which shows the sandbox's own credentials.
    const log = running.current
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    assert.ok(log.length > 0)
    for (const [, password] of [ADMIN, VIEWER]) assert.ok(log.every((line) => !line.includes(password)))
  })
})

function secondFactor(running: RunningGateway, api: Onboarding): void {
  const base = () => ['--email', VIEWER[0], '--url', running.current.url]
  let secret = ''
  const codeAt = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

  before(async () => {
    const admin = await api.tokenOf(...ADMIN)
    const users = (await api.call('POST /users/list?size=200', { token: admin })).body.data.content
    const { id, version } = users.find((user: { mailID: string }) => user.mailID === VIEWER[0])
    await api.call('PATCH /users', { token: admin, body: { id, version, mfaEnable: true } })
    const credentials = async () => ({ email: await api.encrypt(VIEWER[0]), password: await api.encrypt(VIEWER[1]) })
    secret = (await api.call('POST /login/mfa/status', { body: await credentials() })).body.encodedSecret
    const register = async () =>
      api.call('POST /login/mfa/register', {
        // The previous code, so that the current one and the next are still unused.
        body: { username: await api.encrypt(VIEWER[0]), encodedSecret: secret, initialCode: codeAt(-1) },
      })
    let registered = await register()
    // It may have become too old on its way.
    if (registered.status !== 200) registered = await register()
    assert.equal(registered.status, 200, registered.text)
  })

  test('without a terminal, the command asks for --code', async () => {
    const { code, stderr } = await token([...base(), '--password-stdin'], `${VIEWER[1]}\n`)
    assert.equal(code, 1)
    assert.match(stderr, /^tillgate: --code is needed: the user has a second factor\n$/)
  })

  test('a wrong code is reported in one line', async () => {
    const { code, stderr } = await token([...base(), '--password-stdin', '--code', '000000x'], `${VIEWER[1]}\n`)
    assert.equal(code, 1)
    assert.match(stderr, /^tillgate: B-AUTH-005: .*\n$/)
  })

  test('--code passes the code', async () => {
    const { code, stdout, stderr } = await token([...base(), '--password-stdin', '--code', codeAt(0)], `${VIEWER[1]}\n`)
    assert.equal(code, 0, stderr)
    assert.equal((await api.call('GET /me', { token: stdout.trim() })).status, 200)
  })

  test('on a terminal the code is prompted for', { skip: !existsSync(SCRIPT) }, async () => {
    const { output, code } = await onTerminal(base(), { 'Password: ': VIEWER[1], 'recovery code: ': codeAt(1) })
    assert.equal(code, 0, output)
    assert.match(output, /recovery code: \r\n[\w-]+\.[\w-]+\.[\w-]+\r\n$/)
  })
}

// One row per invalid address.
const ADDRESSES: [url: string, line: RegExp][] = [
  ['http://gateway.bank.example:8080', /--url takes https:\/\/ beyond this machine; --allow-http sends the token/],
  ['http://10.0.0.1:8080', /--url takes https:\/\/ beyond this machine/],
  ['http://localhost.attacker.example', /--url takes https:\/\/ beyond this machine/],
  ['ftp://127.0.0.1', /--url takes the address of a gateway/],
  ['127.0.0.1:8080', /--url takes the address of a gateway/],
  ['http://127.0.0.1:8080/?a=b', /--url takes the address of a gateway/],
  ['https://user:password@gateway.bank.example', /--url takes no user and no password/],
]
for (const [url, line] of ADDRESSES) {
  test(`--url ${url} is rejected before anything is prompted for or sent`, async () => {
    const { code, stdout, stderr } = await runInProcess(['token', '--email', ADMIN[0], '--url', url], {})
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, new RegExp(`^tillgate: ${line.source}.*\n$`))
  })
}

// One row per other server at the address: what it answers.
const STRANGERS: [title: string, answer: RequestListener, line: RegExp][] = [
  ['a page', (_, response) => response.end('<html>'), /does not answer as a gateway/],
  ['404', (_, response) => response.writeHead(404).end(), /does not answer as a gateway: HTTP 404/],
  [
    'a redirect',
    (_, response) => response.writeHead(302, { location: 'http://attacker.example' }).end(),
    /does not answer as a gateway: unexpected redirect/,
  ],
  ['a cut connection', (request) => request.socket.destroy(), /does not answer as a gateway: /],
]
for (const [title, answer, line] of STRANGERS) {
  test(`an address where another server answers (${title}) is reported in one line`, async (t) => {
    const stranger = createServer(answer)
    t.after(() => stranger.close())
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    const args = ['token', '--email', ADMIN[0], '--password-stdin', '--url', url]
    const { code, stdout, stderr } = await runInProcess(args, {}, 'x\n')
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, new RegExp(`^tillgate: --url names .*${line.source}.*\n$`))
  })
}

/** Runs the command on a terminal and types an answer after each prompt. */
function onTerminal(args: readonly string[], answers: Readonly<Record<string, string>>) {
  const command = [process.execPath, LAUNCHER, 'token', ...args].map((word) => `'${word}'`).join(' ')
  const child = spawn(SCRIPT, ['-qec', command, '/dev/null'], { cwd: ROOT })
  const open = new Map(Object.entries(answers))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
    for (const [question, answer] of open) {
      if (!output.endsWith(question)) continue
      open.delete(question)
      child.stdin.write(`${answer}\r`)
    }
  })
  return new Promise<{ output: string; code: number | null }>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ output, code }))
  })
}
