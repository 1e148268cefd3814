import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { generateSandboxMasterKey, SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { ConfigError } from './config-error.ts'
import { loadMasterKeys, type MasterKeySource } from './master-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillgate-master-key-'))
after(() => rmSync(folder, { recursive: true }))
const KEY = randomBytes(32).toString('base64')
const SANDBOX_KEY = generateSandboxMasterKey()

test('a sandbox creates its key once, readable by its owner only, and keeps it', () => {
  const dataDir = join(folder, 'new', 'data')
  const first = loadMasterKeys({ environment: 'sandbox', dataDir })
  const second = loadMasterKeys({ environment: 'sandbox', dataDir })

  assert.deepEqual(second, first)
  assert.equal(first[0]?.sandbox, true)
  assert.deepEqual(readdirSync(dataDir), ['master.key'])
  assert.equal(statSync(join(dataDir, 'master.key')).mode & 0o777, 0o600)
  const sealed = new SecretBox(first).seal('4000000000000010', 'cards.pan')
  assert.equal(new SecretBox(second).open(sealed, 'cards.pan'), '4000000000000010')
})

test('a configured key is used, from the environment or a file', () => {
  const file = join(folder, 'key')
  writeFileSync(file, `${KEY}\n`)
  const bytes = Buffer.from(KEY, 'base64')
  for (const environment of ['sandbox', 'prod'] as const) {
    for (const source of [{ masterKey: KEY }, { masterKeyFile: file }]) {
      assert.deepEqual(loadMasterKeys({ environment, dataDir: folder, ...source }), [
        { version: 1, bytes, sandbox: false },
      ])
    }
  }
})

const damaged = join(folder, 'damaged')
mkdirSync(damaged)
writeFileSync(join(damaged, 'master.key'), 'torn')
const sandboxKeyFile = join(folder, 'sandbox.key')
writeFileSync(sandboxKeyFile, SANDBOX_KEY)

const ALPHABET = Buffer.from('abcdefghijklmnopqrstuvwxyz012345')

const REFUSED: [title: string, source: Omit<MasterKeySource, 'dataDir'> & { dataDir?: string }, line: RegExp][] = [
  ...(
    [
      ['all zeros', Buffer.alloc(32)],
      ['one repeated byte', Buffer.alloc(32, 7)],
      ['a repeated pattern', Buffer.alloc(32, 'abc')],
      ['a count', Buffer.from(Array.from({ length: 32 }, (_, i) => i))],
      ['the alphabet', ALPHABET],
    ] as const
  ).map(([title, bytes]): (typeof REFUSED)[number] => [
    `a key of ${title}`,
    { environment: 'prod', masterKey: `2:${KEY},1:${bytes.toString('base64')}` },
    /^MASTER_KEY takes random bytes, as `openssl rand -base64 32` makes$/,
  ]),
  [
    'a sandbox key in prod',
    { environment: 'prod', masterKey: SANDBOX_KEY },
    /^MASTER_KEY holds a sandbox key, which prod refuses/,
  ],
  [
    'a sandbox key among others',
    { environment: 'uat', masterKey: `2:${KEY},${SANDBOX_KEY}` },
    /^MASTER_KEY holds a sandbox key/,
  ],
  [
    'a sandbox key from a file',
    { environment: 'qa', masterKeyFile: sandboxKeyFile },
    /^MASTER_KEY_FILE holds a sandbox key, which qa refuses/,
  ],
  ['no key outside the sandbox', { environment: 'prod' }, /^MASTER_KEY \(or MASTER_KEY_FILE\) is required in prod/],
  ['a key that is too short', { environment: 'prod', masterKey: 'c2hvcnQ=' }, /^MASTER_KEY takes base64 of 32 bytes/],
  ['a version twice', { environment: 'prod', masterKey: `1:${KEY},1:${KEY}` }, /^MASTER_KEY names a key version twice/],
  [
    'a file that is gone',
    { environment: 'prod', masterKeyFile: join(folder, 'gone') },
    /^MASTER_KEY_FILE takes the path/,
  ],
  [
    'a damaged sandbox key',
    { environment: 'sandbox', dataDir: damaged },
    /^DATA_DIR holds a master.key that is damaged/,
  ],
  ['a data folder that is a file', { environment: 'sandbox', dataDir: sandboxKeyFile }, /^DATA_DIR takes a folder/],
]

for (const [title, source, line] of REFUSED) {
  test(`${title} is rejected in one line that shows no key`, () => {
    assert.throws(
      () => loadMasterKeys({ dataDir: folder, ...source }),
      (error) => {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message, line)
        assert.doesNotMatch(error.message, /\n/)
        for (const secret of [KEY, SANDBOX_KEY, readFileSync(sandboxKeyFile, 'utf8')]) {
          assert.ok(!error.message.includes(secret))
        }
        return true
      },
    )
  })
}
