// Which values of application properties are in effect.

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { FI001, LIMIT, openProperties, PLATFORM, TENANT } from './property-suite.fixture.ts'

onDatabase('effective application properties', (_engine, open) => {
  const suite = openProperties(open)
  const { by } = suite

  describe('the effective properties', () => {
    const PLACES: [value: string, application: string, institutionId?: string, isActive?: boolean][] = [
      ['global', '*'],
      ['of app', 'app'],
      ['of FI001', '*', 'FI001'],
      ['of app at FI001', 'app', 'FI001'],
      ['of other', 'other'],
      ['of FI002, off', '*', 'FI002', false],
    ]
    const ROWS: [title: string, scope: Scope, query: object, value: string, source: string][] = [
      ['nothing named', PLATFORM, {}, 'global', 'GLOBAL'],
      ['an application', PLATFORM, { application: 'app' }, 'of app', 'APPLICATION'],
      ['an unknown application', PLATFORM, { application: 'x' }, 'global', 'GLOBAL'],
      ['an institution', PLATFORM, { institutionId: 'FI001' }, 'of FI001', 'INSTITUTION'],
      [
        'an institution beats an application',
        PLATFORM,
        { application: 'other', institutionId: 'FI001' },
        'of FI001',
        'INSTITUTION',
      ],
      ['both', PLATFORM, { application: 'app', institutionId: 'FI001' }, 'of app at FI001', 'INSTITUTION'],
      ['one that is off', PLATFORM, { application: 'app', institutionId: 'FI002' }, 'of app', 'APPLICATION'],
      ['the institution of the caller', FI001, { application: 'app' }, 'of app at FI001', 'INSTITUTION'],
    ]
    beforeEach(async () => {
      for (const [value, application, institutionId, isActive] of PLACES) {
        const place = { environment: 'qa', application, institutionId, key: 'greeting' } as const
        await suite.properties.create(by(PLATFORM), { ...place, value, valueType: 'STRING', isActive })
      }
      await suite.properties.create(by(PLATFORM), { ...LIMIT, environment: 'uat' })
    })
    for (const [title, scope, query, value, source] of ROWS) {
      test(`${title}: ${value}`, async () => {
        const found = await suite.properties.effective(scope, { environment: 'qa', ...query })
        assert.deepEqual(
          found.map((one) => [one.key, one.value, one.source]),
          [['greeting', value, source]],
        )
      })
    }
    test('are refused for an institution that is unknown or not the caller’s', async () => {
      const ask = (scope: Scope, institutionId: string) =>
        suite.properties.effective(scope, { environment: 'qa', institutionId })
      await assert.rejects(async () => ask(FI001, 'FI002'), { kind: 'not-found' })
      await assert.rejects(async () => ask(PLATFORM, 'FI009'), { kind: 'invalid' })
      assert.deepEqual(await suite.properties.effective(TENANT, { environment: 'qa' }), [])
    })
  })
})
