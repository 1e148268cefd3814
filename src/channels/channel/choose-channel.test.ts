import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { presented } from '../../../test/support/bank/books.ts'
import type { CoreType } from '../../administration/institutions/core-types.ts'
import type { Directory, Institution } from '../../administration/institutions/directory.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Channel } from './channel.ts'
import { chooseChannel } from './choose-channel.ts'

function institution(institutionId: string, coreType: CoreType, coreTimeoutMs = 1_000): Institution {
  return { ...presented().institution, institutionId, coreType, coreTimeoutMs }
}

const institutions = new Map(
  [
    institution('ONE', 'BUILTIN'),
    institution('TWO', 'REST'),
    institution('LOST', 'UNKNOWN'),
    institution('NONE', 'NONE'),
    { ...institution('DRAFTED', 'NONE'), status: 'DRAFT' as const },
    institution('HASTY', 'ISO8583', 1),
    institution('MOVED', 'ISO8583'),
  ].map((one) => [one.institutionId, one]),
)

const directory = { institution: (id: string) => institutions.get(id) } as Directory

function named(probe: () => Promise<void>): () => Channel {
  return () => ({ probe }) as Channel
}

describe('the channel to an institution’s core', () => {
  const probed: string[] = []
  const channelOf = chooseChannel(directory, {
    BUILTIN: named(async () => void probed.push('BUILTIN')),
    REST: named(async () => void probed.push('REST')),
    ISO8583: named(() => new Promise(() => {})),
  })

  test('is the one its connectivity record names', async () => {
    await channelOf('TWO').probe()
    await channelOf('ONE').probe()
    assert.deepEqual(probed, ['REST', 'BUILTIN'])
  })

  test('has the deadline of that record', async () => {
    await assert.rejects(channelOf('HASTY').probe(), (error) => error instanceof Problem && error.kind === 'timeout')
  })

  test('is made once', () => assert.equal(channelOf('ONE'), channelOf('ONE')))

  test('follows a record that the directory has replaced', async () => {
    const before = channelOf('MOVED')
    institutions.set('MOVED', institution('MOVED', 'REST'))
    assert.notEqual(channelOf('MOVED'), before)
    probed.length = 0
    await channelOf('MOVED').probe()
    assert.deepEqual(probed, ['REST'])
  })

  test('of an institution that takes no orders is there without a core, to decline them', async () => {
    probed.length = 0
    await channelOf('DRAFTED').probe()
    assert.deepEqual(probed, ['BUILTIN'])
  })

  for (const institutionId of ['LOST', 'NONE', 'NOBODY']) {
    test(`of ${institutionId} is unavailable`, () => {
      assert.throws(
        () => channelOf(institutionId),
        (error) => error instanceof Problem && error.kind === 'unavailable',
      )
    })
  }
})
