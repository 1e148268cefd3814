// Every released version left a database dump here. This version must upgrade each of them on PostgreSQL, and the oldest
// and the newest on the embedded engine: the books are correct, the gateway starts, old answers are replayed byte for byte, and new orders are posted.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '../../src/platform/storage/database.ts'
import { openPglite, openPostgres } from '../../src/platform/storage/open-database.ts'
import { post } from '../support/accounts/account-services.ts'
import { withdrawal } from '../support/accounts/sandbox-requests.ts'
import { createStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import type { EngineName } from '../support/machine/database.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { provesMore } from '../support/runner/extent.ts'
import { until } from '../support/until.ts'
import { restoreDump } from './dump-database.ts'
import { assertDigital } from './representative-digital.ts'
import { callLending } from './representative-lending.ts'
import type { Recording } from './representative-traffic.ts'

const ALL_VERSIONS = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .toSorted((a, b) => (lastMigrationOf(a) < lastMigrationOf(b) ? -1 : 1))

// The newest is what is upgraded in use. `npm run test-all` takes every one.
const VERSIONS = provesMore ? ALL_VERSIONS : ALL_VERSIONS.slice(-1)

// An upgrade on the embedded engine costs three times as much. The oldest dump takes every migration, and the newest has every
// kind of row.
const ON_PGLITE = [VERSIONS.at(0), VERSIONS.at(-1)]

test('there are dumps to upgrade', () => assert.ok(VERSIONS.length > 0))

for (const version of VERSIONS) {
  for (const engine of enginesFor(version)) {
    describe(`a database of ${version} (${engine})`, () => {
      const folder = join(import.meta.dirname, version)
      const recording = JSON.parse(readFileSync(join(folder, 'recording.json'), 'utf8')) as Recording
      let store: Store
      let gateway: Gateway | undefined
      before(async () => {
        const empty = await createStore(engine)
        store = { ...empty, env: { ...empty.env, MASTER_KEY_FILE: join(folder, 'master.key') } }
        const database = open(store)
        await restoreDump(database, readFileSync(join(folder, 'database.sql'), 'utf8')).finally(() => database.close())
      })
      after(async () => {
        await gateway?.stop()
        await store?.remove()
      })

      test('has correct books once it is migrated, and belongs to the sandbox', async () => {
        const behind = await runTillgate(store, ['verify'])
        assert.match(
          behind.output,
          /^tillgate: the schema of the database is behind, .* run `tillgate migrate` first\n$/,
        )
        for (const command of ['migrate', 'verify']) {
          const { code, output } = await runTillgate(store, [command])
          assert.equal(code, 0, output)
        }
        const database = open(store)
        const { rows } = await database
          .query(`SELECT value FROM settings WHERE key = 'environment'`)
          .finally(() => database.close())
        assert.deepEqual(rows, [{ value: 'sandbox' }])
      })

      test('is served by a gateway that replays every old answer', async () => {
        gateway = await startGateway(store)
        for (const { path, body, answer } of recording.exchanges) {
          const again = await post(gateway, path, body)
          assert.equal(again.text, answer)
          assert.equal(again.headers.get('x-idempotent-replay'), 'true')
        }
      })

      test('accepts new postings', async () => {
        // The days since the dump are closed after the start; nothing is posted meanwhile (906).
        const withdraw = () =>
          post(running(), '/transactions/debits', withdrawal('1000000001', 20, { rrn: '900000000001' }))
        let done = await withdraw()
        await until(async () => {
          if (done.code === '906') done = await withdraw()
          return done.code !== '906'
        }, 'the days are closed')
        assert.equal(done.code, '000', done.text)
        const late = recording.exchanges.find(({ body }) => originalRrnOf(body) !== undefined)
        const tombstoned = withdrawal('1000000001', 80, { rrn: originalRrnOf(late?.body) as string })
        const refused = await post(running(), '/transactions/debits', tombstoned)
        assert.notEqual(refused.code, '000', 'an original that was reversed before it came is still refused')
      })

      test('answers the same of its loans, and recognises their idempotency keys', async () => {
        const { reads, repeated } = recording.lending ?? { reads: [] }
        for (const { path, answer } of reads) {
          const { status, body } = await callLending(running(), `GET ${path}`)
          assert.equal(status, 200, path)
          // Earlier versions named a row that asks for nothing as the next one due.
          if (path.includes('/next-due') && 'amount' in answer && answer.amount === 0) {
            assert.ok(body.amount > 0 && body.n > 1, path)
            continue
          }
          // A later version may add fields.
          assert.partialDeepStrictEqual(body, answer, path)
        }
        if (repeated === undefined) return
        const again = await callLending(running(), `POST ${repeated.path}`, repeated.body, repeated.key)
        assert.equal(again.headers.get('x-idempotent-replay'), 'true')
        assert.equal(again.body.transactionId, repeated.transactionId)
      })

      test('has the loans of the sandbox', async () => {
        const { body } = await callLending(running(), 'GET /loans?size=100')
        const names = body.content.map(({ externalReference }: { externalReference?: string }) => externalReference)
        for (const name of ['sandbox-current', 'sandbox-arrears', 'sandbox-hardship', 'sandbox-closed'])
          assert.equal(names.filter((one: string | undefined) => one === name).length, 1, name)
      })

      test('lets its users sign in, their secrets still decrypt, and the audit log is intact', async () => {
        const onboarding = new Onboarding(() => running().url)
        const { email, password, totpSecret } = recording.user
        const mfaCode = new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate()
        const signedIn = await onboarding.login(email, password, { mfaCode })
        assert.equal(signedIn.status, 200, signedIn.text)
        const token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
        const verified = await onboarding.call('GET /audit-logs/verify', { token })
        assert.equal(verified.status, 200, verified.text)
        assert.equal(verified.body.data.valid, true, verified.text)
      })

      test('has a connection to its core, the types of its accounts and its capabilities', async () => {
        const onboarding = new Onboarding(() => running().url)
        const token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
        const listed = async (route: string, body: object) =>
          (await onboarding.call(`POST ${route}/list?size=200`, { token, body })).body.data.content
        const active = { status: ['ACTIVE'], environment: ['sandbox'] }
        assert.deepEqual(
          (await listed('/core-connectivity', active)).map((one: { coreType: string }) => one.coreType).toSorted(),
          ['BUILTIN', 'BUILTIN', 'SANDBOX'],
        )
        // An institution without a row used the built-in bank, until migration 0013 gave it one in every environment.
        const hadRows = readFileSync(join(folder, 'database.sql'), 'utf8').includes("'0013-cores-and-account-types'")
        const inProd = await listed('/core-connectivity', { environment: ['prod'], status: ['ACTIVE'] })
        assert.equal(inProd.length, hadRows ? 0 : 3)
        const types = await listed('/account-types', { institutionId: 'FI001' })
        assert.deepEqual(types.map(({ code }: { code: string }) => code).toSorted(), [
          'CD',
          'DDA',
          'LOAN',
          'MMA',
          'SDA',
        ])
        assert.partialDeepStrictEqual(
          types.find(({ code }: { code: string }) => code === 'LOAN'),
          { category: 'ASSET', balanceTypes: ['Available', 'Balance', 'PaymentDue'], isActive: true },
        )
        const capabilities = await listed('/transaction-capabilities', { isSystem: true, isActive: true })
        assert.equal(capabilities.length, 8)
      })

      const { digital } = recording
      if (digital !== undefined) {
        // After the others, because it moves the clock.
        test('answers the same of its tokens, and lets an undecided transfer expire', () =>
          assertDigital(running(), digital))
      }

      test('has correct books afterwards', async () => {
        assert.equal(await running().stop(), 0)
        gateway = undefined
        const { code, output } = await runTillgate(store, ['verify'])
        assert.equal(code, 0, output)
      })

      function running(): Gateway {
        assert.ok(gateway, 'the gateway did not start')
        return gateway
      }
    })
  }
}

function enginesFor(version: string): readonly EngineName[] {
  return provesMore && ON_PGLITE.includes(version) ? ['pglite', 'postgres'] : ['postgres']
}

function lastMigrationOf(version: string): string {
  const dump = readFileSync(join(import.meta.dirname, version, 'database.sql'), 'utf8')
  const [last] = [...dump.matchAll(/'(\d{4}-[a-z-]+)'/g)]
    .map(([, name]) => name)
    .toSorted()
    .slice(-1)
  assert.ok(last, `${version} names no migration`)
  return last
}

function open({ env }: Store): Database {
  return env.DATABASE_URL === undefined ? openPglite(env.DATA_DIR as string) : openPostgres(env.DATABASE_URL)
}

function originalRrnOf(body: unknown): string | undefined {
  return (body as { reverseInfo?: { originalRrn?: string } } | undefined)?.reverseInfo?.originalRrn
}
