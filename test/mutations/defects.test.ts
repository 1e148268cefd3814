// Every defect that the tests must notice still applies to the source, and in `npm run test-all` a round notices one.

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { provesMore } from '../support/runner/extent.ts'
import { chooseDefects, DEFECTS } from './defects.ts'
import { runDefects } from './run-defects.ts'
import { mutate } from './source-change.ts'

const ROOT = join(import.meta.dirname, '..', '..')

describe('defects that tests must notice', () => {
  for (const { name, room, noticedBy, ...change } of DEFECTS) {
    test(`${name} applies to ${change.file} once`, () => {
      const source = readFileSync(join(ROOT, change.file), 'utf8')
      assert.notEqual(mutate(source, change), source)
      assert.ok(change.file.startsWith(`src/${room}`), `is not in ${room}`)
      if (noticedBy !== undefined) assert.ok(existsSync(join(ROOT, noticedBy)), `there is no ${noticedBy}`)
    })
  }

  test('every name is given once, and every room of src has at least four', () => {
    assert.equal(new Set(DEFECTS.map(({ name }) => name)).size, DEFECTS.length)
    const rooms = globSync('src/*', { cwd: ROOT }).map((path) => path.replace(/^src./, ''))
    for (const room of rooms) assert.ok(DEFECTS.filter((defect) => defect.room === room).length >= 4, room)
    assert.ok(DEFECTS.length >= 60)
  })

  test('are asked for by number, range, room and name', () => {
    const numbers = (...asked: string[]) => chooseDefects(asked).map(({ number }) => number)
    assert.deepEqual(numbers('3', '7-8', 'fraction-padded-left'), [1, 3, 7, 8])
    assert.ok(chooseDefects(['rules']).every(({ room }) => room === 'rules'))
    assert.throws(() => chooseDefects(['no-such-defect']), /no-such-defect/)
  })

  const noticesOne = async () => {
    const [defect] = chooseDefects(['fraction-padded-left'])
    assert.ok(defect !== undefined)
    const file = join(ROOT, defect.file)
    const before = readFileSync(file, 'utf8')
    const seen: (string | undefined)[] = []
    const report = (_: unknown, notice: { readonly by: string } | undefined) => seen.push(notice?.by)
    const missed = await runDefects({ defects: [defect], tests: [], most: 1, report })
    assert.deepEqual([seen, missed], [[defect.file.replace(/\.ts$/, '.test.ts')], []])
    assert.equal(readFileSync(file, 'utf8'), before)
  }
  if (provesMore) test('a round notices one by the test of its file, and leaves the sources as they are', noticesOne)
})
