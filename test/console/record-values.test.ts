// Between records and the values of forms.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trimmed, valuesLike } from '../../console/src/kit/form/record-values.ts'

const NEW = { institutionId: null as string | null, name: '', phone: '', isActive: true }

test('a form has the values of its fields only, and an empty text for null', () => {
  const record = { id: '1', institutionId: 'FI001', name: 'City Power', phone: null, isActive: false }
  assert.deepEqual(valuesLike(NEW, record), { institutionId: 'FI001', name: 'City Power', phone: '', isActive: false })
})

test('texts are sent without blanks at their ends; an empty one clears what can be null', () => {
  const values = { ...NEW, name: ' City Power ', phone: ' ' }
  assert.deepEqual(trimmed(values, 'phone'), { institutionId: null, name: 'City Power', phone: null, isActive: true })
  assert.equal(trimmed(values).phone, '')
})
