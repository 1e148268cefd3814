import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ISO87, ISO93 } from '../../iso8583/shipped-dialects.fixture.ts'
import { keptAnswer } from './decode-answer.ts'

for (const dialect of [ISO87, ISO93]) {
  test(`${dialect.name}: of what may hold a secret only the branch and the due dates of DE 48 are kept`, () => {
    const told = 'branch=B1|Main|Street 1;pin=1234;due=20261201'
    const fields = { 4: '000000000100', 14: '2912', 38: 'H00001', 48: told, 60: 'secret', 62: 'secret', 127: 'secret' }
    assert.deepEqual(keptAnswer({ mti: '0210', fields }, dialect).fields, {
      4: '000000000100',
      38: 'H00001',
      48: 'branch=B1|Main|Street 1;due=20261201',
    })
    const without = keptAnswer({ mti: '0210', fields: { 48: 'pin=1234' } }, dialect)
    assert.deepEqual(without.fields, {})
  })
}
