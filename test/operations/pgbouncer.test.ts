// A gateway behind PgBouncer, with the settings of docs/operations/failover.md. Where PgBouncer is not installed nothing is tested.

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { post } from '../support/accounts/account-services.ts'
import { withdrawal } from '../support/accounts/sandbox-requests.ts'
import { createSandboxStore, type Store, startGateway } from '../support/gateways/gateway.ts'
import { refusedStart } from '../support/gateways/refused-start.ts'
import { until } from '../support/until.ts'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync)
const PAGE = readFileSync(new URL('../../docs/operations/failover.md', import.meta.url), 'utf8')
const INI = /```ini\n([^`]*)```/.exec(PAGE)?.[1] ?? ''

describe('behind PgBouncer', { skip: PROGRAM === undefined && 'pgbouncer is not installed' }, () => {
  let store: Store

  before(async () => {
    store = await createSandboxStore('postgres')
  })

  after(() => store?.remove())

  test('in session mode a gateway posts', async (t) => {
    const env = { DATABASE_URL: await startBouncer(t, store, 'session') }
    const gateway = await startGateway(store, env)
    try {
      assert.equal((await post(gateway, '/transactions/debits', withdrawal('1000000001', 20))).code, '000')
    } finally {
      assert.equal(await gateway.stop(), 0)
    }
  })

  for (const mode of ['transaction', 'statement']) {
    test(`in ${mode} mode a start is refused in one line`, async (t) => {
      const { code, lines } = await refusedStart(store, { DATABASE_URL: await startBouncer(t, store, mode) })
      assert.equal(code, 1)
      assert.deepEqual(lines, [
        'tillgate: DATABASE_URL: leads to a pooler that changes the connection with every transaction; set its pool_mode to session',
      ])
    })
  }
})

/** Returns the URL of the store's database through it. */
async function startBouncer(t: TestContext, { env }: Store, mode: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-pgbouncer-'))
  chmodSync(folder, 0o755)
  const url = new URL(env.DATABASE_URL as string)
  const port = await freePort()
  const settings: Record<string, string> = {
    tillgate: databaseOf(url),
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    auth_type: 'any',
    auth_file: '',
    pool_mode: mode,
  }
  const lines = INI.split('\n').map((line) => {
    const [, key] = /^(\w+) = /.exec(line) ?? []
    return key !== undefined && key in settings ? `${key} = ${settings[key]}` : line
  })
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, [...lines.filter((line) => line !== 'auth_file = '), 'unix_socket_dir =', ''].join('\n'))
  const child = spawn(PROGRAM as string, [file], { ...asOther(), stdio: ['ignore', 'ignore', 'pipe'] })
  t.after(async () => {
    await ended(child)
    rmSync(folder, { recursive: true })
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk))
  await until(() => {
    assert.equal(child.exitCode, null, said)
    return said.includes('process up')
  }, 'PgBouncer listens')
  return `postgres://${url.username}@127.0.0.1:${port}/tillgate`
}

function databaseOf({ hostname, port, pathname, username, password }: URL): string {
  const parts = { host: hostname, port: port || '5432', dbname: pathname.slice(1), user: username, password }
  return Object.entries(parts)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${decodeURIComponent(value)}`)
    .join(' ')
}

/** PgBouncer does not run as root. */
function asOther(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
