import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { generateSandboxMasterKey, SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { ConfigError } from './config-error.ts'
import type { KeySource, KeyVariable } from './config-keys.ts'
import { loadMasterKeys, type MasterKeySource } from './master-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillgate-master-key-'))
after(() => rmSync(folder, { recursive: true }))
const KEY = randomBytes(32).toString('base64')
const OTHER = randomBytes(32).toString('base64')
const SANDBOX_KEY = generateSandboxMasterKey()
const given = (value: string, variable: KeyVariable = 'MASTER_KEY'): KeySource => ({ variable, value })

const sandboxKeyFile = join(folder, 'sandbox.key')
writeFileSync(sandboxKeyFile, SANDBOX_KEY)

function fileOf(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

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
    for (const masterKey of [given(KEY), given(file, 'MASTER_KEY_FILE')]) {
      assert.deepEqual(loadMasterKeys({ environment, dataDir: folder, masterKey }), [
        { version: 1, bytes, sandbox: false },
      ])
    }
  }
})

test('the key before is configured beside the new one, and only opens', () => {
  const keys = loadMasterKeys({
    environment: 'prod',
    dataDir: folder,
    masterKey: given(`2:${KEY}`),
    previousMasterKey: given(fileOf('previous', `1:${OTHER}`), 'MASTER_KEY_PREVIOUS_FILE'),
  })
  assert.deepEqual(
    keys.map(({ version, bytes }) => [version, bytes.toString('base64')]),
    [
      [2, KEY],
      [1, OTHER],
    ],
  )
  assert.match(new SecretBox(keys).seal('text', 'here'), /^v2\./)
})

describe('components of custodians', () => {
  const [one, two, three] = [1, 2, 3].map(() => randomBytes(32)) as [Buffer, Buffer, Buffer]
  const component = (name: string, bytes: Buffer, number = '') => fileOf(name, `${number}${bytes.toString('base64')}\n`)
  const load = (...files: string[]) =>
    loadMasterKeys({ environment: 'prod', dataDir: folder, masterKey: given(files.join(', '), 'MASTER_KEY_FILES') })

  test('the key is their XOR, in any order and of any number of custodians', () => {
    const files = [component('one', one, '3:'), component('two', two, '3:'), component('three', three, '3:')]
    const bytes = Buffer.from(one.map((byte, i) => byte ^ (two[i] ?? 0) ^ (three[i] ?? 0)))
    for (const order of [files, [...files].reverse()])
      assert.deepEqual(load(...order), [{ version: 3, bytes, sandbox: false }])
    assert.notDeepEqual(load(...files.slice(1))[0]?.bytes, bytes)
  })

  const WRONG: [title: string, files: () => string[], line: RegExp][] = [
    [
      'too short',
      () => [component('a', one), component('b', two.subarray(1))],
      /^MASTER_KEY_FILES: \S+\/b takes base64 of 32/,
    ],
    [
      'of another key',
      () => [component('a', one), component('b', two, '2:')],
      /\/b is a component of key 2, and \S+\/a is one of key 1$/,
    ],
    [
      'given twice',
      () => [component('a', one), component('b', two), component('c', one)],
      /\/c is the component of another file again$/,
    ],
    ['of zeros', () => [component('a', one), component('b', Buffer.alloc(32))], /\/b takes random bytes/],
    ['several keys', () => [component('a', one), fileOf('b', `2:${KEY},1:${OTHER}`)], /\/b takes one component/],
    ["a sandbox's key", () => [component('a', one), sandboxKeyFile], /\/sandbox.key takes one component/],
    [
      'gone',
      () => [component('a', one), join(folder, 'gone')],
      /^MASTER_KEY_FILES takes the path of a file .*gone is not$/,
    ],
  ]
  for (const [title, files, line] of WRONG) {
    test(`one that is ${title} is named, without what it holds`, () => {
      assert.throws(
        () => load(...files()),
        (error) => {
          assert.ok(error instanceof ConfigError)
          assert.match(error.message, line)
          for (const bytes of [one, two]) assert.ok(!error.message.includes(bytes.toString('base64').slice(0, 42)))
          return true
        },
      )
    })
  }
})

const damaged = join(folder, 'damaged')
mkdirSync(damaged)
writeFileSync(join(damaged, 'master.key'), 'torn')

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
    { environment: 'prod', masterKey: given(`2:${KEY},1:${bytes.toString('base64')}`) },
    /^MASTER_KEY takes random bytes, as `openssl rand -base64 32` makes$/,
  ]),
  [
    'a sandbox key in prod',
    { environment: 'prod', masterKey: given(SANDBOX_KEY) },
    /^MASTER_KEY holds a sandbox key, which prod refuses/,
  ],
  [
    'a sandbox key among others',
    { environment: 'uat', masterKey: given(`2:${KEY},${SANDBOX_KEY}`) },
    /^MASTER_KEY holds a sandbox key/,
  ],
  [
    'a sandbox key from a file',
    { environment: 'qa', masterKey: given(sandboxKeyFile, 'MASTER_KEY_FILE') },
    /^MASTER_KEY_FILE holds a sandbox key, which qa refuses/,
  ],
  [
    'a key that is not newer than the one before it',
    { environment: 'prod', masterKey: given(KEY), previousMasterKey: given(`1:${OTHER}`, 'MASTER_KEY_PREVIOUS') },
    /^MASTER_KEY_PREVIOUS holds key 1, but a key of MASTER_KEY has the number 1: number the new key higher, as in "2:<base64>"$/,
  ],
  ['no key outside the sandbox', { environment: 'prod' }, /^MASTER_KEY \(or MASTER_KEY_FILE\) is required in prod/],
  [
    'a key that is too short',
    { environment: 'prod', masterKey: given('c2hvcnQ=') },
    /^MASTER_KEY takes base64 of 32 bytes/,
  ],
  [
    'a version twice',
    { environment: 'prod', masterKey: given(`1:${KEY},1:${KEY}`) },
    /^MASTER_KEY names a key version twice/,
  ],
  [
    'a file that is gone',
    { environment: 'prod', masterKey: given(join(folder, 'gone'), 'MASTER_KEY_FILE') },
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
        for (const secret of [KEY, OTHER, SANDBOX_KEY, readFileSync(sandboxKeyFile, 'utf8')]) {
          assert.ok(!error.message.includes(secret))
        }
        return true
      },
    )
  })
}
