import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { groupTests } from './test-groups.ts'

const root = mkdtempSync(join(tmpdir(), 'tillgate-test-groups-test-'))
after(() => rmSync(root, { recursive: true, force: true }))

function write(name: string, size: number, head = ''): string {
  const file = join(root, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, head.padEnd(size))
  return file
}

test('files of the console are shared out by size, and run in a few processes that start first', () => {
  const sizes = [900, 400, 400, 300, 300, 200, 200, 100, 100, 100]
  const ofConsole = sizes.map((size, i) => write(`test/console/page-${i}.test.ts`, size))
  const alone = write('test/journeys/long.test.ts', 10)
  const ofSources = [write('src/a.test.ts', 10), write('src/b.test.ts', 10)]
  const groups = groupTests([...ofConsole, alone, ...ofSources], root)
  try {
    const members = groups.entries.map((entry) => groups.membersOf(entry))
    const consoles = members.slice(0, 5)
    assert.deepEqual(consoles.flat().toSorted(), ofConsole.toSorted())
    assert.deepEqual(consoles[0], [ofConsole[0]], 'the largest has a process of its own')
    for (const group of consoles.slice(1)) {
      const size = group.reduce((sum, file) => sum + readFileSync(file).length, 0)
      assert.ok(size >= 500 && size <= 600, `${size} bytes`)
    }
    assert.deepEqual(members.slice(5), [[], ofSources])
    assert.equal(groups.entries[5], alone)
    assert.match(readFileSync(groups.entries[0] as string, 'utf8'), /shareConsole\(\)/)
    assert.doesNotMatch(readFileSync(groups.entries[6] as string, 'utf8'), /shareConsole\(\)/)
  } finally {
    groups.remove()
  }
})
