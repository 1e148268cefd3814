// What platform search takes and how it shows what is found. What it finds is tested with its SQL (tokens/search).

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asOperator, type SentHeaders } from '../../../edge/partners/partner-edge.fixture.ts'
import type { DigitalInstitution } from '../../../tokens/parties/digital-institution.ts'
import type { PlatformSearch } from '../../../tokens/search/platform-search.ts'
import type { SearchRequest } from '../../../tokens/search/search-request.ts'
import type { DigitalServices } from '../digital-operation.ts'
import { openEdge } from '../edge.fixture.ts'
import { EXAMPLE_TRANSFER } from '../shapes/movement-examples.ts'
import { EXAMPLE_ENTRY, wireEntry } from './entry-shapes.ts'

const INSTITUTION: DigitalInstitution = {
  institutionId: '01970000-0000-7000-8000-000000000001',
  bookId: 'FI001',
  partnerId: 'PARTNER01',
  name: 'First Bank',
  country: 'US',
  currencies: ['USD'],
  externalId: 'FI001',
  state: 'ACTIVE',
  made: { ref: 'fi-1', channelType: 'API', version: 1, createdAt: new Date(0), updatedAt: new Date(0) },
}

function open() {
  const asked: { entity: string; request: SearchRequest }[] = []
  const page = (entity: string, items: object[]) => async (request: SearchRequest) => {
    asked.push({ entity, request })
    return { items, total: 21 }
  }
  const platformSearch = {
    institutions: page('INSTITUTION', [INSTITUTION, { ...INSTITUTION, partnerId: 'OTHER' }]),
    users: page('USER', []),
    accounts: page('DIGITAL_ASSET_ACCOUNT', []),
    movements: (kind: string, request: SearchRequest) =>
      page(kind, kind === 'TRANSFER' ? [{ ...EXAMPLE_TRANSFER, partnerId: 'OTHER' }] : [])(request),
    entries: page('ACCOUNT_ENTRY', [EXAMPLE_ENTRY]),
  } as unknown as PlatformSearch
  const digitalInstitutions = {
    positions: async () => [
      { currency: 'USD', supplyMinor: 100n, backingMinor: 100n, owedMinor: 0n, reservedMinor: 0n, unclaimedMinor: 0n },
    ],
  } as unknown as DigitalServices['digitalInstitutions']
  const tokenMovements = {
    returnedMinor: async () => new Map([[EXAMPLE_TRANSFER.movementId, 2_500n]]),
  } as unknown as DigitalServices['tokenMovements']
  const edge = openEdge({ platformSearch, digitalInstitutions, tokenMovements })
  return {
    asked,
    search: (search: object, { query = '', headers = {} }: { query?: string; headers?: SentHeaders } = {}) =>
      edge.call(`POST /search${query}`, {
        body: { transaction: { ref: 's-1', type: 'PLATFORM_SEARCH' }, channelInfo: { type: 'CONSOLE' }, search },
        headers,
      }),
  }
}

const ENTITIES = [
  'INSTITUTION',
  'USER',
  'DIGITAL_ASSET_ACCOUNT',
  'TOKENIZED_DEPOSIT',
  'TOKEN_REDEMPTION',
  'INTERBANK_TRANSFER',
]
const ID = '01970000-0000-7000-8000-000000000009'
const VALUES = {
  id: ID,
  ref: 'r-1',
  institutionId: ID,
  userId: ID,
  accountId: ID,
  currency: 'USD',
  createdFrom: '2026-01-01T00:00:00.000Z',
  createdTo: '2026-02-01',
  updatedFrom: '2026-01-01T01:00:00+01:00',
  updatedTo: '2026-02-01',
}

// The filters that are not for all: which entities take them.
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  userId: ['DIGITAL_ASSET_ACCOUNT'],
  accountId: ['TOKENIZED_DEPOSIT', 'TOKEN_REDEMPTION', 'INTERBANK_TRANSFER'],
  currency: ENTITIES.filter((entity) => entity !== 'USER'),
  institutionId: ENTITIES.filter((entity) => entity !== 'INSTITUTION'),
}

