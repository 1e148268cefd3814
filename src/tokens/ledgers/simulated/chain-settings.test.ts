import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CHAIN_PROPERTIES, DEFAULT_CHAIN_SETTINGS, readChainSettings } from './chain-settings.ts'

const read = (values: Record<string, string>) => readChainSettings((property) => values[property])

describe('the settings of the simulated chain', () => {
  test('have defaults without faults', () => {
    assert.deepEqual(read({}), { settings: DEFAULT_CHAIN_SETTINGS, unusable: [] })
    assert.equal(CHAIN_PROPERTIES.size, Object.keys(DEFAULT_CHAIN_SETTINGS).length)
  })

  test('are overridden by properties', () => {
    const { settings, unusable } = read({
      'simulated.seed': 'seven',
      'simulated.block-ms': '1000',
      'simulated.depth': '6',
      'simulated.lost-request': '0.25',
      'simulated.reorg': '.5',
      'simulated.outage': '1',
      'simulated.native-holds': 'false',
      'simulated.nothing-of-ours': 'x',
    })
    assert.deepEqual(unusable, [])
    assert.deepEqual(settings, {
      ...DEFAULT_CHAIN_SETTINGS,
      seed: 'seven',
      blockMs: 1_000,
      depth: 6,
      lostRequest: 0.25,
      reorg: 0.5,
      outage: 1,
      nativeHolds: false,
    })
  })

  const UNUSABLE: [property: string, value: string][] = [
    ['simulated.seed', ''],
    ['simulated.seed', 'x'.repeat(101)],
    ['simulated.block-ms', '0'],
    ['simulated.block-ms', '1e3'],
    ['simulated.block-ms', '600001'],
    ['simulated.depth', '-1'],
    ['simulated.depth', '101'],
    ['simulated.depth', '2.5'],
    ['simulated.lost-request', '1.5'],
    ['simulated.lost-request', '-0.1'],
    ['simulated.lost-request', 'often'],
    ['simulated.outage-ms', '0'],
    ['simulated.atomic-batches', 'yes'],
  ]
  for (const [property, value] of UNUSABLE) {
    test(`keep their default when ${property} is '${value.slice(0, 20)}'`, () => {
      assert.deepEqual(read({ [property]: value }), { settings: DEFAULT_CHAIN_SETTINGS, unusable: [property] })
    })
  }
})
