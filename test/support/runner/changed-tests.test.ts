import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { after, describe, test } from 'node:test'
import { changedFiles, testsByDistance, testsReachedBy } from './changed-tests.ts'

const root = mkdtempSync(join(tmpdir(), 'tillgate-changed-'))
after(() => rmSync(root, { recursive: true, force: true }))

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: root, stdio: 'pipe' })

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}

write('src/money.ts', 'export const cents = 100\n')
write('src/fees.ts', "import { cents } from './money.ts'\n")
write('src/fees.test.ts', "import './fees.ts'\n")
write('src/money.test.ts', "import type { A } from './money.ts'\n")
write('src/other.ts', '')
write('src/other.test.ts', "await import('./other.ts')\n")
write('src/worker.test.ts', "new Worker(new URL('./other.ts', import.meta.url))\n")
write('src/tables/0001-first.sql', '')
write('src/tables/migrate.test.ts', '')

describe('tests that a change reaches', () => {
  for (const [title, changed, reached] of [
    ['directly and through another file', ['src/money.ts'], ['src/fees.test.ts', 'src/money.test.ts']],
    ['loaded later or in a thread', ['src/other.ts'], ['src/other.test.ts', 'src/worker.test.ts']],
    ['by itself', ['src/fees.test.ts'], ['src/fees.test.ts']],
    ['beside a file that nothing imports', ['src/tables/0001-first.sql'], ['src/tables/migrate.test.ts']],
    ['of nothing', ['README.md'], []],
  ] as const) {
    test(title, () => {
      const found = testsReachedBy(changed, root).map((file) => relative(root, file).replaceAll('\\', '/'))
      assert.deepEqual(found.toSorted(), reached)
    })
  }
})

test('tests that reach a file are told with the number of imports between them, nearest first', () => {
  const distances = [...testsByDistance(root)('src/money.ts')]
  assert.deepEqual(distances, [
    ['src/money.test.ts', 1],
    ['src/fees.test.ts', 2],
  ])
})

test('committed, uncommitted and new files have changed since main', () => {
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-qm', 'First')
  git('checkout', '-qb', 'work')
  write('src/fees.ts', '')
  git('commit', '-qam', 'Second')
  write('src/money.ts', '')
  write('src/new.ts', '')
  assert.deepEqual(changedFiles(root), ['src/fees.ts', 'src/money.ts', 'src/new.ts'])
})
