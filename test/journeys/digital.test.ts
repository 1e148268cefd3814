// Digital banking from onboarding to offboarding: two partners and an operator move money through tokens, on the built-in
// ledger, on the simulated chain and on an EVM chain with the same answers. No answer and no line of the log shows anything of a ledger.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { balancesOf, control } from '../support/accounts/account-services.ts'
import { DigitalPartner, type Holder, newRef, SECOND_PARTNER, USD } from '../support/digital/digital-partner.ts'
import { DigitalProperties } from '../support/digital/digital-properties.ts'
import { ledgerTraces } from '../support/digital/ledger-traces.ts'
import { type GatewayChain, startGatewayChain } from '../support/evm/chain-gateway.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { cases, enginesFor } from '../support/runner/extent.ts'

const CHECKING = '1000000001'
const PHONE = '+1 555-000-1234'
const EMAIL = 'jane.doe@bank.example'
const SECRETS = ['sandbox-digital-secret', 'sandbox-digital-2-secret', 'KYC-SECRET-77', PHONE, EMAIL, '5550001234']

// The SQL of chains is tested on both engines by their conformance suites, so their journeys run on one.
// evm-ledger.test.ts is the journey of an EVM chain.
const LEDGERS = {
  pglite: ['builtin'],
  postgres: cases(['builtin', 'simulated'], ['builtin', 'simulated', 'evm']),
} as const

