// Examples of the digital workbench, with the sandbox's partner PARTNER03.

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { digital, OnboardingClient } from '../../../sdk/src/index.ts'
import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'
import { until } from '../../support/until.ts'

type Entity = digital.SearchPlatformReply['entity']

const CHANNEL = { channelInfo: { type: 'CONSOLE' } }

async function found(admin: OnboardingClient, entity: Entity, fits: (row: never) => boolean = () => true) {
  const answer = await admin
    .digital('PARTNER03')
    .searchPlatform(
      { size: 100 },
      { transaction: { ref: 'example', type: 'PLATFORM_SEARCH' }, ...CHANNEL, search: { entity } },
    )
  assert.equal(answer.status, 200)
  const row = (answer.body as digital.SearchPlatformReply).content.find((one) => fits(one as never))
  assert.ok(row, `a row of ${entity}`)
  return row
}

const labelled = (label: string) => (row: digital.DigitalAssetAccount) => row.account.label === label
const inState = (state: string) => (row: { readonly state: string }) => row.state === state

function record(path: string, entity: Entity, fits?: (row: never) => boolean, name?: string): PageExample {
  return {
    path: `${path}/$id`,
    at: async ({ admin }) => `${path}/${(await found(admin, entity, fits)).id}`,
    ...(name !== undefined && { name }),
  }
}

/** A transfer that waits for its commit. */
async function reserve({ admin }: ExampleContext): Promise<string> {
  const payer = await found(admin, 'DIGITAL_ASSET_ACCOUNT', labelled('Everyday'))
  const payee = (await found(admin, 'DIGITAL_ASSET_ACCOUNT', labelled('Savings'))) as digital.DigitalAssetAccount
  const partner = admin.digital('PARTNER03')
  const made = await partner.createInterbankTransfer({
    transaction: { ref: `example-${crypto.randomUUID()}`, type: 'INTERBANK_TRANSFER' },
    ...CHANNEL,
    tokenAmount: { currency: 'CHF', tokens: 12.5, tokenType: 'TOKENIZED_DEPOSIT' },
    digitalAssetAccount: { id: payer.id },
    beneficiary: { institutionId: payee.institution.id, digitalAssetAccount: { id: payee.id }, name: 'Mara Okafor' },
    settlement: { mode: 'TWO_PHASE', expiresInSeconds: 3600 },
    remittance: { info: 'Invoice 1042', endToEndId: 'INV-1042' },
  })
  assert.equal(made.status, 200)
  const { id } = made.body as digital.InterbankTransfer
  await until(async () => {
    const { body } = await partner.getInterbankTransfer({ transferId: id })
    return 'payer' in body && body.state === 'RESERVED'
  }, 'a reserved transfer')
  return id
}

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Every theme looks at the same settlement, of what the sandbox's banks owe each other. */
async function settlement({ admin }: ExampleContext): Promise<string> {
  const { operations } = admin
  const listed = await operations.listDigitalSettlements({ size: 1 }, {})
  assert.ok(listed.status === 200)
  const [known] = listed.body.data.content
  if (known !== undefined) return `/digital-settlements/${known.id}`
  const ids = await Promise.all([owing(admin, (owed) => owed > 0), owing(admin, (owed) => owed < 0)])
  const made = await operations.createDigitalSettlement({
    payerInstitutionId: ids[0],
    payeeInstitutionId: ids[1],
    currencyCode: 'CHF',
    amount: 10,
    externalReference: 'SIC-2026-0115-0007',
    valueDate: '2026-01-15',
    note: 'Net position of the morning',
  })
  assert.ok(made.status === 201, JSON.stringify(made.body))
  return `/digital-settlements/${made.body.data.id}`
}

