// The settings that every server needs, and the lines that an operator is told to set.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ServerSettings, settingsToChange } from './server-settings.ts'

const GOOD: ServerSettings = {
  server: 'worker1:5432',
  walLevel: 'logical',
  maxConnections: 100,
  maxPreparedTransactions: 100,
  outputPlugins: 'pgoutput, test_decoding, citus',
}

const ROWS: [title: string, settings: Partial<ServerSettings>, lines: string[]][] = [
  ['all as it should be', {}, []],
  ['a release without the list of plugins', { outputPlugins: null }, []],
  ['quoted plugins', { outputPlugins: '"citus","pgoutput"' }, []],
  ['more prepared transactions than connections', { maxPreparedTransactions: 200 }, []],
  ['too little in the log', { walLevel: 'replica' }, ['wal_level = logical (it is replica; restart it)']],
  [
    'too few prepared transactions',
    { maxPreparedTransactions: 99 },
    ['max_prepared_transactions = 100, as max_connections (it is 99; restart it)'],
  ],
  [
    "PostgreSQL's own list of plugins",
    { outputPlugins: 'pgoutput, test_decoding' },
    ["output_plugin_libraries = 'pgoutput, test_decoding, citus' (it is 'pgoutput, test_decoding'; reload it)"],
  ],
  [
    'a list that replaced the default',
    { outputPlugins: 'citus' },
    ["output_plugin_libraries = 'citus, pgoutput' (it is 'citus'; reload it)"],
  ],
  ['an empty list', { outputPlugins: '' }, ["output_plugin_libraries = 'pgoutput, citus' (it is ''; reload it)"]],
]

describe('settings of a server of distributed books', () => {
  for (const [title, settings, lines] of ROWS)
    test(`${title}: ${lines.length === 0 ? 'nothing to set' : 'the line to set'}`, () =>
      assert.deepEqual(
        settingsToChange([{ ...GOOD, ...settings }]),
        lines.map((line) => `on worker1:5432 set ${line}`),
      ))

  test('every server is looked at, and every line is named', () => {
    const bare = { walLevel: 'minimal', maxPreparedTransactions: 0, outputPlugins: 'pgoutput' }
    const lines = settingsToChange([{ ...GOOD, ...bare, server: 'the coordinator' }, GOOD, { ...GOOD, ...bare }])
    assert.deepEqual(
      lines.map((line) => line.replace(/ =.*/, '')),
      ['the coordinator', 'worker1:5432'].flatMap((server) =>
        ['wal_level', 'max_prepared_transactions', 'output_plugin_libraries'].map((name) => `on ${server} set ${name}`),
      ),
    )
  })
})
