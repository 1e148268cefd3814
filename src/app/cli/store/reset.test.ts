// A reset on a node whose own clock is wrong: day one is that of the database.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createPostgresDatabase } from '../../../../test/support/machine/database.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import { reset } from './reset.ts'

test('tillgate reset seeds by the database’s clock', async (t) => {
  const { url, remove } = await createPostgresDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-reset-'))
  t.after(async () => {
    rmSync(folder, { recursive: true })
    await remove().catch(() => {})
  })
  const now = Date.now.bind(Date)
  t.mock.method(Date, 'now', () => now() + 40 * DAY_MS)
  const env = { ENVIRONMENT: 'sandbox', DATABASE_URL: url, DATA_DIR: folder }
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  await reset({ confirm: new URL(url).pathname.slice(1) }, { env, input: process.stdin, print, printError: print })
  assert.deepEqual(printed, ['the sandbox is as on day one'])
  const database = openPostgres(url, { connections: 1 })
  t.after(() => database.close())
  const { rows } = await database.query<{ days: number }>(
    `SELECT round(extract(epoch FROM (value->>'seededAt')::timestamptz - now()) / 86400)::integer AS days
       FROM settings WHERE key = 'sandbox'
     UNION SELECT round(extract(epoch FROM at - now()) / 86400)::integer FROM audit_log WHERE action = 'sandbox.reset'`,
  )
  assert.deepEqual(rows, [{ days: 0 }])
})