describe('platform search', () => {
  for (const [name, value] of Object.entries(VALUES)) {
    test(`${name} is a filter of ${TAKEN[name]?.join(', ') ?? 'everything'}`, async () => {
      for (const entity of ENTITIES) {
        const { status, body, text } = await open().search({ entity, filters: { [name]: value } })
        const isTaken = TAKEN[name]?.includes(entity) ?? true
        assert.equal(status, isTaken ? 200 : 422, `${entity}: ${text}`)
        if (isTaken) continue
        assert.equal(body.code, 'SEARCH_FILTER_UNSUPPORTED')
        assert.deepEqual(body.transaction, { ref: 's-1', type: 'PLATFORM_SEARCH' })
        assert.equal(body.errors[0].pointer, `/search/filters/${name}`)
      }
    })
  }

  test('an unknown name is no filter, and is not repeated', async () => {
    const { status, body, text } = await open().search({ entity: 'USER', filters: { '<b>': 1, email: 'x' } })
    assert.deepEqual([status, body.code], [422, 'SEARCH_FILTER_UNSUPPORTED'])
    assert.ok(!text.includes('<b>') && !text.includes('email'))
  })

  test('a filter that is not well-formed is a 400 first', async () => {
    const { status, body } = await open().search({ entity: 'USER', filters: { currency: 5, unknown: 1 } })
    assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'])
  })

  test("a state is one of the entity's", async () => {
    for (const [entity, state, status] of [
      ['USER', 'PENDING_VERIFICATION', 200],
      ['USER', 'ISSUED', 400],
      ['TOKENIZED_DEPOSIT', 'ISSUED', 200],
      ['TOKENIZED_DEPOSIT', 'NOTHING', 400],
    ]) {
      const answer = await open().search({ entity, filters: { state } })
      assert.equal(answer.status, status, answer.text)
    }
  })

  for (const [text, status] of [
    ['abc', 200],
    ['a b c', 200],
    ['ab', 400],
    [' ab', 400],
    ['---', 400],
    ['x'.repeat(121), 400],
  ] as const) {
    test(`the text ${JSON.stringify(text.slice(0, 9))}: ${status}`, async () => {
      assert.equal((await open().search({ entity: 'USER', text })).status, status)
    })
  }

  test('words, filters and page reach the search', async () => {
    const { asked, search } = open()
    const { body } = await search(
      {
        entity: 'TOKENIZED_DEPOSIT',
        text: 'Dép-1',
        sort: 'updatedAt',
        filters: { createdFrom: '2026-01-01', createdTo: VALUES.updatedFrom },
      },
      { query: '?page=2&size=5' },
    )
    assert.deepEqual(asked, [
      {
        entity: 'DEPOSIT',
        request: {
          partnerId: 'PARTNER01',
          words: ['dep', '1'],
          filters: { createdFrom: new Date('2026-01-01'), createdTo: new Date('2026-01-01') },
          sortedBy: 'updatedAt',
          page: 2,
          size: 5,
        },
      },
    ])
    assert.deepEqual(body, {
      content: [],
      page: 2,
      size: 5,
      totalElements: 21,
      totalPages: 5,
      entity: 'TOKENIZED_DEPOSIT',
    })
  })

  test('own institutions have their positions; of others only what identifies them is shown', async () => {
    const { body } = await open().search({ entity: 'INSTITUTION' })
    const [own, other] = body.content
    assert.deepEqual(own.positions, [{ currency: 'USD', supply: 1, backing: 1, owed: 0, reserved: 0, unclaimed: 0 }])
    assert.equal(own.institution.externalId, 'FI001')
    assert.deepEqual([other.id, other.state], [INSTITUTION.institutionId, 'ACTIVE'])
    for (const hidden of ['FI001', 'fi-1', 'version', 'createdAt', 'positions', 'transaction', 'channelInfo'])
      assert.ok(!JSON.stringify(other).includes(hidden), hidden)
  })

  test("a payee does not see the payer's request and account", async () => {
    const { body } = await open().search({ entity: 'INTERBANK_TRANSFER' })
    const [seen] = body.content
    assert.deepEqual([seen.transaction, seen.channelInfo, seen.digitalAssetAccount], [undefined, undefined, undefined])
    assert.ok(!JSON.stringify(seen).includes(EXAMPLE_TRANSFER.accountId))
  })

  test('a transfer shows what was returned of it', async () => {
    const { body } = await open().search({ entity: 'INTERBANK_TRANSFER' })
    assert.equal(body.content[0].returned, 25)
  })

  test('a statement is of one account, and takes neither text nor sort nor other filters', async () => {
    const found = await open().search({
      entity: 'ACCOUNT_ENTRY',
      filters: { accountId: ID, createdFrom: '2026-01-01' },
    })
    assert.deepEqual([found.status, found.body.content], [200, [wireEntry(EXAMPLE_ENTRY)]])
    for (const [search, status, pointer] of [
      [{}, 400, '/search/filters/accountId'],
      [{ filters: { accountId: ID }, text: 'abc' }, 400, '/search/text'],
      [{ filters: { accountId: ID }, sort: 'createdAt' }, 400, '/search/sort'],
      [{ filters: { accountId: ID, currency: 'USD' } }, 422, '/search/filters/currency'],
      [{ filters: { accountId: ID, updatedTo: '2026-01-01' } }, 422, '/search/filters/updatedTo'],
    ] as const) {
      const { status: got, body } = await open().search({ entity: 'ACCOUNT_ENTRY', ...search })
      assert.deepEqual([got, body.errors[0].pointer], [status, pointer])
    }
  })

  test('an operator needs VIEW on the part that the entity belongs to', async () => {
    for (const [at, entity] of ENTITIES.entries()) {
      const [own, other] = at < 3 ? ['DIGITAL_PARTIES', 'DIGITAL_MONEY'] : ['DIGITAL_MONEY', 'DIGITAL_PARTIES']
      for (const [module, status] of [
        [own, 200],
        [other, 403],
        ['DIGITAL', 200],
      ] as const) {
        const headers = asOperator(`${module}.VIEW`)
        assert.equal((await open().search({ entity }, { headers })).status, status, `${entity} ${module}`)
      }
    }
  })
})
