// The hook that checks commit messages, and how `npm ci` offers it.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { complaintsAbout } from '../../scripts/commit-message.js'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tillgate-commits-')))
after(() => rmSync(folder, { recursive: true, force: true }))

const ROWS: [title: string, message: string, complaint: RegExp | undefined][] = [
  ['a short subject', 'Retry a batch when its connection stalls', undefined],
  ['a subject with a body', 'Retry a batch\n\nA stalled connection kept its callers waiting.\n', undefined],
  ['a subject of 72 characters', 'x'.repeat(72), undefined],
  ['72 characters that are more bytes', 'é'.repeat(72), undefined],
  ['a subject of 73 characters', 'x'.repeat(73), /73 characters/],
  ['two changes in one subject', 'Settle what is owed; list an empty table', /two changes/],
  ['a subject that ends with a period', 'Retry a batch.', /period/],
  ['a body right below the subject', 'Retry a batch\nbecause it stalls', /second line/],
  ['nothing but comments', '\n# Please enter the commit message\n', /empty/],
  ["comments below, as git's editor shows them", 'Retry a batch\n# On branch main\n#\tmodified: post.ts', undefined],
  [
    'the diff of a verbose commit',
    `Retry a batch\n# ${'-'.repeat(24)} >8 ${'-'.repeat(24)}\n${'x'.repeat(99)}`,
    undefined,
  ],
  ['a merge, whose subject git writes', `Merge branch '${'x'.repeat(80)}'`, undefined],
  ['a fixup, which is squashed', `fixup! ${'x'.repeat(72)}`, undefined],
]

for (const [title, message, complaint] of ROWS) {
  test(`${complaint === undefined ? 'accepted' : 'rejected'}: ${title}`, () => {
    const complaints = complaintsAbout(message)
    if (complaint === undefined) assert.deepEqual(complaints, [])
    else assert.match(complaints.join('\n'), complaint)
  })
}

describe('in a checkout', () => {
  const checkout = join(folder, 'checkout')
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, CI: _ci, INIT_CWD: _cwd, ...environment } = process.env
  const env = { ...environment, HOME: folder, GIT_CONFIG_GLOBAL: join(folder, 'none'), GIT_CONFIG_NOSYSTEM: '1' }
  const run = (command: string, args: string[], more: Record<string, string> = {}, cwd = checkout) =>
    spawnSync(command, args, { cwd, env: { ...env, ...more }, encoding: 'utf8' })
  const git = (...args: string[]) => run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args])
  const offer = (more: Record<string, string> = {}) => run(process.execPath, ['scripts/offer-hooks.js'], more)
  const isMissing = spawnSync('git', ['--version']).status !== 0 && 'there is no git'

  mkdirSync(checkout)
  for (const part of ['scripts', '.githooks']) cpSync(join(ROOT, part), join(checkout, part), { recursive: true })
  writeFileSync(join(checkout, 'package.json'), '{ "type": "module" }')

  test('without a repository the installation says nothing and does not fail', () => {
    // A repository around the folder is not this project's.
    assert.deepEqual(offer({ GIT_CEILING_DIRECTORIES: folder }).stdout, '')
    assert.equal(offer({ PATH: '' }).status, 0)
  })

  test('the installation offers the hook, once, and not in CI or from elsewhere', { skip: isMissing }, () => {
    git('init', '--quiet')
    assert.match(offer().stdout, /npm run hooks/)
    assert.equal(offer({ CI: 'true' }).stdout, '')
    assert.equal(offer({ INIT_CWD: tmpdir() }).stdout, '')
    git('config', 'core.hooksPath', '.githooks')
    assert.equal(offer().stdout, '')
  })

  test('a commit with a long subject is rejected, a short one is made', { skip: isMissing }, () => {
    git('config', 'core.hooksPath', '.githooks')
    const rejected = git('commit', '--allow-empty', '--message', 'x'.repeat(73))
    assert.equal(rejected.status, 1)
    assert.match(rejected.stderr, /73 characters/)
    assert.equal(git('commit', '--allow-empty', '--quiet', '--message', 'Retry a batch').status, 0)
  })
})
