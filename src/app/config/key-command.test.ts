import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from './config-error.ts'
import { runKeyCommand } from './key-command.ts'
import { loadMasterKeys } from './master-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillgate-key-command-'))
after(() => rmSync(folder, { recursive: true }))
const KEY = randomBytes(32).toString('base64')

const load = (command: string) =>
  loadMasterKeys({
    environment: 'prod',
    dataDir: folder,
    masterKey: { variable: 'MASTER_KEY_COMMAND', value: command },
  })

test('the key is what a shell command prints', () => {
  const bytes = Buffer.from(KEY, 'base64')
  assert.deepEqual(load(`printf '2:%s\\n' '${KEY}' | cat`), [{ version: 2, bytes, sandbox: false }])
})

const FAILS: [title: string, command: string, line: RegExp][] = [
  [
    'ends with an exit code',
    `echo '${KEY}'; echo '${KEY}' >&2; exit 3`,
    /^MASTER_KEY_COMMAND failed: it ended with exit code 3;/,
  ],
  ['is not there', 'no-such-program-of-keys', /exit code 127/],
  ['is killed', `echo '${KEY}'; kill -9 $$`, /^MASTER_KEY_COMMAND failed: it was ended by SIGKILL$/],
  ['prints nothing', 'true', /^MASTER_KEY_COMMAND failed: it printed nothing$/],
  ['prints too much', `yes '${KEY}'`, /^MASTER_KEY_COMMAND failed: it printed more than 4096 bytes/],
  [
    'prints something else',
    `echo 'key: ${KEY}'`,
    /^MASTER_KEY_COMMAND printed something else than a key: it takes base64/,
  ],
]
for (const [title, command, line] of FAILS) {
  test(`a program that ${title} is told of in one line, without its output`, () => {
    assert.throws(
      () => load(command),
      (error) => {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message, line)
        assert.doesNotMatch(error.message, /\n/)
        assert.ok(!error.message.includes(KEY))
        return true
      },
    )
  })
}

test('a program that does not end is ended, with what it has started', async () => {
  const mark = join(folder, 'late')
  const started = performance.now()
  assert.throws(() => runKeyCommand('MASTER_KEY_COMMAND', `(sleep 1; touch '${mark}') | cat`, 200), {
    message: 'MASTER_KEY_COMMAND failed: it took longer than 0.2 s',
  })
  assert.ok(performance.now() - started < 900)
  await pause(1_500)
  assert.equal(existsSync(mark), false)
})

test('a program that asks finds no answer instead of waiting for one', () => {
  assert.throws(() => load('read answer && echo "$answer"'), /exit code 1/)
})
