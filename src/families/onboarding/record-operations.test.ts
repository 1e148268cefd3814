// The operations that resources share, on a resource of the test.

import assert from 'node:assert/strict'
import test from 'node:test'
import { Type } from 'typebox'
import { queryReader } from '../../http/body/query.ts'
import { Problem } from '../../kernel/problem.ts'
import { may } from './access.ts'
import type { OnboardingAsk, OnboardingOperation } from './onboarding-operation.ts'
import {
  activationOperation,
  browseOperation,
  deleteOperation,
  getOperation,
  listOperation,
  type Resource,
} from './record-operations.ts'
import { pageQuery } from './shapes.ts'

const SCOPE = { institutionId: 'FI001' }
const calls: unknown[] = []

const billers: Resource<{ readonly bin: string }, { readonly search?: string }> = {
  path: '/billers',
  tag: 'Billers',
  module: 'INSTITUTIONS',
  shape: Type.Object({ BIN: Type.String() }),
  example: { BIN: '400000' },
  reply: ({ bin }) => ({ BIN: bin }),
  sorts: ['name', 'bin'],
  records: () => ({
    async list(...asked) {
      calls.push(asked)
      return { items: [{ bin: '1' }, { bin: '2' }], total: 12 }
    },
    async find(...asked) {
      calls.push(asked)
      return { bin: '3' }
    },
  }),
}

const WORDS = { basis: 'chosen', summary: 'S', description: 'D' } as const

const BROWSE = browseOperation(billers, { ...WORDS, id: 'BrowseBillers', filter: {}, example: 'One' })
const LIST = listOperation(billers, {
  ...WORDS,
  id: 'ListBillers',
  filter: Type.Object({ search: Type.Optional(Type.String()) }),
  filterExample: { name: 'f', summary: 'F', value: {} },
  filterOf: (sent) => sent,
  example: 'One',
})
const GET = getOperation(billers, { ...WORDS, id: 'GetBiller', example: { name: 'b', summary: 'B' } })
const SET = activationOperation(billers, {
  ...WORDS,
  id: 'SetBillerActivation',
  changesAccess: true,
  flag: 'isActive',
  flagDescription: 'F',
  example: { name: 'off', summary: 'Off', change: { BIN: '9' } },
  async set(_ask, ...asked) {
    calls.push(asked)
    return { bin: '4' }
  },
})
const DELETE = deleteOperation(billers, {
  ...WORDS,
  id: 'DeleteBiller',
  async delete(_ask, ...asked) {
    calls.push(asked)
  },
})

const page = (number: number, size: number) => ({ page: number, size, totalElements: 12, totalPages: 12 / size })
const content = [{ BIN: '1' }, { BIN: '2' }]
const sort = { field: 'name', direction: 'desc' }

const ROWS: [
  operation: OnboardingOperation,
  route: string,
  action: 'VIEW' | 'ACTIVATE' | 'DELETE',
  sent: object,
  asked: unknown[],
  data: unknown,
][] = [
  [
    BROWSE,
    'GET /billers',
    'VIEW',
    { query: {} },
    [SCOPE, {}, { page: 1, size: 10 }],
    { content, ...page(1, 10), totalPages: 2 },
  ],
  [
    BROWSE,
    'GET /billers',
    'VIEW',
    { query: { page: 3, size: 4, sort: 'name:desc' } },
    [SCOPE, {}, { page: 3, size: 4, sort }],
    { content, ...page(3, 4) },
  ],
  [
    LIST,
    'POST /billers/list',
    'VIEW',
    { query: { size: 2 }, body: { search: 'x' } },
    [SCOPE, { search: 'x' }, { page: 1, size: 2 }],
    { content, ...page(1, 2) },
  ],
  [
    LIST,
    'POST /billers/list',
    'VIEW',
    { query: { size: 6 } },
    [SCOPE, {}, { page: 1, size: 6 }],
    { content, ...page(1, 6) },
  ],
  [GET, 'GET /billers/:id', 'VIEW', {}, [SCOPE, 'b-1'], { BIN: '3' }],
  [SET, 'PATCH /billers/:id/activation', 'ACTIVATE', { query: { isActive: true } }, ['b-1', true], { BIN: '4' }],
  [SET, 'PATCH /billers/:id/activation', 'ACTIVATE', { query: { isActive: false } }, ['b-1', false], { BIN: '4' }],
  [DELETE, 'DELETE /billers/:id', 'DELETE', {}, ['b-1'], null],
]
for (const [operation, route, action, sent, asked, data] of ROWS) {
  test(`${route} needs ${action}, and ${JSON.stringify(sent)} asks the records for ${JSON.stringify(asked)}`, async () => {
    assert.deepEqual([operation.route, operation.access], [route, may('INSTITUTIONS', action)])
    calls.length = 0
    const ask = { services: { clock: { now: () => 0 } }, principal: { scope: SCOPE }, call: { params: { id: 'b-1' } } }
    const reply = await operation.handle({ query: {}, body: undefined, ...(ask as unknown as OnboardingAsk), ...sent })
    assert.deepEqual(calls, [asked])
    assert.deepEqual(JSON.parse(String(reply.body)).data, data)
  })
}

test('an operation that changes access says so', () => {
  assert.deepEqual([SET.changesAccess, DELETE.changesAccess], [true, undefined])
})

const SORTS: [sort: string, isTaken: boolean][] = [
  ['name:asc', true],
  ['bin:desc', true],
  ['name', false],
  ['name:up', false],
  ['other:asc', false],
  ['name:asc,bin:asc', false],
]
for (const [sent, isTaken] of SORTS) {
  test(`sort=${sent} is ${isTaken ? 'taken' : 'a 400'}`, () => {
    const read = () => queryReader(pageQuery(billers.sorts))({ sort: sent })
    if (isTaken) assert.deepEqual(read(), { page: 1, size: 10, sort: sent })
    else assert.throws(read, (error) => error instanceof Problem && error.kind === 'invalid')
  })
}