for (const engine of enginesFor(['postgres'], ['pglite', 'postgres'])) {
  for (const ledger of LEDGERS[engine]) {
    describe(`digital banking on the ${ledger} ledger (${engine})`, () => {
      let store: Store
      let gateway: Gateway
      let chain: GatewayChain | undefined
      const url = () => gateway.url
      const one = new DigitalPartner(url)
      const two = new DigitalPartner(url, SECOND_PARTNER)
      let operator: DigitalPartner
      let viewer: DigitalPartner
      let payer: Holder
      let payee: Holder
      let depositId: string

      before(async () => {
        store = await createSandboxStore(engine)
        if (ledger === 'evm') chain = await startGatewayChain()
        gateway = await startGateway(store, { LOG_LEVEL: 'debug', ...chain?.env })
        const onboarding = new Onboarding(url)
        const actingAs = async (email: string, password: string) => {
          const token = await onboarding.tokenOf(email, password)
          return new DigitalPartner(url, { authorization: `Bearer ${token}`, partnerid: 'PARTNER01' })
        }
        operator = await actingAs('admin@sandbox.example', 'Sandbox-Admin-1!')
        viewer = await actingAs('viewer@sandbox.example', 'Sandbox-Viewer-1!')
        const properties = new DigitalProperties(url)
        await properties.set('ledger', ledger)
        await properties.set('simulated.block-ms', 20)
        await properties.set('answer-within', '20s')
      })
      after(async () => {
        await gateway?.stop()
        await chain?.close()
        await store?.remove()
      })

      const account = ({ accountId }: Holder) => ({ digitalAssetAccount: { id: accountId } })
      const transfer = (tokens: number, more: object = {}) => ({
        tokenAmount: USD(tokens),
        ...account(payer),
        beneficiary: { institutionId: payee.institutionId, ...account(payee) },
        ...more,
      })
      const twoPhase = (more: object = {}) => ({ settlement: { mode: 'TWO_PHASE', expiresInSeconds: 86_400, ...more } })
      const resolve = (id: string) => `POST /interbank-transfers/${id}/resolution`
      const action = (name: string) => ({ resolution: { action: name, reason: 'a test' } })
      const status = (target: string, more: object = {}) => ({ status: { target, reason: 'a test', ...more } })

      test('an institution, a user and an account of a bank in account services', async () => {
        const institution = await one.ok('POST /institutions', {
          institution: { name: 'First Bank', country: 'US', currencies: ['USD'], bic: 'FIRSUS33', externalId: 'FI001' },
        })
        assertHead(institution, 'ACTIVE', 'FI_ONBOARDING')
        const user = await one.ok('POST /users', {
          institution: { id: institution.id },
          user: { firstName: 'Jane', lastName: 'Doe', email: EMAIL, phone: PHONE, country: 'US' },
          kyc: { reference: 'KYC-SECRET-77', level: 'FULL' },
        })
        assertHead(user, 'ACTIVE', 'USER_ONBOARDING')
        assert.deepEqual(user.institution, { id: institution.id })
        assert.deepEqual(user.user, {
          id: user.id,
          type: 'INDIVIDUAL',
          firstName: 'Jane',
          lastName: 'Doe',
          email: 'j***@bank.example',
          phone: '***1234',
          country: 'US',
        })
        const opened = await one.ok('POST /digital-asset-accounts', {
          institution: { id: institution.id },
          user: { id: user.id },
          account: { currency: 'USD', label: 'Main' },
          linkedAccount: { id: CHECKING },
        })
        assert.equal(opened.state, 'ACTIVE')
        assert.deepEqual(opened.account, { id: opened.id, currency: 'USD', label: 'Main', default: false })
        assert.deepEqual(opened.linkedAccount, { id: CHECKING, type: 'DDA' })
        payer = { institutionId: institution.id, userId: user.id, accountId: opened.id }
        payee = await two.holder({
          institution: { name: 'Second Bank' },
          user: { firstName: 'José', lastName: 'Núñez' },
        })
        assert.deepEqual((await one.ok(`GET /users/${user.id}`)).user, user.user)
      })

      test('money becomes tokens, once', async () => {
        const had = (await balancesOf(gateway, CHECKING)).Balance ?? 0
        const sent = {
          transaction: { ref: newRef(), type: 'TOKENIZED_DEPOSIT' },
          tokenAmount: USD(100.5),
          ...account(payer),
        }
        const made = await one.call('POST /tokenized-deposits', sent)
        depositId = made.body.id
        assert.deepEqual([made.status, made.body.state, made.replayed], [200, 'ISSUED', false])
        assert.equal(made.body.settlement.finality, 'FINAL')
        assert.match(made.body.settlement.finalAt, /Z$/)
        assert.deepEqual(made.body.issuer, { institutionId: payer.institutionId })
        assert.deepEqual(made.body.linkedAccount, { id: CHECKING })
        assert.deepEqual(made.body.tokenAmount, USD(100.5))
        const again = await Promise.all([1, 2, 3].map(() => one.call('POST /tokenized-deposits', sent)))
        for (const repeat of again) assert.deepEqual([repeat.replayed, repeat.body], [true, made.body])
        assert.deepEqual(await one.ok(`GET /tokenized-deposits/${depositId}`), made.body)
        assert.equal((await balancesOf(gateway, CHECKING)).Balance, had - 100.5)
        assert.deepEqual(await one.balances(payer.accountId), { asset: 100.5, available: 100.5, locked: 0, pending: 0 })
        assert.deepEqual(await one.position(payer.institutionId), {
          supply: 100.5,
          backing: 100.5,
          owed: 0,
          reserved: 0,
          unclaimed: 0,
        })
      })

      test('an immediate transfer is seen by both partners', async () => {
        const remittance = { info: 'Rent', endToEndId: 'RENT-1' }
        const made = await one.ok('POST /interbank-transfers', transfer(40, { remittance }))
        assert.deepEqual([made.state, made.decision.action, made.outcome], ['COMMITTED', 'COMMIT', undefined])
        const { transaction: _, channelInfo: _channel, digitalAssetAccount: _account, ...shown } = made
        assert.deepEqual(await two.ok(`GET /interbank-transfers/${made.id}`), shown)
        const search = { search: { entity: 'INTERBANK_TRANSFER', text: 'rent-1' } }
        assert.deepEqual((await two.ok('POST /search', search)).content, [shown])
        assert.deepEqual((await one.ok('POST /search', search)).content, [made])
        // The payer's reference is not the payee's to find.
        const byRef = { search: { entity: 'INTERBANK_TRANSFER', filters: { ref: made.transaction.ref } } }
        assert.equal((await one.ok('POST /search', byRef)).totalElements, 1)
        assert.equal((await two.ok('POST /search', byRef)).totalElements, 0)
        assert.deepEqual(await one.position(payer.institutionId), {
          supply: 60.5,
          backing: 60.5,
          owed: 40,
          reserved: 0,
          unclaimed: 0,
        })
        assert.deepEqual(await two.position(payee.institutionId), {
          supply: 40,
          backing: 40,
          owed: -40,
          reserved: 0,
          unclaimed: 0,
        })
      })

      test('a transfer in two phases is reserved, then committed by its committer', async () => {
        const made = await one.ok('POST /interbank-transfers', transfer(10, twoPhase({ committer: 'PAYEE' })))
        assert.deepEqual([made.state, made.settlement.finality], ['RESERVED', 'PENDING'])
        assert.equal(Date.parse(made.expiresAt) - Date.parse(made.createdAt), 86_400_000)
        assert.deepEqual(await one.balances(payer.accountId), { asset: 60.5, available: 50.5, locked: 10, pending: 0 })
        assert.deepEqual(await two.balances(payee.accountId), { asset: 40, available: 40, locked: 0, pending: 10 })
        assert.equal((await one.position(payer.institutionId)).reserved, 10)
        assert.equal(await one.refused(resolve(made.id), action('COMMIT')), '403 NOT_RESOLVER')
        assert.equal(await one.refused(resolve(made.id), action('ABORT')), '403 NOT_RESOLVER')
        const committed = await two.ok(resolve(made.id), action('COMMIT'))
        assert.deepEqual([committed.state, committed.settlement.finality], ['COMMITTED', 'FINAL'])
        assert.ok(committed.version > made.version)
        assert.equal((await two.ok(resolve(made.id), action('COMMIT'))).state, 'COMMITTED')
        assert.equal(await two.refused(resolve(made.id), action('ABORT')), '409 TRANSFER_ALREADY_COMMITTED')
        assert.deepEqual(await one.balances(payer.accountId), { asset: 50.5, available: 50.5, locked: 0, pending: 0 })
        assert.deepEqual(await two.balances(payee.accountId), { asset: 50, available: 50, locked: 0, pending: 0 })
      })

      test('the payee, or the payer, aborts a transfer', async () => {
        const { id } = await one.ok('POST /interbank-transfers', transfer(10, twoPhase()))
        const aborted = await two.ok(resolve(id), action('ABORT'))
        assert.deepEqual([aborted.state, aborted.settlement.finality], ['ABORTED', 'FINAL'])
        assert.deepEqual(aborted.outcome, { reasonCode: 'TRANSFER_ABORTED', isoReason: 'MS02' })
        const other = await one.ok('POST /interbank-transfers', transfer(10, twoPhase()))
        const withdrawn = await one.ok(resolve(other.id), action('ABORT'))
        assert.deepEqual(withdrawn.outcome, { reasonCode: 'TRANSFER_ABORTED', isoReason: 'CUST' })
        assert.equal(await one.refused(resolve(id), action('COMMIT')), '409 TRANSFER_ALREADY_ABORTED')
        assert.equal((await one.balances(payer.accountId)).available, 50.5)
      })

      test('an operator does the same for the partner, and the audit log has it; a viewer only reads', async () => {
        assert.equal(await viewer.refused('POST /interbank-transfers', transfer(1)), '403 FORBIDDEN')
        assert.equal((await viewer.ok(`GET /tokenized-deposits/${depositId}`)).state, 'ISSUED')
        assert.equal((await viewer.ok('POST /search', { search: { entity: 'USER' } })).totalElements, 1)
        const { id } = await operator.ok('POST /interbank-transfers', transfer(1, twoPhase()))
        assert.equal(await viewer.refused(resolve(id), action('ABORT')), '403 FORBIDDEN')
        assert.equal((await operator.ok(resolve(id), action('ABORT'))).state, 'ABORTED')
        const token = await new DigitalProperties(url).token()
        const read = async (resourceId: string) => {
          const body = { resourceId }
          const { body: answer, text } = await new Onboarding(url).call('POST /audit-logs/list', { token, body })
          assert.ok(answer.data !== undefined, text)
          return answer.data.content.map(({ action: done }: { action: string }) => done).sort()
        }
        assert.deepEqual(await read(id), ['token-transfer.abort', 'token-transfer.create'])
        await operator.ok(`POST /users/${payer.userId}/status`, status('SUSPENDED'))
        await operator.ok(`POST /users/${payer.userId}/status`, status('ACTIVE'))
        assert.deepEqual(await read(payer.userId), ['digital-user.change-status', 'digital-user.change-status'])
        const both = { 'x-client-id': 'sandbox-digital', 'x-client-secret': 'sandbox-digital-secret' }
        assert.equal((await operator.call(`GET /users/${payer.userId}`, undefined, both)).status, 400)
      })

      test('redemptions find their account', async () => {
        const redeem = (more: object = {}) => one.moved('/token-redemptions', { tokenAmount: USD(1), ...more })
        const had = (await balancesOf(gateway, CHECKING)).Balance ?? 0
        const sole = await redeem()
        assert.deepEqual(
          [sole.state, sole.resolvedBy, sole.settlement.finality],
          ['COMPLETED', 'SOLE_ACCOUNT', 'FINAL'],
        )
        assert.equal((await balancesOf(gateway, CHECKING)).Balance, had + 1)
        const second = await one.holder({ account: { label: 'Spare' } })
        const { body } = await one.call('POST /token-redemptions', { tokenAmount: USD(1) })
        assert.deepEqual([body.code, body.candidates.length], ['REDEMPTION_ACCOUNT_AMBIGUOUS', 2])
        assert.equal((await redeem({ tokenizedDeposit: { id: depositId } })).resolvedBy, 'DEPOSIT')
        const named = await redeem(account(payer))
        assert.deepEqual([named.resolvedBy, named.digitalAssetAccount], ['REQUEST', { id: payer.accountId }])
        const opened = await one.ok('POST /digital-asset-accounts', {
          institution: { id: second.institutionId },
          user: { id: second.userId },
          account: { currency: 'USD', default: true },
          linkedAccount: { id: 'SPARE-2' },
        })
        await one.deposit(opened.id, 1)
        const byDefault = await redeem()
        assert.deepEqual([byDefault.resolvedBy, byDefault.digitalAssetAccount], ['PARTNER_DEFAULT', { id: opened.id }])
        for (const id of [opened.id, second.accountId])
          await one.ok(`POST /digital-asset-accounts/${id}/status`, status('CLOSED'))
        assert.equal((await redeem()).resolvedBy, 'SOLE_ACCOUNT')
      })

      test('an account is validated before money is sent to it', async () => {
        const asked = (holder?: object, more: object = {}) =>
          one.ok('POST /accounts/validation', {
            institution: { id: payee.institutionId },
            ...account(payee),
            ...(holder && { holder }),
            ...more,
          })
        const active = { accountStatus: 'ACTIVE', canReceive: true }
        assert.deepEqual(await asked(), { verified: true, nameMatch: 'NOAP', ...active })
        assert.deepEqual(await asked({ name: 'NUNEZ, Jose' }), { verified: true, nameMatch: 'MTCH', ...active })
        const close = { verified: false, nameMatch: 'CMTC', suggestedName: 'José Núñez', ...active }
        assert.deepEqual(await asked({ name: 'Jose Nunes' }), close)
        const none = { verified: false, nameMatch: 'NMTC', reason: 'BE01', ...active }
        assert.deepEqual(await asked({ name: 'Mary Smith' }), none)
        const unknown = { verified: false, nameMatch: 'NOAP', canReceive: false, reason: 'AC01' }
        assert.deepEqual(await asked({ name: 'x' }, { digitalAssetAccount: { id: 'nobody' } }), unknown)
        const euros = { tokenAmount: { currency: 'EUR', tokenType: 'TOKENIZED_DEPOSIT' } }
        const inEuros = await asked(undefined, euros)
        assert.deepEqual([inEuros.verified, inEuros.canReceive, inEuros.reason], [false, false, 'AC11'])
      })

      test('freezing and suspending stop new work only', async () => {
        const { id } = await one.ok('POST /interbank-transfers', transfer(5, twoPhase()))
        const path = `POST /digital-asset-accounts/${payer.accountId}/status`
        const frozen = await one.ok(path, status('FROZEN'))
        assert.deepEqual([frozen.state, frozen.account.restrictions], ['FROZEN', ['NO_DEBIT']])
        assert.equal(await one.refused('POST /interbank-transfers', transfer(1)), '422 ACCOUNT_FROZEN AC06')
        assert.equal((await one.deposit(payer.accountId, 1)).state, 'ISSUED')
        const other = await one.ok(path, status('FROZEN', { restrictions: ['NO_CREDIT'] }))
        assert.deepEqual([other.version, other.account.restrictions], [frozen.version + 1, ['NO_CREDIT']])
        const deaf = `POST /digital-asset-accounts/${payee.accountId}/status`
        await two.ok(deaf, status('FROZEN', { restrictions: ['NO_CREDIT'] }))
        await two.ok(`POST /institutions/${payee.institutionId}/status`, status('SUSPENDED'))
        // What is stored finishes, credits included.
        assert.equal((await one.ok(resolve(id), action('COMMIT'))).state, 'COMMITTED')
        assert.equal((await two.balances(payee.accountId)).asset, 55)
        const back = { tokenAmount: USD(1), ...account(payee) }
        assert.equal(await two.refused('POST /tokenized-deposits', back), '422 INSTITUTION_NOT_ACTIVE AG10')
        assert.equal((await two.moved('/token-redemptions', back)).state, 'COMPLETED')
        assert.equal(await one.refused('POST /interbank-transfers', transfer(1)), '422 BENEFICIARY_CANNOT_RECEIVE AG11')
        await two.ok(`POST /institutions/${payee.institutionId}/status`, status('ACTIVE'))
        await two.ok(deaf, status('ACTIVE'))
        const active = await one.ok(path, status('ACTIVE'))
        assert.equal(active.account.restrictions, undefined)
      })

      test('a transfer expires by the clock, without anybody asking', async () => {
        const { id, expiresAt } = await one.ok('POST /interbank-transfers', transfer(5, twoPhase()))
        await control(gateway, '/sandbox/clock', { advanceDays: 2 })
        const late = await one.call(resolve(id), action('COMMIT'))
        assert.deepEqual([late.status, late.body.code, late.body.isoReason], [409, 'TRANSFER_EXPIRED', 'AB03'])
        const expired = await two.ended(`/interbank-transfers/${id}`)
        assert.deepEqual([expired.state, expired.decision.action], ['EXPIRED', 'EXPIRE'])
        assert.deepEqual(expired.outcome, { reasonCode: 'TRANSFER_EXPIRED', isoReason: 'AB03' })
        assert.ok(expired.decision.at >= expiresAt)
        assert.equal((await one.balances(payer.accountId)).locked, 0)
        assert.equal((await two.balances(payee.accountId)).pending, 0)
      })

      test('a bank leaves once nothing is left', async () => {
        const path = `POST /institutions/${payee.institutionId}/status`
        assert.equal(await two.refused(path, status('OFFBOARDED')), '409 OPEN_OBLIGATIONS')
        // What other banks owe it counts too, so the payee sends as much back.
        const { positions } = await two.ok(`GET /institutions/${payee.institutionId}`)
        const due = -positions.find(({ currency }: { currency: string }) => currency === 'USD').owed
        await two.deposit(payee.accountId, due)
        await two.moved('/interbank-transfers', {
          tokenAmount: USD(due),
          ...account(payee),
          beneficiary: { institutionId: payer.institutionId, ...account(payer) },
        })
        const { available } = await two.balances(payee.accountId)
        assert.equal(await two.refused(`POST /users/${payee.userId}/status`, status('CLOSED')), '409 OPEN_OBLIGATIONS')
        await two.moved('/token-redemptions', { tokenAmount: USD(available) })
        await two.ok(`POST /digital-asset-accounts/${payee.accountId}/status`, status('CLOSED'))
        assert.equal((await two.ok(`POST /users/${payee.userId}/status`, status('CLOSED'))).state, 'CLOSED')
        assert.equal((await two.ok(path, status('OFFBOARDED'))).state, 'OFFBOARDED')
        assert.equal((await one.call(`GET /institutions/${payee.institutionId}`)).status, 404)
        assert.equal((await two.ok(`GET /institutions/${payee.institutionId}`)).state, 'OFFBOARDED')
        assert.equal(await two.refused(path, status('ACTIVE')), '409 INVALID_STATE_TRANSITION')
      })

      test('answers and log show nothing of a ledger, and no contacts or secrets', async () => {
        const answers = [one, two, operator, viewer].flatMap((partner) => partner.answers)
        assert.ok(answers.length > 50)
        // The log is buffered; stopping flushes it.
        assert.equal(await gateway.stop(), 0)
        // Without what a sandbox prints at its start: addresses and credentials.
        const log = gateway
          .output()
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .join('\n')
        assert.ok(log.includes('/api/digital/v1/token-redemptions'))
        for (const secret of SECRETS) {
          assert.ok(!log.includes(secret), `the log shows ${secret}`)
          for (const answer of answers) assert.ok(!answer.includes(secret), `${secret} in ${answer}`)
        }
        const traces = await ledgerTraces(store)
        gateway = await startGateway(store, chain?.env)
        assert.ok(traces.length > 10)
        for (const trace of traces) {
          assert.ok(!log.includes(trace), `the log shows ${trace}`)
          for (const answer of answers) assert.ok(!answer.includes(trace), `${trace} in ${answer}`)
        }
        for (const answer of answers) {
          assert.doesNotMatch(answer, /"(?:\w*hash|address|block\w*|nonce|gas\w*|opId|ledger\w*|journal\w*)"/i)
          assert.doesNotMatch(answer, /simulated|builtin|evm|0x[0-9a-f]{8}/i)
        }
      })

      test('the books are right', async () => {
        assert.equal(await gateway.stop(), 0)
        const verified = await runTillgate(store, ['verify'])
        assert.match(verified.output, /^the books are right/m, verified.output)
        gateway = await startGateway(store, chain?.env)
      })
    })
  }
}

interface Head {
  readonly id: string
  readonly state: string
  readonly version: number
  readonly transaction: { readonly type: string }
  readonly channelInfo: object
  readonly createdAt: string
  readonly updatedAt: string
}

/** What every new resource begins with. */
function assertHead(resource: Head, state: string, type: string): void {
  assert.match(resource.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.deepEqual([resource.state, resource.version, resource.transaction.type], [state, 1, type])
  assert.deepEqual(resource.channelInfo, { type: 'MOBILE_APP' })
  assert.equal(resource.createdAt, resource.updatedAt)
}
