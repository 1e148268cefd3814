// Which changes of properties shorten a `four-eyes` list.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_LIST, listOf, shortensFourEyes } from './four-eyes.ts'

interface Place {
  readonly environment?: string
  readonly institutionId?: string
  readonly application?: string
  readonly key?: string
  readonly isSecret?: boolean
  readonly isActive?: boolean
}

function property(list: readonly string[] | string, more: Place = {}) {
  const value = typeof list === 'string' ? list : JSON.stringify(list)
  const place = { environment: 'sandbox', application: '*', key: 'four-eyes', isSecret: false, isActive: true }
  return { ...place, value, ...more }
}

const PROD = { environment: 'prod' }
const OF_BANK = { institutionId: 'FI001' }
const [A, B] = ['CARDS:CREATE', 'ROLES:DELETE']

const ROWS: [title: string, before: object | undefined, after: object | undefined, shortens: boolean][] = [
  ['an entry is added', property([A]), property([A, B]), false],
  ['an entry is taken off', property([A, B]), property([A]), true],
  ['the order changes', property([A, B]), property([B, A]), false],
  ['a part becomes the whole', property([`${B}:description`]), property([B]), false],
  ['the whole becomes a part', property([B]), property([`${B}:description`]), true],
  ['it is deleted', property([A]), undefined, true],
  ['an empty one is deleted', property([]), undefined, false],
  ['it is switched off', property([A]), property([A], { isActive: false }), true],
  ['one that is off is changed', property([A], { isActive: false }), property([B], { isActive: false }), false],
  ['it is switched on with an entry', property([A], { isActive: false }), property([A]), false],
  ['the first list of the sandbox is kept', undefined, property([A]), false],
  ['a first list outside the sandbox is shorter than the default', undefined, property([A], PROD), true],
  ['a first list outside the sandbox has the default', undefined, property([...DEFAULT_LIST, B], PROD), false],
  ['the default comes back and lacks an entry', property([...DEFAULT_LIST, B], PROD), undefined, true],
  ['a list gives way to a longer default', property([A], PROD), undefined, false],
  ['an institution begins a list', undefined, property([A], { ...PROD, ...OF_BANK }), false],
  ['an institution ends its list', property([A], { ...PROD, ...OF_BANK }), undefined, true],
  ['a value that cannot be used counts as the default', property('x', PROD), property([A], PROD), true],
  ['it is secret', property('********', { isSecret: true }), property('********', { isSecret: true }), true],
  ['it becomes secret', property([A]), property('********', { isSecret: true }), true],
  ['another key', property([A], { key: 'other' }), undefined, false],
  ['another application', property([A], { application: 'other' }), undefined, false],
]
for (const [title, before, after, shortens] of ROWS) {
  test(`a list ${shortens ? 'gets shorter' : 'does not get shorter'}: ${title}`, () => {
    const entry = { action: 'application-property.update', resource: 'application-property' }
    const change = { ...entry, ...(before && { before }), ...(after && { after }) }
    assert.equal(shortensFourEyes(change), shortens)
  })
}

test('a change of another record shortens no list', () => {
  assert.equal(shortensFourEyes({ action: 'role.delete', resource: 'role', before: property([A]) }), false)
})

const TEXTS: [text: string, isList: boolean][] = [
  ['[]', true],
  ['["CARDS:CREATE","EXCEPTIONS:APPROVE:PAY_OUT","USERS:UPDATE:reset-mfa"]', true],
  ['["cards:create"]', false],
  ['["CARDS"]', false],
  ['["CARDS:CREATE:a:b"]', false],
  ['"CARDS:CREATE"', false],
  ['[1]', false],
]
for (const [text, isList] of TEXTS) {
  test(`${text} is ${isList ? 'a' : 'no'} list`, () => assert.equal(listOf(text) !== undefined, isList))
}
