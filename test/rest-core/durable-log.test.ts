// The log of the example: answered records survive a crash, incomplete ones are dropped.
import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DurableLog } from '../../examples/rest-core/durable-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillgate-durable-log-'))
after(() => rmSync(folder, { recursive: true }))
let files = 0

/** A file with three records. */
async function written(): Promise<string> {
  const path = join(folder, `${++files}.log`)
  const log = await DurableLog.open(path, () => assert.fail('a new log is empty'))
  for (const n of [1, 2, 3]) log.append({ n, text: 'gr\u00fc\u00df' })
  await log.close()
  return path
}

async function replayed(path: string): Promise<number[]> {
  const seen: number[] = []
  const log = await DurableLog.open(path, (record) => seen.push((record as { n: number }).n))
  await log.close()
  return seen
}

test('records come back in order, and more can follow', async () => {
  const path = await written()
  const log = await DurableLog.open(path, () => {})
  log.append({ n: 4 })
  await log.close()
  assert.deepEqual(await replayed(path), [1, 2, 3, 4])
})

test('cut off anywhere in its last record, the log keeps the records before and goes on after them', async () => {
  const path = await written()
  const whole = readFileSync(path)
  const secondEnds = whole.lastIndexOf('\n', whole.length - 2) + 1
  for (let length = secondEnds; length < whole.length; length++) {
    writeFileSync(path, whole.subarray(0, length))
    assert.deepEqual(await replayed(path), [1, 2], `cut after ${length} bytes`)
    const log = await DurableLog.open(path, () => {})
    log.append({ n: 5 })
    await log.close()
    assert.deepEqual(await replayed(path), [1, 2, 5])
  }
})

test('a last line with a wrong checksum is dropped, one in the middle stops the start', async () => {
  const path = await written()
  const whole = readFileSync(path, 'utf8')
  appendFileSync(path, '00000000 {"n":4}\n')
  assert.deepEqual(await replayed(path), [1, 2, 3])
  writeFileSync(path, whole.replace('"n":2', '"n":9'))
  await assert.rejects(replayed(path), /the log is damaged/)
})

test('records appended together are all on disk when each is reported durable', async () => {
  const path = join(folder, 'together.log')
  const log = await DurableLog.open(path, () => {})
  const sizes = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      log.append({ n })
      await log.durable()
      return readFileSync(path, 'utf8').includes(`{"n":${n}}`)
    }),
  )
  assert.ok(sizes.every(Boolean))
  await log.close()
})
