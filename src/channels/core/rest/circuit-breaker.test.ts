import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CircuitBreaker, type CircuitState } from './circuit-breaker.ts'

interface Bench {
  readonly circuit: CircuitBreaker
  readonly states: CircuitState[]
  nowMs: number
}

function bench(): Bench {
  const states: CircuitState[] = []
  const made: Bench = {
    nowMs: 0,
    states,
    circuit: new CircuitBreaker({
      failureRate: 50,
      openMs: 1_000,
      windowMs: 10_000,
      minimumCalls: 4,
      now: () => made.nowMs,
      onState: (state) => states.push(state),
    }),
  }
  return made
}

/** Makes one call per character: `+` succeeds, `-` fails, `~` is withdrawn. Returns which were let through. */
function call(circuit: CircuitBreaker, course: string): boolean[] {
  return Array.from(course, (how) => {
    const passage = circuit.enter()
    if (how === '+') passage?.succeeded()
    else if (how === '-') passage?.failed()
    else passage?.withdrawn()
    return passage !== undefined
  })
}

const COURSES: [title: string, course: string, state: CircuitState][] = [
  ['failures below the minimum of calls leave it closed', '---', 'closed'],
  ['the rate is reached at the minimum of calls', '+--+-', 'open'],
  ['a rate below the limit leaves it closed', '++++--+-', 'closed'],
  ['mostly successes leave it closed', '+++-+++-', 'closed'],
  ['withdrawn calls do not count', '~~~~---', 'closed'],
  ['all fail', '----', 'open'],
]

for (const [title, course, state] of COURSES) {
  test(`${title}: ${course}`, () => {
    const { circuit } = bench()
    call(circuit, course)
    assert.equal(circuit.state, state)
  })
}

test('failures that have left the window do not count', () => {
  const made = bench()
  call(made.circuit, '---')
  made.nowMs = 10_001
  call(made.circuit, '-++')
  assert.equal(made.circuit.state, 'closed')
})

test('while open every call is refused, then one trial passes', () => {
  const made = bench()
  call(made.circuit, '----')
  assert.deepEqual(call(made.circuit, '++'), [false, false])
  made.nowMs = 999
  assert.equal(made.circuit.enter(), undefined)
  made.nowMs = 1_000
  const trial = made.circuit.enter()
  assert.ok(trial)
  assert.equal(made.circuit.enter(), undefined)
  trial.succeeded()
  assert.equal(made.circuit.state, 'closed')
  assert.deepEqual(made.states, ['open', 'half-open', 'closed'])
  // Failures from before the circuit opened no longer count.
  call(made.circuit, '---')
  assert.equal(made.circuit.state, 'closed')
})

test('a trial that fails opens the circuit for another pause', () => {
  const made = bench()
  call(made.circuit, '----')
  made.nowMs = 1_000
  call(made.circuit, '-')
  made.nowMs = 1_999
  assert.equal(made.circuit.state, 'open')
  made.nowMs = 2_000
  assert.equal(made.circuit.state, 'half-open')
})

test('after a withdrawn trial the next call is the trial', () => {
  const made = bench()
  call(made.circuit, '----')
  made.nowMs = 1_000
  assert.deepEqual(call(made.circuit, '~+'), [true, true])
  assert.equal(made.circuit.state, 'closed')
})

test('a call that began before the circuit opened does not decide about the trial', () => {
  const made = bench()
  const [first, second] = [made.circuit.enter(), made.circuit.enter()]
  call(made.circuit, '----')
  made.nowMs = 1_000
  const trial = made.circuit.enter()
  first?.succeeded()
  second?.failed()
  assert.equal(made.circuit.state, 'half-open')
  trial?.succeeded()
  assert.equal(made.circuit.state, 'closed')
})
