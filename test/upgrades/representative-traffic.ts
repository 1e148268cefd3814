// A little of everything that a gateway stores, so that a dump has rows of every kind: postings with reversals and
// declines, an open hold, a tombstone, a changed role, an invited user with a second factor, a loan from its application
// to a repayment that was taken back, tokens and their movements.

import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { control, post } from '../support/accounts/account-services.ts'
import * as request from '../support/accounts/sandbox-requests.ts'
import type { Gateway } from '../support/gateways/gateway.ts'
import { linkMailedTo, Onboarding } from '../support/onboarding/onboarding.ts'
import { type DigitalRecording, runDigitalTraffic } from './representative-digital.ts'
import { type LendingRecording, runLendingTraffic } from './representative-lending.ts'

/** A posting and its answer, which every later version must replay. */
export interface Exchange {
  readonly path: string
  readonly body: unknown
  readonly answer: string
}

/** What a test needs to know about a dump. */
export interface Recording {
  readonly exchanges: readonly Exchange[]
  readonly user: { readonly email: string; readonly password: string; readonly totpSecret: string }
  /** Absent in dumps that are older than lending. */
  readonly lending?: LendingRecording
  /** Absent in dumps that are older than digital banking. */
  readonly digital?: DigitalRecording
}

const CHECKING = '1000000001'
const SAVINGS = '1000000002'
const OTHER = '1000000004'
const PAN = '4000000000000010'
const PREFERENCES = {
  language: 'SPA',
  fastCashAmount: '060',
  fastCashReceipt: '2',
  withdrawalReceipt: '1',
  otherReceipt: '3',
  receiptBalance: '0',
  account: 'SAV',
}
const TELLER = { terminalId: 'TLR00001' }
const ADMIN = ['admin@sandbox.example', 'Sandbox-Admin-1!'] as const
const USER = { email: 'grace@upgrade.example', password: 'seven quiet harbours at dawn' }

export async function runRepresentativeTraffic(gateway: Gateway): Promise<Recording> {
  const exchanges = await postings(gateway)
  await inquiriesAndPreferences(gateway)
  const lending = await runLendingTraffic(gateway)
  const digital = await runDigitalTraffic(gateway)
  return { exchanges, lending, digital, user: await administration(gateway) }
}

async function postings(gateway: Gateway): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  const exchange = async (path: string, code: string, body: unknown) => {
    const answer = await post(gateway, path, body)
    assert.deepEqual([answer.status, answer.code], [200, code], answer.text)
    exchanges.push({ path, body, answer: answer.text })
    return answer.body.status?.authId
  }
  const withdrawal = request.withdrawal(CHECKING, 102.5, { pan: PAN, accessFee: 2.5 })
  await exchange('/transactions/debits', '000', withdrawal)
  await exchange('/transactions/debits', '110', request.withdrawal(OTHER, 4_000))
  await exchange('/transactions/credits', '000', request.cashDeposit(SAVINGS, 75, TELLER))
  await exchange('/transactions/transfers', '000', request.transfer(CHECKING, SAVINGS, 33.33))
  await exchange('/transactions/billpayments', '000', request.billPayment(CHECKING, 12.34))
  await exchange('/transactions/cardless', '000', request.cardless(CHECKING, 40))

  const returned = request.withdrawal(CHECKING, 60)
  const authId = await exchange('/transactions/debits', '000', returned)
  const reverse = (amount: number) => request.withdrawalReversal(returned, { authId, amount })
  await exchange('/transactions/debits/reverse', '000', reverse(20))
  await exchange('/transactions/debits/reverse', '000', reverse(40))
  await exchange('/transactions/debits/reverse', '480', reverse(1))
  const late = request.withdrawal(CHECKING, 80)
  const named = { originalRrn: late.transaction.rrn }
  await exchange('/transactions/debits/reverse', '000', request.withdrawalReversal(late, named))

  // The first check's hold period passes; the second one's hold stays open.
  await exchange('/transactions/credits', '000', request.checkDeposit(OTHER, 150, '100.00', TELLER))
  await control(gateway, '/sandbox/clock', { advanceDays: 3 })
  await exchange('/transactions/credits', '000', request.checkDeposit(OTHER, 90, '10.00', TELLER))
  await exchange(
    '/transactions/debits',
    '000',
    request.withdrawal('2000000001', 20, { institutionId: 'FI002', terminalId: 'ATM00101' }),
  )
  return exchanges
}

