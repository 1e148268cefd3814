// Parts are made through the wiring, so that /actuator/beans shows all of them.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Wiring } from '../../src/app/wire/wiring.ts'

const SRC = new URL('../../src/app/', import.meta.url)
const FILES = ['wire.ts', ...readdirSync(new URL('wire/', SRC), { recursive: true }).map((file) => `wire/${file}`)]
/** What is not a part: values, and the wiring itself. */
const NOT_PARTS = new Set(['Wiring', 'AbandonedStart', 'Degraded', 'URL', 'Promise', 'Error', 'Map', 'Set', 'Date'])
/** Made on demand, one per institution. */
const ON_DEMAND = new Set(['wire/rooms/bank.ts RemoteChannel'])

describe('no part is made without the wiring', () => {
  for (const file of FILES.filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'wire/wiring.ts',
  )) {
    test(`src/app/${file}`, () => {
      const text = readFileSync(new URL(file, SRC), 'utf8')
      const made = Array.from(text.matchAll(/\bnew ([A-Z]\w*)/g), ([, name = '']) => name)
      const missing = made.filter((name) => !NOT_PARTS.has(name) && !ON_DEMAND.has(`${file} ${name}`))
      assert.deepEqual(missing, [], 'write wiring.make(Class, …) instead of new Class(…)')
    })
  }
})

class Store {
  readonly args: readonly unknown[]
  constructor(...args: unknown[]) {
    this.args = args
  }
}
class Service extends Store {}

describe('a bean', () => {
  test('depends on the parts that its constructor was given, wherever they are in the arguments', () => {
    const wiring = new Wiring()
    const store = wiring.make(Store)
    const clock = wiring.given('clock', { now: () => 0 })
    const other = wiring.open('other', () => ({ other: true }))
    const service = wiring.make(Service, store, { clock, list: [other, other], text: 'store' }, () => store)
    assert.equal(service.args[0], store)
    const { service: bean } = wiring.beans()
    assert.deepEqual(bean, {
      aliases: [],
      scope: 'singleton',
      type: 'Service',
      resource: 'test/structure/wiring.test.ts',
      dependencies: ['store', 'clock', 'other'],
    })
  })

  test('is there only if its part could be made', async () => {
    const wiring = new Wiring()
    class Broken {
      constructor() {
        throw new Error('no')
      }
    }
    assert.throws(() => wiring.make(Broken))
    const opened = wiring.open('broken', async (): Promise<object> => Promise.reject(new Error('no')))
    await assert.rejects(opened)
    assert.deepEqual(wiring.beans(), {})
  })

  test('has a name of its own, also when several parts are of one class', async () => {
    const wiring = new Wiring()
    const first = wiring.make(Store)
    const second = wiring.make(Store)
    await wiring.open('opened', async (...parts: Store[]) => new Service(...parts), second, first)
    assert.deepEqual(Object.keys(wiring.beans()), ['store', 'store2', 'opened'])
    assert.deepEqual(wiring.beans().opened?.dependencies, ['store2', 'store'])
    assert.equal(wiring.beans().opened?.type, 'Service')
  })
})
