import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { unusable } from '../../administration/properties/read-keys.ts'
import { PLATFORM_PROPERTIES } from './platform-properties.ts'

const SOURCES = join(import.meta.dirname, '../..')

// One row per key: texts that the platform can use, and texts that it cannot.
const KEYS: Readonly<Record<string, readonly [application: string, good: readonly string[], bad: readonly string[]]>> =
  {
    'log.level': ['tillgate', ['trace', 'silent'], ['loud', 'WARN', '', '"warn"']],
    'export.keep-days': ['tillgate', ['1', '3650'], ['0', '3651', '-1', '1.5', '', 'P7D']],
    'events.keep-days': ['tillgate', ['4', '30', '3650'], ['3', '3651', '']],
    'iso8583.park-after': [
      'tillgate',
      ['24h', '1m', '30d', 'PT24H', 'P1D'],
      ['24', '0h', '31d', '1s', 'P24H', 'PT1D', 'tomorrow', ''],
    ],
    'webhooks.allowed-networks': [
      'tillgate',
      ['[]', '["10.0.0.0/8"]', '["192.168.1.0/24","fd00::/8","127.0.0.1/32"]'],
      [
        '',
        '{}',
        '"10.0.0.0/8"',
        '["10.0.0.0"]',
        '["10.0.0.0/33"]',
        '["fd00::/129"]',
        '["internal"]',
        '[10]',
        '["10/8"]',
      ],
    ],
    'corrections.limit': [
      'tillgate',
      ['{}', '{"USD":1000}', '{"JPY":1,"KWD":0.005}'],
      ['', '[]', '{"USD":0}', '{"USD":-1}', '{"USD":1.001}', '{"USD":"5"}', '{"XQZ":1}'],
    ],
    'four-eyes': [
      '*',
      ['[]', '["CARDS:CREATE"]', '["EXCEPTIONS:APPROVE:PAY_OUT","INSTITUTIONS:ACTIVATE:terminate"]'],
      ['', '{}', '["CARDS:VIEW"]', '["CARDS:ACTIVATE:block"]', '["cards:create"]', '["ACCOUNTS:CREATE:nothing"]'],
    ],
    'onboarding.institutions': ['digital', ['AUTO', 'MANUAL'], ['auto', '']],
    'onboarding.users': ['digital', ['AUTO', 'MANUAL'], ['NEVER', '']],
    ledger: ['digital', ['builtin', 'simulated', 'evm'], ['paper', '']],
    'answer-within': ['digital', ['2s', '500ms', 'PT2S'], ['soon', '2', 'P1D', '']],
    'halted-after': ['digital', ['0', '60s', 'PT5M'], ['', '60', 'never']],
    'silent-after': ['digital', ['15m', 'PT1H'], ['', '0', '15']],
    limits: [
      'digital',
      ['{}', '{"USD":{"perTransaction":10.5,"perDay":20}}'],
      [
        '',
        '[]',
        '{"USD":{"perTransaction":-1}}',
        '{"USD":{"perTransaction":0.001}}',
        '{"XXY":{}}',
        '{"USD":{"perWeek":1}}',
      ],
    ],
    'net-debit-cap': ['digital', ['{"USD":100000}'], ['', '1', '{"USD":"1"}', '{"usd":1}']],
    'simulated.seed': ['digital', ['x'], ['']],
    'simulated.block-ms': ['digital', ['200'], ['0', '1.5', 'x']],
    'simulated.depth': ['digital', ['0'], ['101']],
    'simulated.outage-ms': ['digital', ['1'], ['0']],
    'simulated.atomic-batches': ['digital', ['true'], ['yes']],
    'simulated.native-holds': ['digital', ['false'], ['1']],
    'simulated.ceiling-minor': ['digital', ['0', '100000'], ['', '1.5', '-1']],
    ...Object.fromEntries(
      [
        'lost-request',
        'lost-reply',
        'duplicate-event',
        'reordered-event',
        'reorg',
        'refused',
        'refused-account',
        'outage',
      ].map((name) => [`simulated.${name}`, ['digital', ['0', '0.25', '1'], ['1.1', '-1', 'often']]]),
    ),
  }

describe('the properties that the platform reads', () => {
  const listed = PLATFORM_PROPERTIES.flatMap(({ application, keys }) =>
    Object.keys(keys).map((key) => `${application} ${key}`),
  )

  test('are those of this table', () => {
    const rows = Object.entries(KEYS).map(([key, [application]]) => `${application} ${key}`)
    assert.deepEqual(listed.toSorted(), rows.toSorted())
  })

  for (const [key, [application, good, bad]] of Object.entries(KEYS)) {
    test(`${key} takes only values that can be used, for its application and for all`, () => {
      for (const place of [application, '*']) {
        for (const text of good)
          assert.equal(unusable(PLATFORM_PROPERTIES, { application: place, key }, text), undefined, text)
        for (const text of bad)
          assert.match(unusable(PLATFORM_PROPERTIES, { application: place, key }, text) ?? '', /^must be /, text)
      }
      for (const text of bad)
        assert.equal(unusable(PLATFORM_PROPERTIES, { application: 'another', key }, text), undefined)
    })
  }

  test('have every follower of properties among them', () => {
    const callers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) => /await followProperties\(/.test(readFileSync(join(SOURCES, file), 'utf8')))
    assert.equal(callers.length, PLATFORM_PROPERTIES.length, callers.join(', '))
  })

  const FAULTS: [title: string, text: string, fault: string][] = [
    ['an entry that no change asks for', '["CARDS:CREATE", "CARDS:FLY"]', 'entry 2 is "CARDS:FLY"'],
    ['an entry that is none', '["CARDS:CREATE", 7]', 'entry 2 is 7'],
    ['a long entry, cut short', `["${'X'.repeat(200)}"]`, `entry 1 is "${'X'.repeat(79)}…`],
  ]
  for (const [title, text, fault] of FAULTS) {
    test(`a four-eyes list is refused by name for ${title}`, () => {
      assert.equal(
        unusable(PLATFORM_PROPERTIES, { application: '*', key: 'four-eyes' }, text),
        `must be a JSON list of MODULE:ACTION or MODULE:ACTION:part, each of a change that can wait: ${fault}`,
      )
    })
  }
})
