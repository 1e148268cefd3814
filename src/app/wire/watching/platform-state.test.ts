// The state of the platform in groups: what is wrong is named, what cannot be read says so, and institutions see their own.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ServiceHealth } from '../../../families/onboarding/daily/health/service-health.ts'
import { MINUTE_MS, systemClock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { PlatformState, type PlatformStateParts } from './platform-state.ts'

const NOW_MS = Date.UTC(2026, 0, 15, 10)
const NONE = { count: 0, overdue: 0 }
const LATE = [
  { institutionId: 'FI001', date: '20260114', sinceMs: NOW_MS - 11 * MINUTE_MS },
  { institutionId: 'FI002', date: '20260114', sinceMs: NOW_MS - 9 * MINUTE_MS },
]

function stateOf(more: Partial<PlatformStateParts> = {}, isCoreUp = true): PlatformState {
  const services = [
    { name: 'gateway', probe: async () => '1' },
    {
      name: 'core:FI001',
      institutionId: 'FI001',
      probe: async () => (isCoreUp ? '1' : Promise.reject(new Error('x'))),
    },
    { name: 'core:FI002', institutionId: 'FI002', probe: async () => '1' },
    { name: 'digital-ledger', probe: async () => '1' },
  ]
  return new PlatformState({
    database: { query: async () => ({ rows: [], rowCount: 0 }) } as unknown as Database,
    businessClock: { now: () => NOW_MS },
    health: new ServiceHealth(() => services, systemClock),
    lateDays: async () => LATE,
    unreviewed: async () => NONE,
    eventFigures: async () => ({ waiting: 3, oldestSeconds: 301, deliveries: 0, lagSeconds: 0 }),
    mailBacklog: async () => ({ mails: 0, oldestSeconds: 0 }),
    jobs: () => ({ 'end-of-day': 'UP', 'watch-alerts': 'DOWN' }),
    clock: () => ({ status: 'DEGRADED', details: { aheadSeconds: 7 } }),
    switches: () => undefined,
    ...more,
  })
}

describe('the state of the platform', () => {
  test('every page is told of the services in scope and of days that are late for ten minutes', async () => {
    assert.deepEqual(await stateOf().attention({}), {
      status: 'UP',
      stuckDays: [{ institutionId: 'FI001', date: '2026-01-14' }],
      unreviewed: NONE,
    })
    assert.equal((await stateOf({}, false).attention({})).status, 'DEGRADED')
    assert.deepEqual(await stateOf({}, false).attention({ institutionId: 'FI002' }), {
      status: 'UP',
      stuckDays: [],
      unreviewed: NONE,
    })
    assert.deepEqual((await stateOf().attention({ institutionId: 'FI001', subTenantId: 'x' })).stuckDays, [])
  })

  test('what cannot be read is told as down', async () => {
    const broken = { lateDays: () => Promise.reject(new Error('no database')) }
    assert.deepEqual(await stateOf(broken).attention({}), { status: 'DOWN', stuckDays: [], unreviewed: NONE })
  })

  test('many pages cost one reading', async () => {
    let readings = 0
    const state = stateOf({
      async lateDays() {
        readings++
        return []
      },
    })
    await Promise.all([state.attention({}), state.attention({}), state.attention({})])
    assert.equal(readings, 1)
  })

  test('every group has its status, and names what is wrong', async () => {
    const groups = await stateOf({}, false).groups({})
    assert.deepEqual(
      groups.map(({ group, status }) => [group, status]),
      [
        ['SERVICES', 'UP'],
        ['CORES', 'DOWN'],
        ['CHAINS', 'UP'],
        ['DAYS', 'DEGRADED'],
        ['ALERTS', 'UP'],
        ['WEBHOOKS', 'UP'],
        ['QUEUES', 'DEGRADED'],
        ['JOBS', 'DOWN'],
        ['SWITCHES', 'UP'],
        ['CLOCKS', 'DEGRADED'],
      ],
    )
    const wrong = groups.flatMap(({ items }) => items.flatMap(({ name, status }) => (status === 'UP' ? [] : [name])))
    assert.deepEqual(wrong, ['core:FI001', 'FI001', 'events', 'watch-alerts', 'this node'])
  })

  test('a group that cannot be read says so, and the others are shown', async () => {
    const groups = await stateOf({ eventFigures: () => Promise.reject(new Error('slow')) }).groups({})
    assert.partialDeepStrictEqual(
      groups.find(({ group }) => group === 'QUEUES'),
      { status: 'DOWN', items: [{ note: 'It could not be read' }] },
    )
    assert.equal(groups.length, 10)
  })

  test('users of an institution see their own, and nothing of the node', async () => {
    const groups = await stateOf().groups({ institutionId: 'FI002' })
    assert.deepEqual(
      groups.map(({ group, items }) => [group, items.map(({ name }) => name)]),
      [
        ['SERVICES', ['gateway']],
        ['CORES', ['core:FI002']],
        ['CHAINS', ['digital-ledger']],
        ['DAYS', []],
        ['ALERTS', []],
      ],
    )
  })
})
