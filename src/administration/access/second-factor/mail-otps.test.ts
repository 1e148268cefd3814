import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { Outbox, openContent } from '../../../platform/mail/outbox.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { listAuditRecords } from '../../audit/audit-queries.ts'
import type { Caller } from '../principal/caller.ts'
import { Grants } from '../principal/principal.ts'
import { MailOtps } from './mail-otps.ts'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 1), sandbox: false }])
const START = Date.parse('2026-03-10T12:00:00Z')
const MINUTE_MS = 60_000
const ROLE = '00000000-0000-7000-8000-000000000001'
const ANN = 'ann@bank.example'
const NOBODY = 'nobody@bank.example'
const INACTIVE = 'gone@bank.example'
const MAY_UPDATE = Grants.of([{ moduleId: 'USERS', actionId: 'UPDATE' }])
const MAY_VIEW = Grants.of([{ moduleId: 'USERS', actionId: 'VIEW' }])
const PLATFORM = callerIn({})

onDatabase('one-time passwords by mail', (_engine, open) => {
  let database: Database
  let nowMs = START
  const clock = { now: () => nowMs }
  let otps: MailOtps

  beforeEach(async () => {
    if (database === undefined) {
      database = (await open()).database
      await database.query(
        `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, closed_through)
         VALUES ('FI001', 'One', 'ACTIVE', 'USD', 'UTC', '20260309');
         INSERT INTO users (user_id, first_name, last_name, mail_id, mail_key, role_id, is_active, institution_id,
                            created_at, updated_at, created_by, updated_by)
         VALUES (gen_random_uuid(), 'Ann', 'A', 'Ann@bank.example', '${ANN}', '${ROLE}', true, 'FI001', now(), now(), 's', 's'),
                (gen_random_uuid(), 'Gone', 'G', '${INACTIVE}', '${INACTIVE}', '${ROLE}', false, NULL, now(), now(), 's', 's')`,
      )
    }
    await database.query('DELETE FROM mail_otps; DELETE FROM mail_outbox')
    nowMs = START
    otps = new MailOtps({ database, clock, secretBox, outbox: new Outbox({ secretBox, clock }) })
  })

  test('a six-digit code arrives and works once; the address is case-insensitive', async () => {
    await otps.generate('ANN@Bank.example', {})
    const [mail] = await mails()
    assert.equal(mail?.to, 'Ann@bank.example')
    assert.match(mail.code, /^\d{6}$/)
    await otps.validate('aNN@bank.example', mail.code, PLATFORM)
    await assertRefused(ANN, mail.code)
  })

  test('the code is stored nowhere in plain text', async () => {
    await otps.generate(ANN, {})
    const code = (await mails())[0]!.code
    for (const table of ['mail_otps', 'mail_outbox', 'audit_log']) {
      const { rows } = await database.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`)
      for (const { row } of rows) assert.ok(!row.includes(code), table)
    }
  })

  test('a code is valid for five minutes', async () => {
    await otps.generate(ANN, {})
    const code = (await mails())[0]!.code
    nowMs += 5 * MINUTE_MS
    await assertRefused(ANN, code)
    nowMs -= 1
    await otps.validate(ANN, code, PLATFORM)
  })

  test('the fifth attempt may still succeed', async () => {
    await otps.generate(ANN, {})
    const code = (await mails())[0]!.code
    for (let n = 0; n < 4; n++) await assertRefused(ANN, otherThan(code))
    await otps.validate(ANN, code, PLATFORM)
  })

  test('after five wrong attempts the right code is rejected as well, until a new one is sent', async () => {
    await otps.generate(ANN, {})
    const code = (await mails())[0]!.code
    for (let n = 0; n < 5; n++) await assertRefused(ANN, otherThan(code))
    await assertRefused(ANN, code)
    nowMs += MINUTE_MS
    await otps.generate(ANN, {})
    await otps.validate(ANN, (await mails())[1]!.code, PLATFORM)
  })

  test('of fifty concurrent attempts five count', async () => {
    await otps.generate(ANN, {})
    const code = (await mails())[0]!.code
    await Promise.all(Array.from({ length: 50 }, () => assertRefused(ANN, otherThan(code))))
    const { rows } = await database.query('SELECT tries FROM mail_otps')
    assert.deepEqual(rows, [{ tries: 5 }])
    await assertRefused(ANN, code)
  })

  test('of ten concurrent attempts with the right code one succeeds', async () => {
    await otps.generate(ANN, {})
    const code = (await mails())[0]!.code
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => otps.validate(ANN, code, PLATFORM)))
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test('a new code replaces the previous one', async () => {
    await otps.generate(ANN, {})
    nowMs += MINUTE_MS
    await otps.generate(ANN, {})
    const [first, second] = await mails()
    if (first!.code !== second!.code) await assertRefused(ANN, first!.code)
    await otps.validate(ANN, second!.code, PLATFORM)
  })

  test('a code is valid only for its address', async () => {
    await otps.generate(ANN, {})
    await otps.generate(NOBODY, {})
    await assertRefused(NOBODY, (await mails())[0]!.code)
  })

  test('one mail per minute and five per hour; a request beyond that changes nothing', async () => {
    const sentAt: number[] = []
    let count = 0
    for (; nowMs <= START + 62 * MINUTE_MS; nowMs += MINUTE_MS / 2) {
      await otps.generate(ANN, {})
      const waiting = (await mails()).length
      if (waiting > count) sentAt.push((nowMs - START) / MINUTE_MS)
      count = waiting
    }
    assert.deepEqual(sentAt, [0, 1, 2, 3, 4, 60, 61, 62])
  })

  test('a request beyond the limit keeps the current code', async () => {
    await otps.generate(ANN, {})
    nowMs += MINUTE_MS - 1
    await otps.generate(ANN, {})
    const all = await mails()
    assert.equal(all.length, 1)
    await otps.validate(ANN, all[0]!.code, PLATFORM)
  })

  test('using the code does not allow another mail within the minute', async () => {
    await otps.generate(ANN, {})
    await otps.validate(ANN, (await mails())[0]!.code, PLATFORM)
    await otps.generate(ANN, {})
    assert.equal((await mails()).length, 1)
  })

  test('twenty concurrent requests send one mail', async () => {
    await Promise.all(Array.from({ length: 20 }, () => otps.generate(ANN, {})))
    assert.equal((await mails()).length, 1)
  })

  for (const email of [NOBODY, INACTIVE]) {
    test(`${email} runs the same statements as a user, and gets no mail`, async () => {
      assert.deepEqual(await statementsOf(email), await statementsOf(ANN))
      assert.deepEqual(
        (await mails()).map(({ to }) => to),
        ['Ann@bank.example'],
      )
    })

    test(`the code that was created for ${email} and never sent does not work`, async () => {
      let code = ''
      const outbox: Pick<Outbox, 'queue'> = {
        async queue(_sql, mail) {
          code = /^\d{6}$/m.exec(mail.text)?.[0] ?? ''
        },
      }
      await new MailOtps({ database, clock, secretBox, outbox }).generate(email, {})
      assert.match(code, /^\d{6}$/)
      await assertRefused(email, code)
    })
  }

  const TENANT = '00000000-0000-7000-8000-00000000000a'
  // Ann belongs to FI001, without a sub-tenant.
  const REACH: [who: string, scope: Scope, grants: Grants, isOwn: boolean, isInReach: boolean][] = [
    ['the platform', {}, MAY_UPDATE, false, true],
    ['a viewer of the platform', {}, MAY_VIEW, false, false],
    ['her institution', { institutionId: 'FI001' }, MAY_UPDATE, false, true],
    ['a viewer of her institution', { institutionId: 'FI001' }, MAY_VIEW, false, false],
    ['another institution', { institutionId: 'FI002' }, MAY_UPDATE, false, false],
    ['a sub-tenant of her institution', { institutionId: 'FI001', subTenantId: TENANT }, MAY_UPDATE, false, false],
    ['herself, whatever the scope', { institutionId: 'FI001', subTenantId: TENANT }, Grants.of([]), true, true],
  ]
  for (const [who, scope, grants, isOwn, isInReach] of REACH) {
    test(`${who} ${isInReach ? 'reaches' : 'neither uses nor counts attempts on'} the code of Ann`, async () => {
      await otps.generate(ANN, {})
      const code = (await mails())[0]!.code
      const { rows } = await database.query<{ user_id: string }>('SELECT user_id FROM users WHERE mail_key = $1', [ANN])
      const caller = callerIn(scope, grants, isOwn ? rows[0]?.user_id : '00000000-0000-7000-8000-0000000000ff')
      await assertRefused(ANN, otherThan(code), caller)
      const tried = await database.query('SELECT tries FROM mail_otps')
      assert.deepEqual(tried.rows, [{ tries: isInReach ? 1 : 0 }])
      if (isInReach) await otps.validate(ANN, code, caller)
      else await assertRefused(ANN, code, caller)
    })
  }

  test('the audit log does not reveal the owner of an address that is out of scope', async () => {
    const before = (await trail()).length
    for (const grants of [MAY_UPDATE, MAY_VIEW]) {
      const caller = callerIn({ institutionId: 'FI002' }, grants)
      await assertRefused(ANN, '000000', caller)
      await assertRefused(NOBODY, '000000', caller)
    }
    assert.deepEqual((await trail()).slice(before), [
      ['otp.validate', ANN, 'FAILURE', 'out-of-scope', 'FI002'],
      ['otp.validate', NOBODY, 'FAILURE', 'out-of-scope', 'FI002'],
      ['otp.validate', ANN, 'FAILURE', 'not-granted', 'FI002'],
      ['otp.validate', NOBODY, 'FAILURE', 'not-granted', 'FI002'],
    ])
  })

  test('an address that never requested a code is rejected like any other', async () => {
    await assertRefused(NOBODY, '000000')
    await assertRefused('', '')
  })

  test('every request and every attempt is in the audit log, with the reason that the caller does not get', async () => {
    const before = (await trail()).length
    await otps.generate(ANN, { ip: '10.0.0.1' })
    await otps.generate(NOBODY, {})
    await otps.generate(INACTIVE, {})
    const code = (await mails())[0]!.code
    await assertRefused(ANN, otherThan(code))
    await otps.validate(ANN, code, { ...PLATFORM, actor: { userId: 'u-1', email: 'boss@bank.example' } })
    await assertRefused(ANN, code)
    await assertRefused('never@bank.example', code)
    nowMs += 5 * MINUTE_MS
    await assertRefused(NOBODY, code)
    assert.deepEqual((await trail()).slice(before), [
      ['otp.generate', ANN, 'SUCCESS', null, 'FI001'],
      ['otp.generate', NOBODY, 'FAILURE', 'unknown-user', null],
      ['otp.generate', INACTIVE, 'FAILURE', 'inactive', null],
      ['otp.validate', ANN, 'FAILURE', 'wrong', 'FI001'],
      ['otp.validate', ANN, 'SUCCESS', null, 'FI001'],
      ['otp.validate', ANN, 'FAILURE', 'none', 'FI001'],
      ['otp.validate', 'never@bank.example', 'FAILURE', 'none', null],
      ['otp.validate', NOBODY, 'FAILURE', 'expired', null],
    ])
  })

  test('addresses are deleted once no limit applies to them, not before', async () => {
    await otps.generate(NOBODY, {})
    nowMs += 60 * MINUTE_MS - 1
    await otps.forgetOld()
    assert.equal((await database.query('SELECT FROM mail_otps')).rowCount, 1)
    nowMs += 1
    await otps.forgetOld()
    assert.equal((await database.query('SELECT FROM mail_otps')).rowCount, 0)
  })

  async function mails(): Promise<{ to: string; code: string }[]> {
    const { rows } = await database.query<{ content_sealed: string }>(
      'SELECT content_sealed FROM mail_outbox ORDER BY created_at, mail_id',
    )
    return rows.map((row) => {
      const { to, text } = openContent(secretBox, row.content_sealed)
      return { to, code: /^\d{6}$/m.exec(text)?.[0] ?? '' }
    })
  }

  async function assertRefused(email: string, code: string, caller = PLATFORM): Promise<void> {
    await assert.rejects(otps.validate(email, code, caller), (error) => {
      assert.ok(error instanceof Problem)
      assert.deepEqual([error.httpStatus, error.reason], [400, 'access.otp-refused'])
      assert.equal(error.message, 'the one-time password is wrong or has expired')
      return true
    })
  }

  /** The statements of a first request, without their values. */
  async function statementsOf(email: string): Promise<unknown[]> {
    const sent: unknown[] = []
    const listening: Database = new Proxy(database, {
      get: (target, name) =>
        name === 'transaction'
          ? (work: Parameters<Database['transaction']>[0]) =>
              target.transaction((sql) =>
                work({
                  query(statement, values) {
                    sent.push(statement)
                    return sql.query(statement, values)
                  },
                  roundTrip: (steps) => sql.roundTrip(steps),
                }),
              )
          : Reflect.get(target, name),
    })
    await new MailOtps({ database: listening, clock, secretBox, outbox: new Outbox({ secretBox, clock }) }).generate(
      email,
      {},
    )
    assert.ok(sent.length > 4)
    return sent
  }

  async function trail() {
    const { items } = await listAuditRecords(database, {}, { resource: 'otp' }, { page: 1, size: 200 })
    return items
      .toReversed()
      .map(({ action, resourceId, outcome, after, institutionId }) => [
        action,
        resourceId,
        outcome,
        (after as { reason: string } | null)?.reason ?? null,
        institutionId,
      ])
  }
})

function otherThan(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

function callerIn(scope: Scope, grants = MAY_UPDATE, userId?: string): Caller {
  return { principal: { grants, scope, ...(userId !== undefined && { userId }) }, actor: { scope } }
}