async function owing(admin: OnboardingClient, fits: (owed: number) => boolean): Promise<string> {
  const partner = admin.digital('PARTNER03')
  const { body } = await partner.searchPlatform(
    { size: 100 },
    { transaction: { ref: 'example', type: 'PLATFORM_SEARCH' }, ...CHANNEL, search: { entity: 'INSTITUTION' } },
  )
  for (const { id } of (body as digital.SearchPlatformReply).content) {
    const { positions = [] } = (await partner.getInstitution({ institutionId: id }))
      .body as digital.DigitalInstitutionDetail
    if (positions.some(({ currency, owed }) => currency === 'CHF' && fits(owed))) return id
  }
  return assert.fail('the sandbox has no debts in CHF')
}

export const digitalExamples: readonly PageExample[] = [
  { path: '/digital-settlements', at: async (context) => settlement(context).then(() => '/digital-settlements') },
  { path: '/digital-settlements/new' },
  { path: '/digital-settlements/$id', at: settlement },
  { path: '/digital' },
  {
    path: '/digital',
    name: 'with an open transfer',
    at: async (context) => {
      await reserve(context)
      return '/digital'
    },
  },
  { path: '/digital/movements' },
  { path: '/digital/movements', name: 'deposits', at: async () => '/digital/movements?kind=deposits' },
  { path: '/digital/institutions' },
  { path: '/digital/institutions/new' },
  record('/digital/institutions', 'INSTITUTION', inState('ACTIVE') as never),
  { path: '/digital/users' },
  { path: '/digital/users/new' },
  record('/digital/users', 'USER', inState('SUSPENDED') as never),
  { path: '/digital/accounts' },
  { path: '/digital/accounts/new' },
  record('/digital/accounts', 'DIGITAL_ASSET_ACCOUNT', labelled('Everyday') as never),
  {
    ...record('/digital/accounts', 'DIGITAL_ASSET_ACCOUNT', inState('FROZEN') as never, 'frozen, with a checked name'),
    prepare: async (page) => {
      await page.getByLabel('Name that the payer gives').fill('Brightwater Tolls')
      await page.getByRole('button', { name: 'Check the account' }).click()
      await page.getByText('The name is close').waitFor()
    },
  },
  {
    ...record('/digital/accounts', 'DIGITAL_ASSET_ACCOUNT', labelled('Operating') as never, 'being frozen'),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Freeze' }).click()
      await page.getByLabel('Reason').waitFor()
    },
  },
  { path: '/digital/movements/deposits/new' },
  record('/digital/movements/deposits', 'TOKENIZED_DEPOSIT'),
  { path: '/digital/movements/redemptions/new' },
  {
    path: '/digital/movements/redemptions/new',
    name: 'with candidates',
    prepare: async (page) => {
      await page.getByText('Let the gateway find it').click()
      await choose(page, 'Currency', /^CHF/)
      await page.getByLabel('Amount').fill('5')
      await page.getByRole('button', { name: 'Redeem the tokens' }).click()
      await page.getByText('Which account is meant?').waitFor()
    },
  },
  record('/digital/movements/redemptions', 'TOKEN_REDEMPTION'),
  { path: '/digital/movements/transfers/new' },
  {
    path: '/digital/movements/transfers/new',
    name: 'reviewed',
    prepare: async (page) => {
      await choose(page, 'Payer’s account', /Everyday/)
      await page.getByLabel('Amount').fill('40')
      await choose(page, 'Beneficiary’s institution', /Ostermoor/)
      await choose(page, 'Beneficiary’s account', /Savings/)
      await page.getByLabel('Beneficiary’s name').fill('Mara Okafur')
      await page.getByText('In two phases').click()
      await page.getByRole('button', { name: 'Check the beneficiary' }).click()
      await page.getByText('The name is close').waitFor()
    },
  },
  record('/digital/movements/transfers', 'INTERBANK_TRANSFER', inState('COMMITTED') as never),
  record('/digital/movements/transfers', 'INTERBANK_TRANSFER', inState('ABORTED') as never, 'aborted'),
  {
    path: '/digital/movements/transfers/$id',
    name: 'waiting',
    at: async (context) => `/digital/movements/transfers/${await reserve(context)}`,
    prepare: async (page) => page.getByRole('timer').waitFor(),
  },
]
