import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { DataDirectoryInUse, lockDataDirectory } from './data-directory.ts'

const HOLDER = `
  const { lockDataDirectory } = await import(process.argv[1])
  try {
    lockDataDirectory(process.argv[2])
    console.log('locked')
    setInterval(() => {}, 1000)
  } catch (error) {
    console.log(error.name)
  }`

describe('the lock of a data directory', () => {
  let parent: string
  let directory: string

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'tillgate-lock-'))
    directory = join(parent, 'made', 'on the way')
  })

  afterEach(() => rmSync(parent, { recursive: true }))

  test('makes the directory, for its owner only', () => {
    lockDataDirectory(directory).release()
    assert.equal(statSync(directory).mode & 0o777, 0o700)
  })

  test('is refused a second time, says what to do, and is free after its release', () => {
    const lock = lockDataDirectory(directory)
    assert.throws(
      () => lockDataDirectory(directory),
      (error) => {
        assert.ok(error instanceof DataDirectoryInUse)
        assert.ok(error.message.includes(directory))
        return true
      },
    )
    lock.release()
    lockDataDirectory(directory).release()
  })

  test('is refused to another process', async () => {
    const lock = lockDataDirectory(directory)
    const other = await startHolder(directory)
    other.child.kill('SIGKILL')
    await other.exited
    lock.release()
    assert.equal(other.said, 'DataDirectoryInUse')
  })

  test('is released when its holder is killed', async () => {
    const holder = await startHolder(directory)
    assert.equal(holder.said, 'locked')
    assert.throws(() => lockDataDirectory(directory), DataDirectoryInUse)
    holder.child.kill('SIGKILL')
    await holder.exited
    lockDataDirectory(directory).release()
  })
})

async function startHolder(directory: string) {
  const file = new URL('./data-directory.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, file, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
  })
  const exited = once(child, 'exit')
  const [said] = await once(child.stdout, 'data')
  return { child, exited, said: String(said).trim() }
}
