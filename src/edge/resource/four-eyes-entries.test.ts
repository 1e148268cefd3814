// The entries of `four-eyes` lists under which a request waits.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { may } from './access.ts'
import { type ChangingOperation, changeGrant, entriesOf, entriesOfRequest } from './four-eyes-entries.ts'

const flag = Type.Object({ isActive: Type.Boolean() })
const change = Type.Object({ version: Type.Integer(), name: Type.String(), isActive: Type.Boolean() })
const resolution = Type.Object({ action: Type.Enum(['MATCH', 'PAY_OUT']), reason: Type.String() })

function operation(route: ChangingOperation['route'], more: Partial<ChangingOperation> = {}): ChangingOperation {
  return { id: 'Op', route, access: may('USERS', 'UPDATE'), ...more }
}

const activation = operation('PATCH /users/:id/activation', { query: flag, access: may('USERS', 'ACTIVATE') })
const patch = operation('PATCH /users/:id', { body: change })
const resolve = operation('POST /x/:id/resolve', { body: resolution, access: may('EXCEPTIONS', 'APPROVE') })

const ROWS: [title: string, operation: ChangingOperation, query: unknown, body: unknown, entries: string][] = [
  ['a field', patch, {}, { version: 1, name: 'A' }, 'USERS:UPDATE USERS:UPDATE:name'],
  ['a field that is cleared', patch, {}, { version: 1, name: null }, 'USERS:UPDATE USERS:UPDATE:name'],
  ['a field that is absent', patch, {}, { version: 1, name: undefined }, 'USERS:UPDATE'],
  ['a move', operation('POST /users/:id/unlock'), {}, undefined, 'USERS:UPDATE USERS:UPDATE:unlock'],
  ['an activation', activation, { isActive: true }, undefined, 'USERS:ACTIVATE USERS:ACTIVATE:activate'],
  ['a deactivation', activation, { isActive: false }, undefined, ''],
  ['a deactivation by a change', patch, {}, { version: 1, isActive: false }, ''],
  [
    'more than a deactivation',
    patch,
    {},
    { version: 1, isActive: false, name: 'A' },
    'USERS:UPDATE USERS:UPDATE:isActive USERS:UPDATE:name',
  ],
  [
    'a resolution',
    resolve,
    {},
    { action: 'PAY_OUT', reason: 'x' },
    'EXCEPTIONS:APPROVE EXCEPTIONS:APPROVE:resolve EXCEPTIONS:APPROVE:PAY_OUT EXCEPTIONS:APPROVE:reason',
  ],
  ['a block', operation('POST /cards/:id/block'), {}, { reason: 'x' }, ''],
  ['a suspension', operation('POST /banks/:id/suspend'), {}, {}, ''],
  ['a revocation', operation('POST /keys/:id/revoke'), {}, undefined, ''],
  [
    'a record below another',
    operation('POST /partners/:id/clients', { access: may('PARTNERS', 'CREATE') }),
    {},
    {},
    'PARTNERS:CREATE',
  ],
  ['a read', operation('GET /users'), {}, undefined, ''],
  ['a list', operation('POST /users/list', { access: may('USERS', 'VIEW') }), {}, {}, ''],
  [
    'what only reads',
    operation('POST /rules/:name/evaluate', { access: may('RULES', 'TEST'), readsOnly: true }),
    {},
    {},
    '',
  ],
  ['what users do on their own', operation('POST /logout', { access: 'signed-in' }), {}, undefined, ''],
]
for (const [title, asked, query, body, entries] of ROWS) {
  test(`${title} waits under: ${entries === '' ? 'nothing' : entries}`, () => {
    assert.equal(entriesOfRequest(asked, query, body).join(' '), entries)
  })
}

test('an operation can wait under its action, its move, its resolutions and its fields', () => {
  assert.deepEqual(entriesOf(resolve), [
    'EXCEPTIONS:APPROVE',
    'EXCEPTIONS:APPROVE:resolve',
    'EXCEPTIONS:APPROVE:MATCH',
    'EXCEPTIONS:APPROVE:PAY_OUT',
    'EXCEPTIONS:APPROVE:reason',
  ])
  assert.deepEqual(entriesOf(operation('POST /cards/:id/block')), [])
  assert.equal(changeGrant(operation('GET /users')), undefined)
})
