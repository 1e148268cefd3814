// The ordinary operations, on a resource of the test.

import assert from 'node:assert/strict'
import test from 'node:test'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { queryReader } from '../http/body/query.ts'
import { bodyValidator } from '../http/body/validation.ts'
import { chosen, given } from '../http/operation.ts'
import { may } from './access.ts'
import type { AdministrationAsk, AdministrationOperation } from './administration-operation.ts'
import { orNull } from './nullable.ts'
import { changeOf, identifier, pageQuery, recordFields, recordName, recordOf } from './record-shapes.ts'
import { resourceFor } from './resource.ts'

const SCOPE = { institutionId: 'FI001' }
const SORTS = ['name', 'bin']
const calls: unknown[] = []

interface Services {
  readonly clock: Clock
  readonly billers: typeof billers
}

/** Keeps what it is asked. */
const billers = {
  async list(...asked: [scope: object, filter: { readonly search?: string }, page: object]) {
    calls.push(asked)
    return { items: [{ bin: '1' }, { bin: '2' }], total: 12 }
  },
  async find(...asked: [scope: object, id: string]) {
    calls.push(asked)
    return { bin: '3' }
  },
  async write(...asked: unknown[]) {
    calls.push(asked)
    return { bin: '4' }
  },
}

const WORDS = { summary: 'S', description: 'D' }
const body = Type.Object({ bin: Type.String() })

const OPERATIONS = resourceFor<Services>()({
  path: '/billers',
  tag: 'Billers',
  module: 'INSTITUTIONS',
  noun: 'biller',
  shape: Type.Object({ BIN: Type.String() }),
  example: { BIN: '400000', version: 1 },
  sorts: SORTS,
  records: (services) => services.billers,
  reply: ({ bin }) => ({ BIN: bin }),
  // Not in the order of resource.ts: the document has the order of the declaration.
  list: {
    ...WORDS,
    id: 'ListBillers',
    filter: Type.Object({ search: Type.Optional(Type.String()), kind: Type.Optional(Type.Array(Type.String())) }),
    example: { summary: 'F', value: {} },
  },
  browse: { ...WORDS, id: 'BrowseBillers' },
  create: {
    ...WORDS,
    id: 'CreateBiller',
    basis: 'given',
    makesInstitution: true,
    body,
    example: { name: 'new', summary: 'N', value: { bin: '5' } },
    run: (ask) => ask.services.billers.write(ask.body.bin),
  },
  get: { ...WORDS, id: 'GetBiller' },
  change: {
    ...WORDS,
    id: 'UpdateBiller',
    body,
    example: { name: 'bin', summary: 'B', value: { version: 1, BIN: '6' } },
    run: (ask, id) => ask.services.billers.write(id, ask.body.bin),
  },
  activate: {
    ...WORDS,
    id: 'SetBillerActivation',
    changesAccess: true,
    flag: 'isOn',
    flagDescription: 'F',
    example: { name: 'off', summary: 'Off', change: { BIN: '9' } },
    run: (ask, id, isOn) => ask.services.billers.write(id, isOn),
  },
  delete: {
    ...WORDS,
    id: 'DeleteBiller',
    async run(ask, id) {
      await ask.services.billers.write(id)
    },
  },
})
const [LIST, BROWSE, CREATE, GET, UPDATE, SET, DELETE] = OPERATIONS as [Made, Made, Made, Made, Made, Made, Made]

type Made = AdministrationOperation<Services>

const page = (number: number, size: number) => ({ page: number, size, totalElements: 12, totalPages: 12 / size })
const content = [{ BIN: '1' }, { BIN: '2' }]
const sort = { field: 'name', direction: 'desc' }

const ROWS: [
  operation: Made,
  route: string,
  action: 'VIEW' | 'CREATE' | 'UPDATE' | 'ACTIVATE' | 'DELETE',
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
    { query: { size: 2 }, body: { search: 'x', kind: [] } },
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
  [SET, 'PATCH /billers/:id/activation', 'ACTIVATE', { query: { isOn: true } }, ['b-1', true], { BIN: '4' }],
  [SET, 'PATCH /billers/:id/activation', 'ACTIVATE', { query: { isOn: false } }, ['b-1', false], { BIN: '4' }],
  [CREATE, 'POST /billers', 'CREATE', { body: { bin: '5' } }, ['5'], { BIN: '4' }],
  [UPDATE, 'PATCH /billers/:id', 'UPDATE', { body: { bin: '6' } }, ['b-1', '6'], { BIN: '4' }],
  [DELETE, 'DELETE /billers/:id', 'DELETE', {}, ['b-1'], null],
]
for (const [operation, route, action, sent, asked, data] of ROWS) {
  test(`${route} needs ${action}, and ${JSON.stringify(sent)} asks the records for ${JSON.stringify(asked)}`, async () => {
    assert.deepEqual([operation.route, operation.access], [route, may('INSTITUTIONS', action)])
    calls.length = 0
    const ask = {
      services: { clock: { now: () => 0 }, billers },
      principal: { scope: SCOPE },
      call: { params: { id: 'b-1' } },
    }
    const reply = await operation.handle({
      query: {},
      body: undefined,
      ...(ask as unknown as AdministrationAsk<Services>),
      ...sent,
    })
    assert.deepEqual(calls, [asked])
    assert.deepEqual(JSON.parse(String(reply.body)).data, data)
  })
}

test('an operation states its basis and its duties', () => {
  assert.deepEqual([SET.changesAccess, DELETE.changesAccess], [true, undefined])
  assert.deepEqual([CREATE.makesInstitution, CREATE.basis, CREATE.status, UPDATE.basis], [true, 'given', 201, 'chosen'])
})

