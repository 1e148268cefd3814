// Promotions of application properties from one environment to another.

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import type { ApplicationProperties } from './application-properties.ts'
import { FI001, LIMIT, MASK, openProperties, PAGE, PLATFORM, TOKEN } from './property-suite.fixture.ts'

onDatabase('promoting application properties', (_engine, open) => {
  const suite = openProperties(open)
  const { by, valuesOf } = suite

  describe('a promotion', () => {
    const request = { from: 'qa', to: 'prod', keys: ['a', 'b', 'c'] } as const
    beforeEach(async () => {
      for (const [key, value] of [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ] as const)
        await suite.properties.create(by(PLATFORM), { ...LIMIT, key, value })
      await suite.properties.create(by(PLATFORM), {
        ...LIMIT,
        environment: 'prod',
        key: 'b',
        value: '20',
        isActive: false,
      })
      await suite.properties.create(by(PLATFORM), { ...LIMIT, environment: 'prod', key: 'c', value: '3' })
    })
    const ofProd = async () => {
      const { items } = await suite.properties.list(PLATFORM, { environment: ['prod'] }, PAGE)
      return items
        .map(({ key, value, version }) => `${key}=${value}@${version}`)
        .toSorted()
        .join(' ')
    }
    const CHANGES = [
      ['a', 'CREATED', null, '1'],
      ['b', 'UPDATED', '20', '2'],
      ['c', 'UNCHANGED', '3', '3'],
    ]
    const shown = ({ changes }: Awaited<ReturnType<ApplicationProperties['promote']>>) =>
      changes.map(({ key, action, before: was, after }) => [key, action, was, after])

    test('answers what it changes, and a dry run only that', async () => {
      const dry = await suite.properties.promote(by(PLATFORM), { ...request, dryRun: true })
      assert.deepEqual([shown(dry), dry.dryRun, await ofProd()], [CHANGES, true, 'b=20@1 c=3@1'])
      assert.deepEqual(shown(await suite.properties.promote(by(PLATFORM), request)), CHANGES)
      assert.equal(await ofProd(), 'a=1@1 b=2@2 c=3@1')
      const [b] = (await suite.properties.list(PLATFORM, { environment: ['prod'], key: 'b' }, PAGE)).items
      assert.equal(b?.isActive, false, 'it stays switched off')
      assert.equal(await valuesOf(b?.id ?? ''), '2:2 1:20')
    })

    test('of an unknown key changes nothing, and names every one', async () => {
      await assert.rejects(suite.properties.promote(by(PLATFORM), { ...request, keys: ['a', 'x', 'y'] }), (error) => {
        assert.deepEqual(
          (error as { details: { path: string }[] }).details.map(({ path }) => path),
          ['keys[1]', 'keys[2]'],
        )
        return true
      })
      assert.equal(await ofProd(), 'b=20@1 c=3@1')
    })

    test('stays in its place', async () => {
      await assert.rejects(suite.properties.promote(by(PLATFORM), { ...request, application: 'app' }), {
        kind: 'invalid',
      })
      await assert.rejects(suite.properties.promote(by(PLATFORM), { ...request, institutionId: 'FI001' }), {
        kind: 'invalid',
      })
      await assert.rejects(suite.properties.promote(by(PLATFORM), { ...request, to: 'qa' }), {
        details: [{ path: 'to', message: 'must be another environment than from' }],
      })
      await suite.properties.create(by(FI001), { ...LIMIT, key: 'a', value: '7', institutionId: 'FI001' })
      const own = await suite.properties.promote(by(FI001), { ...request, keys: ['a'], institutionId: 'FI001' })
      assert.deepEqual([own.institutionId, shown(own)], ['FI001', [['a', 'CREATED', null, '7']]])
    })

    test('makes a secret of what was none, and never the other way round', async () => {
      await suite.properties.create(by(PLATFORM), { ...TOKEN, key: 'd', isSecret: false })
      await suite.properties.create(by(PLATFORM), { ...TOKEN, key: 'd', environment: 'prod', value: 'prod-s3cret' })
      const { changes } = await suite.properties.promote(by(PLATFORM), { ...request, keys: ['d'] })
      assert.deepEqual([changes[0]?.before, changes[0]?.after, changes[0]?.isSecret], [MASK, MASK, true])
    })
  })
})
