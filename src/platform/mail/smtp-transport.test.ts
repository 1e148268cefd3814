import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  headerOf,
  headersOf,
  type MailServer,
  partsOf,
  startMailServer,
} from '../../../test/support/peers/mail-server.ts'
import { until } from '../../../test/support/until.ts'
import { MailError } from './mail-transport.ts'
import { invitationMail } from './mails.ts'
import { SmtpTransport } from './smtp-transport.ts'

const FROM = 'Bänk, Ltd. <no-reply@bank.example>'
const MAIL_ID = '00000000-0000-7000-8000-000000000001'
const MAIL = {
  mailId: MAIL_ID,
  ...invitationMail({
    to: 'ann@bank.example',
    firstName: 'Änne',
    link: `https://bank.example/console/set-password#${'eyJhbGciOiJSU0Et.'.repeat(40)}`,
    expiresAtMs: 0,
  }),
}

test("a mail arrives as text and HTML, with one recipient and no information about the sender's software", async () => {
  await withServer({}, async (server) => {
    await new SmtpTransport({ url: server.url, from: FROM }).send(MAIL)
    assert.equal(server.received.length, 1)
    const { from, recipients, raw } = server.received[0]!
    assert.deepEqual([from, recipients], ['no-reply@bank.example', ['ann@bank.example']])
    assert.equal(headerOf(raw, 'to'), 'ann@bank.example')
    assert.match(headerOf(raw, 'from') ?? '', /^=\?UTF-8\?.+\?= <no-reply@bank\.example>$/)
    assert.equal(headerOf(raw, 'subject'), MAIL.subject)
    assert.equal(headerOf(raw, 'message-id'), `<${MAIL_ID}@bank.example>`)
    assert.equal(headerOf(raw, 'auto-submitted'), 'auto-generated')
    assert.equal(headerOf(raw, 'x-mailer'), undefined)
    const parts = partsOf(raw)
    assert.equal(parts['text/plain']?.replaceAll('\r\n', '\n').trim(), MAIL.text.trim())
    assert.equal(parts['text/html']?.trim(), MAIL.html)
  })
})

test('no subject, name or address can inject a header or a recipient', async () => {
  await withServer({}, async (server) => {
    const transport = new SmtpTransport({ url: server.url, from: FROM })
    const evil = 'x\r\nBcc: eve@evil.example\r\n\r\nbody'
    await transport.send({ ...MAIL, subject: evil })
    for (const to of [
      'ann@bank.example\r\nRCPT TO:<eve@evil.example>',
      'ann@bank.example, eve@evil.example',
      'ann@bank.example <eve@evil.example>',
    ]) {
      await assert.rejects(transport.send({ ...MAIL, to }), /\(ADDRESS\)/)
    }
    assert.equal(server.received.length, 1)
    const { recipients, raw } = server.received[0]!
    assert.deepEqual(recipients, ['ann@bank.example'])
    assert.ok(!headersOf(raw).some((line) => /^b?cc:/i.test(line)))
    assert.match(headerOf(raw, 'subject') ?? '', /^x Bcc: eve/)
  })
})

const REFUSALS: [what: string, responseCode: number, when: 'RCPT' | 'DATA' | 'MAIL' | 'AUTH', isFinal: boolean][] = [
  ['an unknown receiver', 550, 'RCPT', true],
  ['a receiver that is greylisted', 451, 'RCPT', false],
  ['a mail that looks like spam', 554, 'DATA', true],
  ['a full disk', 452, 'DATA', false],
  ['a sender that may not', 550, 'MAIL', false],
  ['a wrong password', 535, 'AUTH', false],
]
for (const [what, responseCode, when, isFinal] of REFUSALS) {
  test(`${what} is ${isFinal ? 'final' : 'retried'}, and reported without the mail`, async () => {
    const refusal = Object.assign(new Error(`no: ${MAIL.to} ${MAIL.text}`.replaceAll('\n', ' ')), { responseCode })
    const refuse = (step: string, done: (error?: Error | null) => void) => done(step === when ? refusal : null)
    const options = {
      onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error | null) => void) => refuse('RCPT', done),
      onMailFrom: (_address: unknown, _session: unknown, done: (error?: Error | null) => void) => refuse('MAIL', done),
      onAuth: (_auth: unknown, _session: unknown, done: (error: Error | null) => void) => done(refusal),
      allowInsecureAuth: true,
      ...(when === 'DATA' && {
        onData(stream: NodeJS.ReadableStream, _session: unknown, done: (error?: Error | null) => void) {
          stream.resume().on('end', () => done(refusal))
        },
      }),
    }
    await withServer(options, async (server) => {
      const url = when === 'AUTH' ? server.url.replace('//', '//user:hunter2@') : server.url
      const error = await failureOf(new SmtpTransport({ url, from: FROM }))
      assert.equal(error.isFinal, isFinal)
      assert.match(error.code, new RegExp(`${responseCode}$`))
      assert.doesNotMatch(`${error.message}${error.stack}${JSON.stringify(error)}`, /ann@|eyJ|hunter2/)
      assert.equal(error.cause, undefined)
      assert.equal(server.received.length, 0)
    })
  })
}

