import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { type InsertedUser, insertUser, type UserRow } from '../../../../test/support/onboarding/user-rows.ts'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { Mfa } from './mfa.ts'

const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])
const START = Date.UTC(2026, 0, 15, 12)
const MINUTE = 60_000
const STEP = 30_000
const ACTOR = { ip: '192.0.2.1' }

/** The code an authenticator app shows for a secret. */
function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** A code that is not valid now. */
function wrongCodeAt(secret: string, timestamp: number): string {
  const right = [-1, 0, 1].map((steps) => codeAt(secret, timestamp + steps * STEP))
  return ['000000', '000001', '000002', '000003'].find((code) => !right.includes(code)) as string
}

onDatabase('the second factor', (_engine, open) => {
  let database: Database
  let nowMs = START
  let mfa: Mfa
  before(async () => {
    database = (await open()).database
    mfa = new Mfa({ database, secretBox, clock: { now: () => nowMs } })
  })

  async function offered(row: UserRow = { mfaEnable: true }): Promise<{ user: InsertedUser; secret: string }> {
    nowMs = START
    const user = await insertUser(database, row)
    const { offer } = await mfa.status(user.userId, false)
    return { user, secret: offer?.encodedSecret ?? assert.fail('nothing was offered') }
  }

  async function registered(): Promise<{ user: InsertedUser; secret: string }> {
    const { user, secret } = await offered()
    const code = codeAt(secret, nowMs)
    assert.equal(await mfa.register({ email: user.email, encodedSecret: secret, code }, ACTOR), true)
    return { user, secret }
  }

  const auditOf = async (userId: string) => {
    const { rows } = await database.query<{ outcome: string; after: string }>(
      `SELECT outcome, after FROM audit_log WHERE action = 'mfa.register' AND resource_id = $1 ORDER BY position`,
      [userId],
    )
    return rows
  }

  describe('status', () => {
    const rows: [
      title: string,
      row: UserRow,
      isRegistered: boolean,
      isSignedIn: boolean,
      enabled: boolean,
      offers: boolean,
    ][] = [
      ['who needs none', {}, false, false, false, false],
      ['who needs none but is signed in', {}, false, true, false, true],
      ['who has to register a device', { mfaEnable: true }, false, false, true, true],
      ['who has a device', { mfaEnable: true }, true, false, true, false],
      ['who has a device and is signed in', { mfaEnable: true }, true, true, true, true],
    ]
    for (const [title, row, isRegistered, isSignedIn, isEnabled, offers] of rows) {
      test(`a user ${title} is ${offers ? '' : 'not '}offered a secret`, async () => {
        const { userId } = isRegistered ? (await registered()).user : await insertUser(database, row)
        const status = await mfa.status(userId, isSignedIn)
        assert.equal(status.isEnabled, isEnabled)
        assert.equal(status.offer !== undefined, offers)
      })
    }

    test('the QR code is a PNG', async () => {
      const { userId } = await insertUser(database, { mfaEnable: true })
      const { offer } = await mfa.status(userId, false)
      const png = Buffer.from(offer?.qrCode ?? '', 'base64')
      assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n')
    })

    test('each call offers a new secret, and the last one is valid', async () => {
      const { user, secret } = await offered()
      const second = (await mfa.status(user.userId, false)).offer?.encodedSecret ?? ''
      assert.notEqual(second, secret)
      const register = (encodedSecret: string) =>
        mfa.register({ email: user.email, encodedSecret, code: codeAt(encodedSecret, nowMs) }, ACTOR)
      assert.equal(await register(secret), false)
      assert.equal(await register(second), true)
    })
  })

  describe('registering', () => {
    test("stores the secret encrypted and the device's name, and is in the audit log", async () => {
      const { user, secret } = await offered()
      const order = { email: user.email.toUpperCase(), encodedSecret: secret, code: codeAt(secret, nowMs) }
      assert.equal(await mfa.register({ ...order, deviceName: 'Telephone' }, ACTOR), true)
      const { rows } = await database.query<Record<string, unknown>>('SELECT * FROM users WHERE user_id = $1', [
        user.userId,
      ])
      assert.equal(rows[0]?.totp_device_name, 'Telephone')
      assert.equal(rows[0]?.version, 2)
      assert.equal(secretBox.open(String(rows[0]?.totp_sealed), 'users.totp_sealed'), secret)
      const log = await auditOf(user.userId)
      assert.deepEqual(
        log.map((entry) => entry.outcome),
        ['SUCCESS'],
      )
      assert.ok(!JSON.stringify(log).includes(secret))
      const { rows: offers } = await database.query('SELECT FROM totp_offers WHERE user_id = $1', [user.userId])
      assert.equal(offers.length, 0)
    })

    test('turns the second factor on for a user who registers a device voluntarily', async () => {
      const user = await insertUser(database)
      const secret = (await mfa.status(user.userId, true)).offer?.encodedSecret ?? ''
      await mfa.register({ email: user.email, encodedSecret: secret, code: codeAt(secret, nowMs) }, ACTOR)
      assert.equal((await mfa.status(user.userId, false)).isEnabled, true)
    })

    const times: [title: string, afterMs: number, codeStep: number, counts: boolean][] = [
      ['the code of the step before', 0, -1, true],
      ['the code of the next step', 0, 1, true],
      ['a code two steps old', 0, -2, false],
      ['a code two steps ahead', 0, 2, false],
      ['the offer a millisecond before its end', 10 * MINUTE - 1, 0, true],
      ['the offer at its end', 10 * MINUTE, 0, false],
    ]
    for (const [title, afterMs, codeStep, counts] of times) {
      test(`${title} ${counts ? 'is accepted' : 'is rejected'}`, async () => {
        const { user, secret } = await offered()
        nowMs = START + afterMs
        const code = codeAt(secret, nowMs + codeStep * STEP)
        assert.equal(await mfa.register({ email: user.email, encodedSecret: secret, code }, ACTOR), counts)
      })
    }

    const refusals: [title: string, reason: string, row: UserRow, change: (good: Order) => Order][] = [
      ['a wrong code', 'wrong code', {}, (good) => ({ ...good, code: wrongCodeAt(good.encodedSecret, START) })],
      ['a secret of their own', 'another secret', {}, () => OWN_SECRET],
      ['a secret that is not base32', 'another secret', {}, (good) => ({ ...good, encodedSecret: '%' })],
    ]
    type Order = { readonly encodedSecret: string; readonly code: string }
    const OWN = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const OWN_SECRET: Order = { encodedSecret: OWN, code: codeAt(OWN, START) }
    for (const [title, reason, row, change] of refusals) {
      test(`a request with ${title} is rejected, and the audit log says why`, async () => {
        const { user, secret } = await offered({ mfaEnable: true, ...row })
        const order = change({ encodedSecret: secret, code: codeAt(secret, nowMs) })
        assert.equal(await mfa.register({ email: user.email, ...order }, ACTOR), false)
        const log = await auditOf(user.userId)
        assert.deepEqual(log, [{ outcome: 'FAILURE', after: JSON.stringify({ reason }) }])
      })
    }

    test('registration fails for an unknown user, an inactive one, and one without an offer', async () => {
      const { user, secret } = await offered()
      const order = { encodedSecret: secret, code: codeAt(secret, nowMs) }
      const other = await insertUser(database, { mfaEnable: true })
      assert.equal(await mfa.register({ email: 'nobody@bank.example', ...order }, ACTOR), false)
      assert.equal(await mfa.register({ email: other.email, ...order }, ACTOR), false)
      await database.query('UPDATE users SET is_active = false WHERE user_id = $1', [user.userId])
      assert.equal(await mfa.register({ email: user.email, ...order }, ACTOR), false)
    })

    test('five wrong codes delete the offer', async () => {
      const { user, secret } = await offered()
      const order = { email: user.email, encodedSecret: secret }
      for (let tries = 0; tries < 5; tries++) {
        assert.equal(await mfa.register({ ...order, code: wrongCodeAt(secret, nowMs) }, ACTOR), false)
      }
      assert.equal(await mfa.register({ ...order, code: codeAt(secret, nowMs) }, ACTOR), false)
    })

    test('four do not, and a secret that was not offered is no attempt', async () => {
      const { user, secret } = await offered()
      const order = { email: user.email, encodedSecret: secret }
      for (let tries = 0; tries < 4; tries++) await mfa.register({ ...order, code: wrongCodeAt(secret, nowMs) }, ACTOR)
      for (let tries = 0; tries < 9; tries++) await mfa.register({ ...order, ...OWN_SECRET }, ACTOR)
      assert.equal(await mfa.register({ ...order, code: codeAt(secret, nowMs) }, ACTOR), true)
    })

    const replacements: [
      title: string,
      overwrite: boolean | undefined,
      who: 'nobody' | 'another' | 'the user',
      ok: boolean,
    ][] = [
      ['without overwrite', undefined, 'the user', false],
      ['with overwrite: false', false, 'the user', false],
      ['without a token', true, 'nobody', false],
      ['with the token of another user', true, 'another', false],
      ['with their own token', true, 'the user', true],
    ]
    for (const [title, overwrite, who, ok] of replacements) {
      test(`a device is ${ok ? '' : 'not '}replaced ${title}`, async () => {
        const { user, secret: old } = await registered()
        const secret = (await mfa.status(user.userId, true)).offer?.encodedSecret ?? ''
        const another = await insertUser(database)
        const signedInUserId = { nobody: undefined, another: another.userId, 'the user': user.userId }[who]
        const done = await mfa.register(
          {
            email: user.email,
            encodedSecret: secret,
            code: codeAt(secret, nowMs),
            ...(overwrite !== undefined && { overwrite }),
            ...(signedInUserId !== undefined && { signedInUserId }),
          },
          ACTOR,
        )
        assert.equal(done, ok)
        nowMs += 2 * STEP
        assert.equal(await mfa.verifyCode(database, user, codeAt(ok ? secret : old, nowMs)), true)
        nowMs += 2 * STEP
        assert.equal(await mfa.verifyCode(database, user, codeAt(ok ? old : secret, nowMs)), false)
      })
    }

    test('ten concurrent registrations create one device', async () => {
      const { user, secret } = await offered()
      const order = { email: user.email, encodedSecret: secret, code: codeAt(secret, nowMs) }
      const done = await Promise.all(Array.from({ length: 10 }, () => mfa.register(order, ACTOR)))
      assert.equal(done.filter(Boolean).length, 1)
    })
  })

  describe('a code', () => {
    test('that registered the device cannot be used to sign in', async () => {
      const { user, secret } = await registered()
      assert.equal(await mfa.verifyCode(database, user, codeAt(secret, nowMs)), false)
      assert.equal(await mfa.verifyCode(database, user, codeAt(secret, nowMs + STEP)), true)
    })

    test('is accepted once, and earlier ones no longer', async () => {
      const { user, secret } = await registered()
      nowMs += 5 * STEP
      const [before, now, next] = [-1, 0, 1].map((steps) => codeAt(secret, nowMs + steps * STEP)) as [
        string,
        string,
        string,
      ]
      assert.equal(await mfa.verifyCode(database, user, now), true)
      assert.equal(await mfa.verifyCode(database, user, now), false)
      assert.equal(await mfa.verifyCode(database, user, before), false)
      assert.equal(await mfa.verifyCode(database, user, next), true)
    })

    test('sent twenty times at once is accepted once', async () => {
      const { user, secret } = await registered()
      nowMs += 5 * STEP
      const code = codeAt(secret, nowMs)
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => database.transaction((sql) => mfa.verifyCode(sql, user, code))),
      )
      assert.equal(answers.filter(Boolean).length, 1)
    })

    test('is wrong without a device, without a user, and when its secret was only offered', async () => {
      const { user, secret } = await offered()
      const code = codeAt(secret, nowMs)
      assert.equal(await mfa.verifyCode(database, user, code), false)
      assert.equal(await mfa.verifyCode(database, { userId: '00000000-0000-7000-8000-00000000dead' }, code), false)
    })
  })
})
