// Two gateways on one PostgreSQL, each with its own folder of rules: what is refreshed at one is refreshed at the other
// before the answer, and the answer says what came of it there.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { newRrn, post } from '../support/accounts/account-services.ts'
import { withdrawal } from '../support/accounts/sandbox-requests.ts'
import { RuleFolder } from '../support/bank/rule-folder.ts'
import { createSandboxStore, type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { until } from '../support/until.ts'

interface Failure {
  readonly name: string
  readonly reason: string
}

// The account takes 20 withdrawals a day.
const ROUNDS = 4

describe('two gateways and their refreshes', () => {
  let store: Store
  let gateways: [Gateway, Gateway]
  const folders = [new RuleFolder(), new RuleFolder()] as const

  before(async () => {
    store = await createSandboxStore('postgres')
    gateways = [await start(0), await start(1)]
  })
  after(async () => {
    await Promise.all((gateways ?? []).map((gateway) => gateway.stop()))
    await store?.remove()
    for (const folder of folders) folder.remove()
  })

  test('rules refreshed at one apply at the other to the next order', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const limit = round % 2 === 0 ? 50 : 20
      for (const folder of folders) writeLimit(folder, limit)
      const asked = await refreshAll(round % 2, 'refreshRules', { droolFileName: ['limits'] })
      assert.deepEqual([asked.refreshed, asked.failed], [['limits'], []])
      for (const at of [1 - (round % 2), round % 2]) {
        assert.equal(await withdraw(at, limit), '000', `round ${round}`)
        assert.equal(await withdraw(at, limit + 5), '121', `round ${round}`)
      }
    }
  })

  test('a file that only the other node cannot use is reported with its reason, and the old rules go on there', async () => {
    for (const folder of folders) writeLimit(folder, 50)
    await refreshAll(0, 'refreshRules', { droolFileName: ['limits'] })
    writeLimit(folders[0], 100)
    folders[1].writeText('limits', '{"nodes": []}')
    const { refreshed, failed } = await refreshAll(0, 'refreshRules', { droolFileName: ['limits.json'] })
    assert.deepEqual(refreshed, [])
    assert.equal(failed.length, 1)
    assert.equal(failed[0]?.name, 'limits')
    assert.match(failed[0]?.reason ?? '', /^node [0-9a-f-]{36}: limits\.json: edges is not a list of objects/)
    assert.deepEqual([await withdraw(0, 100), await withdraw(1, 100)], ['000', '121'])
  })

  test('a directory changed behind the back of the nodes is reloaded on both', async () => {
    const client = new pg.Client(store.env.DATABASE_URL)
    await client.connect()
    try {
      for (const [status, code] of [
        ['SUSPENDED', '912'],
        ['ACTIVE', '000'],
      ] as const) {
        // As after a restore: the rows change and nothing is announced.
        await client.query(`SET session_replication_role = replica`)
        await client.query(`UPDATE institutions SET status = $1 WHERE institution_id = 'FI002'`, [status])
        const [path, body] =
          status === 'ACTIVE'
            ? ['refresh', { refreshAllChannels: true }]
            : ['refresh/cache', { caches: [{ cacheName: 'directory', ids: ['FI002'] }] }]
        const asked = await refreshAll(0, path as string, body)
        assert.deepEqual(asked.failed, [])
        for (const at of [0, 1]) assert.equal(await withdraw(at, 5, HARBOR), code)
      }
    } finally {
      await client.end()
    }
  })

  test('a session ended behind the back of the nodes is dropped on both', async () => {
    const [here, there] = gateways.map(({ url }) => new Onboarding(() => url)) as [Onboarding, Onboarding]
    const token = await here.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    for (const api of [here, there]) assert.equal((await api.call('GET /me', { token })).status, 200)
    const client = new pg.Client(store.env.DATABASE_URL)
    await client.connect()
    await client.query('SET session_replication_role = replica; UPDATE sessions SET revoked_at = now()')
    await client.end()
    assert.equal((await there.call('GET /me', { token })).status, 200)
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const asked = await refreshAll(0, 'refresh/cache', { caches: [{ cacheName: 'sessions', ids: [sid] }] })
    assert.deepEqual([asked.refreshed, asked.failed], [['sessions'], []])
    for (const api of [here, there]) assert.equal((await api.call('GET /me', { token })).status, 401)
  })

  test('a node that does not answer is named, and catches up when it does', async () => {
    for (const folder of folders) writeLimit(folder, 60)
    process.kill(gateways[1].pid, 'SIGSTOP')
    try {
      const { refreshed, failed } = await refresh(0, 'refreshRules', { droolFileName: ['limits'] })
      assert.deepEqual(refreshed, ['limits'])
      assert.equal(failed.length, 1)
      assert.match(failed[0]?.name ?? '', /^node:[0-9a-f-]{36}$/)
      assert.equal(await withdraw(0, 65), '121')
    } finally {
      process.kill(gateways[1].pid, 'SIGCONT')
    }
    // What it missed is in its connection, or it finds it in the database after connecting again.
    const { failed } = await refreshAll(0, 'refresh/cache', { caches: [{ cacheName: 'keys' }] })
    assert.deepEqual(failed, [])
    assert.equal(await withdraw(1, 65), '121')
    assert.equal(await withdraw(1, 60), '000')
  })

  test('a node that starts reads the files as they are', async () => {
    for (const folder of folders) writeLimit(folder, 30)
    await gateways[1].stop()
    gateways[1] = await start(1)
    assert.deepEqual([await withdraw(0, 35), await withdraw(1, 35)], ['000', '121'])
  })

  function start(at: 0 | 1): Promise<Gateway> {
    return startGateway(store, { RULES_DIR: folders[at].path })
  }

  async function refresh(at: number, path: string, body: unknown) {
    const response = await fetch(`${gateways[at]?.managementUrl}/api/channels/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.equal(response.status, 200)
    return (await response.json()) as { refreshed: string[]; skipped: string[]; failed: Failure[] }
  }

  /** Again while a node does not answer within two seconds, which a busy machine may keep it from. */
  function refreshAll(at: number, path: string, body: unknown) {
    return until(async () => {
      const asked = await refresh(at, path, body)
      return !asked.failed.some(({ name }) => name.startsWith('node:')) && asked
    }, 'every node has answered')
  }

  const HARBOR = { accountId: '2000000001', institutionId: 'FI002', terminalId: 'ATM00101' }

  async function withdraw(at: number, amount: number, { accountId = '1000000002', ...place } = {}) {
    const body = withdrawal(accountId, amount, { rrn: newRrn(), ...place })
    return (await post(gateways[at] as Gateway, '/transactions/debits', body)).code
  }
})

function writeLimit(folder: RuleFolder, perTransaction: number): void {
  folder.write('limits', {
    inputs: ['institutionId'],
    outputs: ['perTransaction'],
    rows: [{ institutionId: '"FI001"', perTransaction: String(perTransaction) }],
  })
}