test('a section that is left out is no operation, and the others keep their order', () => {
  const { path, tag, module } = { path: '/billers', tag: 'Billers', module: 'INSTITUTIONS' } as const
  const record = { noun: 'biller', shape: Type.Object({}), example: {}, records: () => billers }
  const get = { ...WORDS, id: 'GetBiller' }
  const browse = { ...WORDS, id: 'BrowseBillers' }
  const made = resourceFor<Services>()({ path, tag, module, ...record, get, browse })
  assert.deepEqual(
    made.map(({ id }) => id),
    ['GetBiller', 'BrowseBillers'],
  )
})

test('a declaration that does not fit its records does not compile', () => {
  const declare = resourceFor<Services>()
  const resource = { path: '/billers', tag: 'B', module: 'INSTITUTIONS', noun: 'b', shape: body, example: {} } as const
  const example = { name: 'new', summary: 'N', value: {} }
  declare({
    ...resource,
    // @ts-expect-error: billers are searched by a text
    records: (services) => services.billers,
    list: { ...WORDS, id: 'List', filter: Type.Object({ search: Type.Number() }), example },
  })
  declare({
    ...resource,
    records: (services) => services.billers,
    // @ts-expect-error: the body has no such field
    create: { ...WORDS, id: 'Create', body, example, run: (ask) => ask.services.billers.write(ask.body.name) },
  })
  // @ts-expect-error: no such module
  declare({ ...resource, module: 'KITCHEN', records: (services) => services.billers })
})

const EXAMPLES: [operation: Made, sent: string | undefined, shown: object][] = [
  [CREATE, 'new', { name: 'biller', summary: 'The biller', value: { BIN: '400000', version: 1 } }],
  [GET, undefined, { name: 'biller', summary: 'The biller', value: { BIN: '400000', version: 1 } }],
  [UPDATE, 'bin', { name: 'biller', summary: 'As it is now', value: { BIN: '6', version: 2 } }],
  [SET, undefined, { name: 'off', summary: 'Off', value: { BIN: '9', version: 2 } }],
  [DELETE, undefined, { name: 'removed', summary: 'It is gone', value: null }],
]
for (const [{ id, requestExamples, replyExamples }, sent, shown] of EXAMPLES) {
  test(`the document shows a reply of ${id}`, () => {
    assert.equal(requestExamples?.[0]?.name, sent)
    const [{ name, summary, value } = { name: '', summary: '', value: {} }] = replyExamples
    assert.deepEqual({ name, summary, value: (value as { data: unknown }).data }, shown)
  })
}

const SENT_SORTS: [sort: string, isTaken: boolean][] = [
  ['name:asc', true],
  ['bin:desc', true],
  ['name', false],
  ['name:up', false],
  ['other:asc', false],
  ['name:asc,bin:asc', false],
]
for (const [sent, isTaken] of SENT_SORTS) {
  test(`sort=${sent} is ${isTaken ? 'taken' : 'a 400'}`, () => {
    const read = () => queryReader(pageQuery(SORTS))({ sort: sent })
    if (isTaken) assert.deepEqual(read(), { page: 1, size: 10, sort: sent })
    else assert.throws(read, (error) => error instanceof Problem && error.kind === 'invalid')
  })
}

const CHANGE = bodyValidator(
  changeOf(Type.Object({ code: Type.String(), name: Type.String(), isActive: Type.Boolean() }), {
    fixed: ['code'],
    without: ['isActive'],
  }),
)
const CHANGES: [sent: object, refused: string | undefined][] = [
  [{ version: 1 }, undefined],
  [{ version: 1, code: 'A', name: 'B', isActive: 'not a field of it' }, undefined],
  [{ name: 'B' }, 'version'],
  [{ version: 1, name: 7 }, 'name'],
  [{ version: 1, code: 7 }, 'code'],
]
for (const [sent, refused] of CHANGES) {
  test(`the change ${JSON.stringify(sent)} is ${refused === undefined ? 'taken' : `a 400 at ${refused}`}`, () => {
    if (refused === undefined) assert.doesNotThrow(() => CHANGE(sent))
    else
      assert.throws(
        () => CHANGE(sent),
        (error) => error instanceof Problem && error.details[0]?.path === refused,
      )
  })
}

const MADE = Type.Object({
  code: chosen(identifier('As others name it; it stays as it is')),
  name: Type.Optional(given(recordName('Its name'))),
  contact: Type.Optional(chosen(orNull(recordName('Whom to ask')))),
})
const SHOWN = recordOf(MADE, {
  component: 'Thing',
  shown: { code: 'As others name it', uses: Type.Optional(Type.Integer({ description: 'How often' })) },
})

test('a record is shown with the fields of a new one, those of every record, and its own', () => {
  assert.equal((SHOWN as { component?: string }).component, 'Thing')
  assert.deepEqual(Object.keys(SHOWN.properties), [...Object.keys(recordFields), 'code', 'name', 'contact', 'uses'])
  assert.deepEqual(SHOWN.required, [...Object.keys(recordFields), 'code', 'name', 'contact'])
})

test('what is shown has its own words, and no limits of what people type', () => {
  const { code, name, contact, uses } = SHOWN.properties
  assert.deepEqual({ ...code }, { ...chosen(identifier('As others name it')) })
  assert.deepEqual({ ...name }, { ...Type.String({ description: 'Its name' }), 'x-basis': 'given' })
  assert.ok(Check(contact, null) && Check(contact, 'Anne') && !Check(contact, ''))
  assert.partialDeepStrictEqual(uses, { type: 'integer', 'x-basis': 'chosen' })
})

test('words of a field that is not sent need its shape', () => {
  assert.throws(() => recordOf(MADE, { component: 'Thing', shown: { uses: 'How often' } }), /Thing shows uses/)
})
