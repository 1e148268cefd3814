import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { presented } from '../../test/support/bank/books.ts'
import type { Directory } from '../institutions/directory.ts'
import { Problem } from '../kernel/problem.ts'
import { chooseCore } from './choose-core.ts'
import type { CoreBanking } from './core.ts'

const INSTITUTIONS: Readonly<Record<string, { coreType: string; coreTimeoutMs: number }>> = {
  ONE: { coreType: 'BUILTIN', coreTimeoutMs: 1_000 },
  TWO: { coreType: 'REMOTE', coreTimeoutMs: 1_000 },
  LOST: { coreType: 'GONE', coreTimeoutMs: 1_000 },
  HASTY: { coreType: 'SILENT', coreTimeoutMs: 1 },
}

const directory = {
  institution: (id: string) => {
    const found = INSTITUTIONS[id]
    return found && { ...presented().institution, institutionId: id, ...found }
  },
} as Directory

function named(probe: () => Promise<void>): CoreBanking {
  return { probe } as CoreBanking
}

describe('the core of an institution', () => {
  const probed: string[] = []
  const coreOf = chooseCore(directory, {
    BUILTIN: named(async () => void probed.push('BUILTIN')),
    REMOTE: named(async () => void probed.push('REMOTE')),
    SILENT: named(() => new Promise(() => {})),
  })

  test('is the one its connectivity record names', async () => {
    await coreOf('TWO').probe()
    await coreOf('ONE').probe()
    assert.deepEqual(probed, ['REMOTE', 'BUILTIN'])
  })

  test('is held to the deadline of that record', async () => {
    await assert.rejects(coreOf('HASTY').probe(), (error) => error instanceof Problem && error.kind === 'timeout')
  })

  test('is made once', () => assert.equal(coreOf('ONE'), coreOf('ONE')))

  for (const institutionId of ['LOST', 'NOBODY']) {
    test(`of ${institutionId} is unavailable`, () => {
      assert.throws(
        () => coreOf(institutionId),
        (error) => error instanceof Problem && error.kind === 'unavailable',
      )
    })
  }
})
