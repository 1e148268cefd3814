import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { authIdAt, isUuid, isUuidV4, newCorrelationId, newId } from './ids.ts'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('ids of records', () => {
  // Later than any other id of this process, because ids never go back.
  const nowMs = Date.parse('2100-01-01T00:00:00Z')

  test('are UUID v7 of the millisecond they were made in', () => {
    const id = newId(nowMs)
    assert.match(id, UUID_V7)
    assert.equal(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16), nowMs)
  })

  test('sort in the order they were made, within a millisecond, past its 4096th, and when the clock steps back', () => {
    const instants = [...Array(5_000).fill(nowMs + 1), nowMs + 2, ...Array(10).fill(nowMs - 60_000), nowMs + 10_000]
    const ids = instants.map((ms: number) => newId(ms))
    assert.deepEqual(ids, ids.toSorted())
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids) assert.match(id, UUID_V7)
  })

  test('differ in their random part', () => {
    const parts = Array.from({ length: 1_000 }, () => newId(nowMs + 20_000).slice(19))
    assert.equal(new Set(parts).size, parts.length)
  })
})

describe('UUIDs that callers send', () => {
  const TEXTS: [text: string, uuid: boolean, v4: boolean][] = [
    ['0b9c6f0e-7d3a-4c1e-9f52-1a2b3c4d5e6f', true, true],
    ['0B9C6F0E-7D3A-4C1E-9F52-1A2B3C4D5E6F', true, true],
    ['0b9c6f0e-7d3a-7c1e-9f52-1a2b3c4d5e6f', true, false],
    ['0b9c6f0e-7d3a-4c1e-cf52-1a2b3c4d5e6f', true, false],
    ['0b9c6f0e7d3a4c1e9f521a2b3c4d5e6f', false, false],
    ['{0b9c6f0e-7d3a-4c1e-9f52-1a2b3c4d5e6f}', false, false],
    ['0b9c6f0e-7d3a-4c1e-9f52-1a2b3c4d5e6f\n', false, false],
    ['0b9c6f0e-7d3a-4c1e-9f52-1a2b3c4d5e6g', false, false],
    ['', false, false],
  ]
  for (const [text, uuid, v4] of TEXTS) {
    test(`${JSON.stringify(text)} is ${v4 ? 'a v4' : uuid ? 'another' : 'no'} UUID`, () => {
      assert.equal(isUuid(text), uuid)
      assert.equal(isUuidV4(text), v4)
    })
  }

  test('a correlation id made here is a v4 of its own', () => {
    assert.ok(isUuidV4(newCorrelationId()))
    assert.notEqual(newCorrelationId(), newCorrelationId())
  })
})

describe('authorization ids', () => {
  const SPACE = 36n ** 6n

  test('are six upper-case letters and digits', () => {
    for (const n of [0n, 1n, 35n, 36n, 1_000_000n, SPACE - 1n, SPACE, SPACE * 3n + 7n]) {
      assert.match(authIdAt(n), /^[0-9A-Z]{6}$/)
    }
  })

  // The sequence is n · step mod 36^6; it visits every value once exactly when no factor of 36 divides the step.
  test('do not repeat for 36^6 in a row', () => {
    const step = BigInt(Number.parseInt(authIdAt(1n), 36))
    assert.ok(step % 2n !== 0n && step % 3n !== 0n)
    assert.equal(authIdAt(0n), '000000')
    for (const n of [2n, 12_345n, 987_654_321n, SPACE - 1n]) {
      assert.equal(BigInt(Number.parseInt(authIdAt(n), 36)), (n * step) % SPACE)
    }
    assert.equal(authIdAt(SPACE), authIdAt(0n))
  })

  test('of a large sample are all different, and neighbours do not look like neighbours', () => {
    const ids = Array.from({ length: 200_000 }, (_, n) => authIdAt(BigInt(n) + 1_000_000_000n))
    assert.equal(new Set(ids).size, ids.length)
    const close = ids.filter((id, i) => i > 0 && id.slice(0, 3) === ids[i - 1]?.slice(0, 3))
    assert.equal(close.length, 0)
  })
})