test('a server that is down is retried', async () => {
  const server = await startMailServer()
  await server.close()
  const error = await failureOf(new SmtpTransport({ url: server.url, from: FROM }))
  assert.equal(error.isFinal, false)
})

test('a server that never answers is abandoned at the deadline, and the connection closed', async () => {
  let isBegun = false
  let open = 0
  const options = {
    onConnect(_session: unknown, done: () => void) {
      open++
      done()
    },
    onData(stream: NodeJS.ReadableStream) {
      stream.resume()
      isBegun = true
    },
    onClose: () => open--,
  }
  await withServer(options, async (server) => {
    // On a busy machine the deadline may pass before the mail is on its way.
    await until(async () => {
      const error = await failureOf(new SmtpTransport({ url: server.url, from: FROM, deadlineMs: 200 }))
      assert.deepEqual([error.code, error.isFinal], ['DEADLINE', false])
      return isBegun
    }, 'a mail is abandoned half way')
    await until(() => open === 0, 'the connection is closed')
  })
})

test('the default deadline is fifteen seconds, well under the stop limit', async (t) => {
  const server = await startMailServer()
  await server.close()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const failure = failureOf(new SmtpTransport({ url: server.url, from: FROM }))
  // The connection has not been refused yet.
  t.mock.timers.tick(15_000)
  assert.equal((await failure).code, 'DEADLINE')
})

const openssl = spawnSync('openssl', ['version']).status === 0
test('STARTTLS is used when offered, and the certificate is verified', {
  skip: openssl ? false : 'openssl is not installed',
}, async () => {
  const { key, cert } = makeCertificate()
  await withServer({ key, cert }, async (server) => {
    const transport = new SmtpTransport({ url: server.url, from: FROM })
    const error = await failureOf(transport)
    assert.deepEqual([error.isFinal, server.received.length], [false, 0])
    const trusted = getCACertificates()
    setDefaultCACertificates([...trusted, cert])
    try {
      await transport.send(MAIL)
    } finally {
      setDefaultCACertificates(trusted)
    }
    assert.deepEqual(
      server.received.map(({ isEncrypted }) => isEncrypted),
      [true],
    )
  })
})

function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-smtp-'))
  const [certFile, keyFile] = [join(folder, 'crt'), join(folder, 'key')]
  const names = ['-subj', '/CN=mail', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', keyFile, '-out', certFile]
  try {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...names], { stdio: 'ignore' })
    return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a password is sent without TLS only to this machine', async () => {
  let asked = 0
  const options = {
    allowInsecureAuth: true,
    onAuth(_auth: unknown, _session: unknown, done: (error: Error | null, result: { user: string }) => void) {
      asked++
      done(null, { user: 'user' })
    },
  }
  await withServer(options, async (server) => {
    const withPassword = server.url.replace('//', '//user:p%40ss@')
    await new SmtpTransport({ url: withPassword, from: FROM }).send(MAIL)
    assert.deepEqual([asked, server.received[0]?.user], [1, 'user'])
    // The same machine by an address that is not loopback.
    const elsewhere = withPassword.replace('127.0.0.1', '0.0.0.0')
    await failureOf(new SmtpTransport({ url: elsewhere, from: FROM }))
    assert.deepEqual([asked, server.received.length], [1, 1])
  })
})

async function failureOf(transport: SmtpTransport): Promise<MailError> {
  const error = await transport.send(MAIL).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof MailError, String(error))
  return error
}

async function withServer(
  options: Parameters<typeof startMailServer>[0],
  work: (server: MailServer) => Promise<void>,
): Promise<void> {
  const server = await startMailServer(options)
  try {
    await work(server)
  } finally {
    await server.close()
  }
}