async function inquiriesAndPreferences(gateway: Gateway): Promise<void> {
  const done = [
    await post(gateway, '/accounts', request.lookup(PAN)),
    await post(gateway, '/accounts/balance', request.inquiry(CHECKING)),
    await post(gateway, '/preferences', {
      institution: { id: 'FI001' },
      card: { pan: PAN },
      deviceInfo: { terminalId: 'ATM00001', terminalLoc: 'Main Street', acceptorId: 'ACC000000000001' },
      profileData: PREFERENCES,
    }),
  ]
  for (const { code, text } of done) assert.equal(code, '000', text)
}

async function administration(gateway: Gateway): Promise<Recording['user']> {
  const onboarding = new Onboarding(() => gateway.url)
  const encrypt = (value: string) => onboarding.encrypt(value)
  const token = await onboarding.tokenOf(...ADMIN)
  const call = async (route: string, body: unknown, as?: string) => {
    const answer = await onboarding.call(route, { body, token: as })
    assert.ok(answer.status < 300, `${route}: ${answer.text}`)
    return answer.body
  }
  const role = await call(
    'POST /roles',
    {
      roleName: 'Unlocker',
      description: 'Unlocks users',
      modules: [{ moduleId: 'USERS', actionId: ['VIEW', 'UPDATE'] }],
    },
    token,
  )
  const newUser = {
    firstName: 'Grace',
    lastName: "O'Malley",
    mailID: USER.email,
    roleId: role.data.id,
    mfaEnable: true,
  }
  await call('POST /users', newUser, token)
  const link = await linkMailedTo(gateway.managementUrl, USER.email)
  await call('PATCH /users/password', { email: link, password: await encrypt(USER.password) })
  const credentials = async () => ({ email: await encrypt(USER.email), password: await encrypt(USER.password) })
  const { encodedSecret } = await call('POST /login/mfa/status', await credentials())
  const totp = new TOTP({ secret: Secret.fromBase32(encodedSecret) })
  const registration = { encodedSecret, initialCode: totp.generate(), deviceName: 'Phone' }
  await call('POST /login/mfa/register', { username: await encrypt(USER.email), ...registration })
  assert.equal((await onboarding.login(USER.email, 'a wrong password')).status, 401)
  const partner = await call(
    'POST /partners',
    { partnerId: 'NEWCOMER', name: 'A newcomer', operations: ['BalanceInquiry'], institutionIds: ['FI001'] },
    token,
  )
  await call(`POST /partners/${partner.data.id}/clients`, { clientId: 'newcomer-1' }, token)
  await terminalsAndProperties((route, body) => call(route, body, token))
  return { ...USER, totpSecret: encodedSecret }
}

async function terminalsAndProperties(
  call: (route: string, body?: unknown) => Promise<{ data: { id: string; version: number } }>,
): Promise<void> {
  const place = { acceptorId: 'ACC000000000055', kind: 'ATM', location: '5 Main Street', branchId: '001' }
  const named = { institutionId: 'FI001', terminalId: 'ATM00055' }
  const terminal = await call('POST /terminals', { ...named, ...place, currencies: ['USD'], limits: { perDay: 500 } })
  await call(`PATCH /terminals/${terminal.data.id}/activation?isActive=true`)
  const key = await call('POST /terminal-keys', { ...named, keyType: 'TMK' })
  await call(`POST /terminal-keys/${key.data.id}/activate`)
  await call(`POST /terminal-keys/${key.data.id}/rotate`)
  const property = {
    environment: 'sandbox',
    application: 'terminals',
    key: 'retry.limit',
    value: '3',
    valueType: 'INT',
  }
  const { data } = await call('POST /application-properties', property)
  await call(`PATCH /application-properties/${data.id}`, { version: 1, value: '4' })
  const secret = { ...property, key: 'api.token', value: 'synthetic', valueType: 'STRING', isSecret: true }
  await call('POST /application-properties', secret)
}
