import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { onDatabase } from '../../../../../test/support/machine/database.ts'
import { insertUser } from '../../../../../test/support/onboarding/user-rows.ts'
import { accessProblem } from '../../../../administration/access/access-problems.ts'
import { Grants } from '../../../../administration/access/principal/principal.ts'
import { MailOtps } from '../../../../administration/access/second-factor/mail-otps.ts'
import { createLogger } from '../../../../edge/http/log.ts'
import { createServer } from '../../../../edge/http/server/server.ts'
import { SecretBox } from '../../../../platform/kernel/secrets/secrets.ts'
import { MailSender } from '../../../../platform/mail/mail-sender.ts'
import { Outbox } from '../../../../platform/mail/outbox.ts'
import { sandboxTransport } from '../../../../platform/mail/sandbox-transport.ts'
import type { Database } from '../../../../platform/storage/database.ts'
import { readMailbox } from '../../../../sandbox/mailbox.ts'
import { onboardingFamily } from '../../family.ts'
import type { OnboardingServices } from '../../onboarding-operation.ts'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 1), sandbox: false }])
const MINUTE_MS = 60_000
const ANN = 'ann@bank.example'

onDatabase('one-time passwords over HTTP', (_engine, open) => {
  let database: Database
  let server: FastifyInstance
  let mailSender: MailSender
  let nowMs = Date.parse('2026-03-10T12:00:00Z')
  const clock = { now: () => nowMs }

  before(async () => {
    database = (await open()).database
    await insertUser(database, { email: ANN })
    await insertUser(database, { email: 'gone@bank.example', isActive: false })
    mailSender = new MailSender({ database, secretBox, clock, transport: sandboxTransport({ database, clock }) })
    const services = {
      database,
      clock,
      mailSender,
      mailOtps: new MailOtps({ database, clock, secretBox, outbox: new Outbox({ secretBox, clock }) }),
      authenticator: {
        async authenticate(bearer: string | undefined) {
          if (bearer !== 'good') throw accessProblem('not-signed-in', 'no')
          return { userId: 'u-1', email: 'boss@bank.example', grants: Grants.all(), scope: {} }
        },
      },
    }
    server = createServer({
      families: [onboardingFamily(services as unknown as OnboardingServices)],
      clock,
      logger: createLogger({ level: 'silent' }),
    })
  })
  beforeEach(() => {
    nowMs += 61 * MINUTE_MS
  })
  after(async () => {
    await server.close()
    await mailSender.close()
  })

  test('a code is mailed, checked once with a bearer, and then refused', async () => {
    const generated = await call('/generateOtp', { mailID: ANN })
    assert.deepEqual([generated.status, generated.body.success, generated.body.data], [200, true, null])
    const otp = await mailedCode()
    assert.equal((await call('/validateOtp', { mailID: ANN, otp })).status, 401)
    const validated = await call('/validateOtp', { mailID: ANN, otp }, 'good')
    assert.deepEqual([validated.status, validated.body.success, validated.body.data], [200, true, null])
    const again = await call('/validateOtp', { mailID: ANN, otp }, 'good')
    assert.equal(again.status, 400)
    assert.deepEqual([again.body.success, again.body.data], [false, null])
    assert.match(again.body.message, /^B-AUTH-010: /)
  })

  test('the answer does not reveal who is a user or who asked too often', async () => {
    const mailIDs = [ANN, 'nobody@bank.example', 'gone@bank.example', ANN, 'nobody@bank.example']
    const answers = []
    for (const mailID of mailIDs) answers.push(await call('/generateOtp', { mailID }))
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    await mailSender.sendDue()
    const since = new Date(nowMs).toISOString()
    const mails = (await readMailbox(database)).filter((mail) => mail.sentAt >= since)
    assert.deepEqual(
      mails.map(({ to }) => to),
      [ANN],
    )
  })

  test('guessing ends after five tries, whatever is tried', async () => {
    await call('/generateOtp', { mailID: ANN })
    const otp = await mailedCode()
    const guesses = [otp === '000000' ? '000001' : '000000', 'x', '      ', '１２３４５６', "' OR '1'='1"]
    const answers = []
    for (const guess of [...guesses, otp]) answers.push(await call('/validateOtp', { mailID: ANN, otp: guess }, 'good'))
    for (const { status, body } of answers) {
      assert.equal(status, 400)
      assert.equal(body.message, answers[0]?.body.message)
    }
  })

  const REFUSED: [path: string, body: object][] = [
    ['/generateOtp', {}],
    ['/generateOtp', { mailID: 5 }],
    ['/generateOtp', { mailID: 'ann' }],
    ['/generateOtp', { mailID: 'ann@bank.example\r\nBcc: eve@evil.example' }],
    ['/generateOtp', { mailID: 'ann@bank.example,eve@evil.example' }],
    ['/validateOtp', { mailID: ANN }],
    ['/validateOtp', { mailID: ANN, otp: 123456 }],
    ['/validateOtp', { mailID: ANN, otp: '' }],
    ['/validateOtp', { mailID: ANN, otp: '1'.repeat(65) }],
  ]
  for (const [path, body] of REFUSED) {
    test(`${path} ${JSON.stringify(body).slice(0, 80)} is a 400 that names the field`, async () => {
      const { status, body: answer } = await call(path, body, 'good')
      assert.equal(status, 400)
      assert.match(answer.message, /^B-REQ-001: .*(mailID|otp)/)
    })
  }

  async function mailedCode(): Promise<string> {
    await mailSender.sendDue()
    const [mail] = await readMailbox(database, ANN)
    return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? ''
  }

  async function call(path: string, body: object, token?: string) {
    const reply = await server.inject({
      method: 'POST',
      url: `/v1/onboarding${path}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      payload: body,
    })
    return { status: reply.statusCode, body: reply.json() }
  }
})
