import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Arrival, ArrivalList } from './arrival-list.ts'

class Guest implements Arrival<Guest> {
  readonly name: number
  older: Guest | undefined = undefined
  newer: Guest | undefined = undefined

  constructor(name: number) {
    this.name = name
  }
}

const step = fc.record({ guest: fc.nat({ max: 7 }), arrives: fc.boolean() })

test('it behaves like a set, in the same order, for any additions and removals', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const guests = Array.from({ length: 8 }, (_none, name) => new Guest(name))
      const list = new ArrivalList<Guest>()
      const model = new Set<Guest>()
      for (const { guest: name, arrives } of steps) {
        const guest = guests[name] as Guest
        if (arrives && !model.has(guest)) {
          list.add(guest)
          model.add(guest)
        } else if (!arrives) {
          list.remove(guest)
          model.delete(guest)
        }
        assert.deepEqual(
          Array.from(list, ({ name: one }) => one),
          Array.from(model, ({ name: one }) => one),
        )
        assert.equal(list.oldest, [...model][0])
      }
    }),
  )
})

test('a removed member keeps no reference to its neighbours', () => {
  const [first, second, third] = [new Guest(1), new Guest(2), new Guest(3)]
  const list = new ArrivalList<Guest>()
  for (const guest of [first, second, third]) list.add(guest)
  list.remove(second)
  assert.deepEqual([second.older, second.newer], [undefined, undefined])
})
