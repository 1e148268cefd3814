// The PKCS#11 example of docs/security/master-key.md on a token in software: the key is decrypted by the token's private key, which
// never leaves it.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loadMasterKeys } from './master-key.ts'

const MODULES = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/lib64/pkcs11/libsofthsm2.so']
const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'security', 'master-key.md')

const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Debian can install what is missing, when this is root's machine and a mirror answers. */
function findModule(): string | undefined {
  const isComplete = () => ['pkcs11-tool', 'softhsm2-util', 'openssl'].every(isThere)
  if (!isComplete() && process.getuid?.() === 0 && isThere('apt-get')) {
    const packages = ['opensc', 'softhsm2', 'openssl']
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
      timeout: 60_000,
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  return isComplete() ? MODULES.find((file) => existsSync(file)) : undefined
}

const module = findModule()
const options = module === undefined ? { skip: 'needs pkcs11-tool, softhsm2-util (Debian: opensc, softhsm2)' } : {}

describe('a key behind PKCS#11', options, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-token-'))
  const changed = { SOFTHSM2_CONF: join(folder, 'softhsm2.conf'), TOKEN_PIN: '1234' }
  const kept = Object.keys(changed).map((name) => [name, process.env[name]] as const)
  after(() => {
    for (const [name, value] of kept) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    rmSync(folder, { recursive: true })
  })

  before(() => {
    Object.assign(process.env, changed)
    mkdirSync(join(folder, 'tokens'))
    writeFileSync(changed.SOFTHSM2_CONF, `directories.tokendir = ${join(folder, 'tokens')}\n`)
    execFileSync('softhsm2-util', [
      '--init-token',
      '--free',
      '--label',
      'tillgate',
      '--so-pin',
      '5678',
      '--pin',
      '1234',
    ])
    execFileSync('sh', ['-e'], { input: documented('--keypairgen'), stdio: ['pipe', 'ignore', 'ignore'] })
  })

  /** The block of the page that holds a word, with the places of this test. */
  function documented(word: string): string {
    const blocks = [...readFileSync(PAGE, 'utf8').matchAll(/```(?:sh|ini)\n([^`]*)```/g)].map(([, text]) => text ?? '')
    const block = blocks.find((text) => text.includes(word) && text.includes('pkcs11-tool'))
    assert.ok(block, `master-key.md has a block with ${word}`)
    return block.replaceAll('/etc/tillgate', folder).replaceAll('/usr/lib/softhsm/libsofthsm2.so', module ?? '')
  }

  const load = () => {
    const line = documented('MASTER_KEY_COMMAND=').trim()
    return loadMasterKeys({
      environment: 'prod',
      dataDir: folder,
      masterKey: { variable: 'MASTER_KEY_COMMAND', value: line.replace(/^MASTER_KEY_COMMAND=/, '') },
    })
  }

  test('is printed by the command of the page, the same one every time', () => {
    const [key, ...others] = load()
    assert.deepEqual([key?.version, key?.bytes.length, others.length], [1, 32, 0])
    assert.deepEqual(load(), [key])
    assert.equal(readFileSync(join(folder, 'master.key.enc')).includes(key?.bytes.toString('base64') ?? ''), false)
  })

  test('is refused without the PIN, and the line shows neither', () => {
    process.env.TOKEN_PIN = '4321'
    assert.throws(
      load,
      /^ConfigError: MASTER_KEY_COMMAND failed: it ended with exit code 1; run it by hand to see why$/,
    )
    process.env.TOKEN_PIN = '1234'
  })
})
