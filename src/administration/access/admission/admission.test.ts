import assert from 'node:assert/strict'
import test from 'node:test'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { Admission } from './admission.ts'

const limits = { placesPerNetwork: 2, places: 3 }

function outcome(enter: () => unknown): string {
  try {
    enter()
    return 'in'
  } catch (error) {
    assert.ok(error instanceof Problem && error.retryAfterSeconds === 1)
    return error.kind
  }
}

const ARRIVALS: [title: string, networks: string, outcomes: string][] = [
  ['a network has a limited number of places', 'a a a a', 'in in rate-limited rate-limited'],
  ['another network has its own', 'a a a b', 'in in rate-limited in'],
  ['when all places are taken, no network gets one', 'a a b b c a', 'in in in unavailable unavailable rate-limited'],
]
for (const [title, networks, outcomes] of ARRIVALS) {
  test(title, () => {
    const admission = new Admission(limits)
    const found = networks.split(' ').map((network) => outcome(() => admission.enter(network)))
    assert.equal(found.join(' '), outcomes)
  })
}

test('a released place is free again, once', () => {
  const admission = new Admission(limits)
  const [one, two] = [admission.enter('a'), admission.enter('a')]
  one.leave()
  one.leave()
  assert.equal(
    outcome(() => admission.enter('a')),
    'in',
  )
  assert.equal(
    outcome(() => admission.enter('a')),
    'rate-limited',
  )
  two.leave()
  assert.equal(
    outcome(() => admission.enter('b')),
    'in',
  )
  assert.equal(
    outcome(() => admission.enter('c')),
    'in',
  )
  assert.equal(
    outcome(() => admission.enter('c')),
    'unavailable',
  )
})

test('the places of one network share its turns, and a caller who disconnects stops waiting', async () => {
  const admission = new Admission({ atOnce: 1 })
  const hungUp = new AbortController()
  const begun: string[] = []
  const held = Promise.withResolvers<void>()
  const first = admission.enter('a').run(() => held.promise)
  const work = (name: string) => async () => void begun.push(name)
  const [a1, a2, b1] = [admission.enter('a'), admission.enter('a', hungUp.signal), admission.enter('b')]
  const waiting = [a1.run(work('a1')), a1.run(work('a1 again')), b1.run(work('b1'))]
  const abandoned = a2.run(work('a2'))
  hungUp.abort()
  await assert.rejects(abandoned, /hung up/)
  held.resolve()
  await Promise.all([first, ...waiting])
  assert.deepEqual(begun, ['a1', 'b1', 'a1 again'])
})
