import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Client, Directory, Partner } from '../../../administration/institutions/directory.ts'
import { Call } from '../../../edge/http/call.ts'
import { type Networks, networksOf } from '../../../platform/kernel/networks.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { generateSandboxMasterKey, parseMasterKeys, SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { Credentials } from './credentials.ts'

const secretBox = new SecretBox(parseMasterKeys(generateSandboxMasterKey()))
const hashOf = (secret: string) => secretBox.lookupHash(secret, 'client-secret:atm')

const PARTNER: Partner = {
  partnerId: 'PARTNER01',
  families: new Set(['accounts']),
  operations: new Set(['Debits']),
  institutionIds: new Set(),
  clientIdPolicy: true,
  isActive: true,
}
const CLIENT: Client = {
  clientId: 'atm',
  partnerId: 'PARTNER01',
  secretHash: hashOf('first'),
  families: new Set(['accounts']),
  isActive: true,
}

// A verified secret is cached; changes to its client in the directory must still take effect.
describe('a client that was admitted before', () => {
  let client: Client | undefined
  let nowMs: number
  let credentials: Credentials

  const admit = (secret: string, ip = '127.0.0.1') =>
    credentials.admit(
      new Call({
        correlationId: '',
        method: 'POST',
        headers: {
          'x-correlation-id': '7e57ab1e-0000-4000-8000-100000000001',
          'content-type': 'application/json',
          client_id: 'atm',
          client_secret: secret,
          partnerid: 'PARTNER01',
        },
        params: {},
        query: {},
        ip,
        receivedAtMs: nowMs,
        startedMs: 0,
      }),
      'Debits',
    )
  const refuses = (secret: string, ip?: string) =>
    assert.throws(
      () => admit(secret, ip),
      (error) => error instanceof Problem && error.kind === 'unauthenticated',
    )

  beforeEach(() => {
    client = CLIENT
    nowMs = 1_000
    credentials = new Credentials({
      directory: { client: () => client, partner: () => PARTNER } as unknown as Directory,
      secretBox,
      clientUse: { note: () => {} },
    })
    admit('first')
  })

  test('is admitted again', () => admit('first'))

  test('is rejected with another secret', () => refuses('second'))

  test('is rejected with its secret from before a rotation', () => {
    client = { ...CLIENT, secretHash: hashOf('second') }
    refuses('first')
    admit('second')
    refuses('first')
  })

  test('is admitted with both secrets until the overlap of a rotation ends', () => {
    client = { ...CLIENT, secretHash: hashOf('second'), oldSecret: { hash: hashOf('first'), untilMs: 2_000 } }
    for (const secret of ['first', 'second', 'first']) admit(secret)
    refuses('third')
    nowMs = 2_000
    refuses('first')
    admit('second')
  })

  const FROM: [address: string, isAdmitted: boolean][] = [
    ['192.0.2.7', true],
    ['::ffff:192.0.2.7', true],
    ['2001:db8:17::9', true],
    ['192.0.3.7', false],
    ['2001:db8:18::9', false],
    ['', false],
  ]
  for (const [address, isAdmitted] of FROM) {
    test(`is ${isAdmitted ? 'admitted' : 'rejected'} from ${address || 'no address'} when it has addresses`, () => {
      client = { ...CLIENT, addresses: networksOf(['192.0.2.0/24', '2001:db8:17::/48']) as Networks }
      if (isAdmitted) admit('first', address)
      else refuses('first', address)
    })
  }

  test('is rejected once it is disabled', () => {
    client = { ...CLIENT, isActive: false }
    refuses('first')
  })

  test('is rejected once it has expired', () => {
    client = { ...CLIENT, expiresAtMs: 2_000 }
    admit('first')
    nowMs = 2_000
    refuses('first')
  })

  test('is rejected once it is deleted', () => {
    client = undefined
    refuses('first')
  })
})

describe('a switch', () => {
  const ROWS: [what: string, clientId: string | undefined, client: Client | undefined, policy: boolean, is: string][] =
    [
      ['with a client of its partner', 'atm', CLIENT, true, 'admitted'],
      ['without a client, when the partner alone is enough', undefined, undefined, false, 'admitted'],
      ['without a client, when one is required', undefined, undefined, true, 'unauthenticated'],
      ['with an unknown client, even when the partner alone is enough', 'atm', undefined, false, 'unauthenticated'],
      ['with a disabled client', 'atm', { ...CLIENT, isActive: false }, false, 'unauthenticated'],
      ['with an expired client', 'atm', { ...CLIENT, expiresAtMs: 0 }, false, 'unauthenticated'],
      ['with a client of another partner', 'atm', { ...CLIENT, partnerId: 'OTHER' }, false, 'forbidden'],
    ]
  for (const [what, clientId, client, clientIdPolicy, expected] of ROWS) {
    test(`${what} is ${expected}`, async () => {
      const partner: Partner = { ...PARTNER, clientIdPolicy }
      const credentials = new Credentials({
        directory: { client: () => client, partner: () => partner } as unknown as Directory,
        secretBox,
        clientUse: { note: () => {} },
      })
      const outcome = await credentials.admitSwitch(callWith({}), 'Debits', 'PARTNER01', clientId).then(
        () => 'admitted',
        (error: unknown) => (error instanceof Problem ? error.kind : String(error)),
      )
      assert.equal(outcome, expected)
    })
  }
})

describe('the rate limit of a partner', () => {
  test('counts calls of operations that are not granted, and 429 comes before the missing grant', () => {
    const partner: Partner = { ...PARTNER, clientIdPolicy: false, ratePerSecond: 2 }
    const credentials = new Credentials({
      directory: { client: () => undefined, partner: () => partner } as unknown as Directory,
      secretBox,
      clientUse: { note: () => {} },
    })
    const outcomeOf = (operationId: string) => {
      try {
        credentials.admit(callWith({ partnerid: 'PARTNER01' }), operationId)
        return 'admitted'
      } catch (error) {
        return error instanceof Problem ? error.kind : String(error)
      }
    }
    assert.deepEqual(['Credits', 'Credits', 'Credits', 'Debits'].map(outcomeOf), [
      'forbidden',
      'forbidden',
      'rate-limited',
      'rate-limited',
    ])
  })
})

function callWith(headers: Record<string, string>): Call {
  return new Call({
    correlationId: '',
    method: 'POST',
    headers: {
      'x-correlation-id': '7e57ab1e-0000-4000-8000-100000000001',
      'content-type': 'application/json',
      ...headers,
    },
    params: {},
    query: {},
    ip: '127.0.0.1',
    receivedAtMs: 0,
    startedMs: 0,
  })
}
