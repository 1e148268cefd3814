import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GRANTABLE_OPERATIONS } from '../../administration/institutions/partners/api-families.ts'
import { isCardNumber } from '../../platform/kernel/identifiers/pan.ts'
import { sandboxBanner, sandboxCredentials } from '../sandbox-credentials.ts'
import { ACCOUNTS, accountsOf, CARDS } from './sandbox-accounts.ts'
import { BILLERS, CLIENTS, INSTITUTIONS, PARTNERS, TERMINALS } from './sandbox-data.ts'

test("every card number has a valid check digit and its institution's BIN", () => {
  for (const card of CARDS) {
    assert.ok(isCardNumber(card.pan), card.pan)
    const institution = INSTITUTIONS.find((item) => item.institutionId === card.institutionId)
    assert.equal(card.pan.slice(0, 6), institution?.bin)
    assert.ok(accountsOf(card).length > 0, `${card.pan} reaches no account`)
  }
})

test('partners are granted operations that exist, and clients families of their partner', () => {
  for (const { families, operations } of PARTNERS) {
    const known = families.flatMap((family) => GRANTABLE_OPERATIONS[family])
    assert.deepEqual(
      operations.filter((operation) => !known.includes(operation)),
      [],
    )
  }
  for (const { partnerId, family } of CLIENTS) {
    assert.ok(PARTNERS.find((partner) => partner.partnerId === partnerId)?.families.includes(family))
  }
})

test('every row belongs to an institution or partner of the sandbox', () => {
  const institutionIds = INSTITUTIONS.map((item) => item.institutionId)
  const partnerIds = PARTNERS.map((item) => item.partnerId)
  for (const row of [...TERMINALS, ...BILLERS, ...ACCOUNTS, ...CARDS])
    assert.ok(institutionIds.includes(row.institutionId))
  for (const client of CLIENTS) assert.ok(partnerIds.includes(client.partnerId))
  for (const partner of PARTNERS) assert.ok(partner.institutionIds.every((id) => institutionIds.includes(id)))
})

test('the credentials name every client with its secret and partner', () => {
  const { clients, institutions } = sandboxCredentials()
  assert.deepEqual(
    clients.map(({ clientId, partnerId, isExpired }) => [clientId, partnerId, isExpired]),
    [
      ['sandbox-atm', 'PARTNER01', false],
      ['sandbox-ivr', 'PARTNER02', false],
      ['sandbox-expired', 'PARTNER01', true],
      ['sandbox-digital', 'PARTNER01', false],
      ['sandbox-digital-2', 'PARTNER02', false],
      ['sandbox-digital-demo', 'PARTNER03', false],
      ['sandbox-lending', 'PARTNER01', false],
    ],
  )
  assert.deepEqual(sandboxCredentials().users, [
    { email: 'admin@sandbox.example', password: 'Sandbox-Admin-1!', roleName: 'Administrator' },
    { email: 'second@sandbox.example', password: 'Sandbox-Second-1!', roleName: 'Administrator' },
    { email: 'viewer@sandbox.example', password: 'Sandbox-Viewer-1!', roleName: 'Viewer' },
    {
      email: 'operator@fi001.example',
      password: 'Sandbox-Operator-1!',
      roleName: 'Institution Operator',
      institutionId: 'FI001',
    },
  ])
  assert.ok(sandboxBanner().some((line) => line.includes('operator@fi001.example') && line.includes('of FI001')))
  assert.equal(institutions[0]?.terminals.length, 5)
  assert.deepEqual(institutions[0]?.cards[1], {
    pan: '4000000000000028',
    customerId: 'CUST0002',
    status: 'ACTIVE',
    accountIds: ['1000000004', '1000000005'],
  })
  assert.ok(sandboxBanner().some((line) => line.includes('sandbox-atm-secret') && line.includes('PARTNER01')))
  assert.ok(sandboxBanner().every((line) => !line.includes('sandbox-expired')))
})
