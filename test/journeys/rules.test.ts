// Decision tables as operators use them: written to disk, refreshed, read and tried out over the API, applied to orders.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newRrn, post } from '../support/accounts/account-services.ts'
import { withdrawal } from '../support/accounts/sandbox-requests.ts'
import { RuleFolder } from '../support/bank/rule-folder.ts'
import { withGateway } from '../support/gateways/running-gateway.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'

const ACCOUNT = '1000000001'
const folder = new RuleFolder()
after(() => folder.remove())
// A bad file at the start.
folder.writeText('fraud', '{')
folder.write('limits', {
  inputs: ['terminal.kind', 'amount'],
  outputs: ['perTransaction'],
  rows: [{ 'terminal.kind': '"ATM"', amount: '> 0', perTransaction: '100' }],
})

withGateway(
  'decision tables',
  (running) => {
    const api = new Onboarding(() => running.current.url)
    let token = ''
    before(async () => {
      token = await api.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
    })

    async function refresh(path: string, body: unknown) {
      const response = await fetch(`${running.current.managementUrl}/api/channels/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests are about.
      return { status: response.status, body: (await response.json()) as any }
    }
    const withdraw = async (amount: number) =>
      (await post(running.current, '/transactions/debits', withdrawal(ACCOUNT, amount, { rrn: newRrn() }))).code
    const get = async (path: string) => (await api.call(`GET ${path}`, { token })).body.data
    test('that are good at the start apply, and a bad file leaves its rules off', async () => {
      assert.equal(await withdraw(105), '121')
      assert.equal(await withdraw(100), '000')
      const { content, totalElements } = await get('/rules')
      assert.equal(totalElements, 5)
      assert.deepEqual(
        content.map((one: { name: string; state: string; error?: string }) => [one.name, one.state, one.error]),
        [
          ['limits', 'ACTIVE', undefined],
          ['velocity', 'OFF', undefined],
          ['fees', 'OFF', undefined],
          ['fraud', 'FAILED', 'fraud.json: is not JSON'],
          ['lending-decision', 'OFF', undefined],
        ],
      )
      assert.match(content[0].loadedAt, /^\d{4}-\d\d-\d\dT.*Z$/)
      assert.equal(content[1].loadedAt, null)
    })

    test('are read as they run, not as the file is now', async () => {
      const before = await get('/rules/limits')
      folder.writeText('limits', '[]')
      assert.deepEqual(await get('/rules/limits'), before)
      assert.equal(before.content.nodes[1].content.rules.length, 1)
      assert.deepEqual(await get('/rules/velocity'), { name: 'velocity', state: 'OFF', loadedAt: null, content: null })
      assert.equal((await api.call('GET /rules/nothing', { token })).status, 404)
    })

    test('stay as they were when their new file is bad', async () => {
      const { status, body } = await refresh('refreshRules', {
        droolFileName: ['limits', 'unheard-of', '../../limits'],
      })
      assert.equal(status, 200)
      assert.deepEqual(body.refreshed, [])
      assert.deepEqual(body.failed, [
        { name: 'unheard-of', reason: 'there are no rules of this name' },
        { name: '../../limits', reason: 'there are no rules of this name' },
        { name: 'limits', reason: 'limits.json: is not a JSON object' },
      ])
      assert.equal(await withdraw(105), '121')
      const { state, error } = await get('/rules/limits')
      assert.deepEqual([state, error], ['ACTIVE', 'limits.json: is not a JSON object'])
    })

    test('apply to the next order once they are refreshed, and the refresh is audited', async () => {
      folder.write('limits', { inputs: [], outputs: ['perTransaction'], rows: [{ perTransaction: '50' }] })
      folder.write('fraud', {
        inputs: ['amount'],
        outputs: ['responseCode'],
        rows: [{ amount: '35', responseCode: '100' }],
      })
      assert.equal(await withdraw(100), '000')
      const { status, body } = await refresh('refreshRules', { droolFileName: ['limits.json', 'fraud', 'limits'] })
      assert.equal(status, 200)
      assert.deepEqual([body.refreshed, body.skipped, body.failed], [['limits', 'fraud'], [], []])
      assert.match(body.requestId, /^[0-9a-f-]{36}$/)
      assert.equal(typeof body.durationMs, 'number')
      assert.equal(await withdraw(55), '121')
      assert.equal(await withdraw(35), '100')
      assert.equal(await withdraw(50), '000')
      const { content } = await get('/audit-logs?size=2')
      assert.deepEqual(
        content.map((one: Record<string, unknown>) => [one.action, one.actorEmail, one.outcome]),
        [
          ['rules.refreshed', 'management listener', 'SUCCESS'],
          ['rules.refresh', 'management listener', 'SUCCESS'],
        ],
      )
      assert.deepEqual(content[0].after.refreshed, ['limits', 'fraud'])
      assert.deepEqual(content[1].after.names, ['limits', 'fraud'])
    })

    test('are tried out, and nothing is posted', async () => {
      const evaluate = async (name: string, body: unknown) => {
        const answer = await api.call(`POST /rules/${name}/evaluate`, { token, body })
        return [answer.status, answer.body.data ?? answer.body.message]
      }
      const matched = [{ node: 'fraud', row: 1 }]
      assert.deepEqual(await evaluate('fraud', { input: { amount: 35 } }), [
        200,
        { output: { responseCode: 100 }, matched },
      ])
      assert.deepEqual(await evaluate('fraud', { input: { amount: 36 } }), [200, { output: {}, matched: [] }])
      assert.deepEqual(await evaluate('velocity', { input: {} }), [409, 'B-REQ-009: the rules are off'])
      assert.equal((await evaluate('nothing', { input: {} }))[0], 404)
      for (const [body, message] of [
        [{}, /^B-REQ-001: input is required/],
        [{ input: [] }, /^B-REQ-001: input must be/],
        [{ input: 'x' }, /^B-REQ-001: input must be/],
        [{ input: { amount: 'x'.repeat(8_192) } }, /^B-REQ-001: input must be at most 8192 characters of JSON/],
        ['{"input": {"deep": [{"amount": 1234567890123456789}]}}', /^B-REQ-001: input\.deep\.0\.amount has more than/],
      ] as const) {
        const [status, text] = await evaluate('fraud', body)
        assert.equal(status, 400)
        assert.match(text, message)
      }
    })

    test('that zen runs refuse an input that would end it', async () => {
      folder.write('fees', { inputs: [], outputs: ['maxAccessFee'], rows: [{ maxAccessFee: 'amount * 0.02' }] })
      await refresh('refreshRules', { droolFileName: ['fees'] })
      const tried = async (amount: number) =>
        (await api.call('POST /rules/fees/evaluate', { token, body: { input: { amount } } })).body
      assert.deepEqual((await tried(100)).data, { output: { maxAccessFee: 2 }, matched: [{ node: 'fees', row: 1 }] })
      assert.match((await tried(1e30)).message, /^B-REQ-001: input cannot be evaluated: input.amount is 1e\+30/)
    })

    describe('and the other refreshes', () => {
      test('reload the channels', async () => {
        const { status, body } = await refresh('refresh', { refreshAllChannels: true })
        assert.equal(status, 200)
        assert.deepEqual([...body.refreshed].sort(), [
          'billers',
          'capabilities',
          'clients',
          'institutions',
          'partners',
          'terminals',
        ])
        assert.deepEqual([body.skipped, body.failed], [[], []])
      })

      test('drop caches, whole or by id', async () => {
        const all = await refresh('refresh/cache', { refreshAllCache: true })
        assert.equal(all.status, 200)
        assert.deepEqual([...all.body.refreshed, ...all.body.skipped].sort(), [
          'directory',
          'keys',
          'properties',
          'sessions',
        ])
        const some = await refresh('refresh/cache', {
          refreshAllCache: false,
          caches: [
            { cacheName: 'sessions', ids: ['one', 'two'] },
            { cacheName: 'keys' },
            { cacheName: 'sessions', ids: ['3'] },
          ],
        })
        assert.deepEqual([...some.body.refreshed].sort(), ['keys', 'sessions'])
        assert.equal((await api.call('GET /me', { token })).status, 200)
      })

      const BAD: [path: string, body: unknown, message: RegExp][] = [
        ['refreshRules', {}, /droolFileName/],
        ['refreshRules', { droolFileName: [] }, /droolFileName/],
        ['refreshRules', { droolFileName: 'limits' }, /droolFileName/],
        ['refreshRules', { droolFileName: [1] }, /droolFileName/],
        ['refreshRules', { droolFileName: [''] }, /droolFileName/],
        ['refreshRules', { droolFileName: Array(201).fill('limits') }, /droolFileName/],
        ['refreshRules', { droolFileName: ['x'.repeat(121)] }, /droolFileName/],
        ['refreshRules', '[]', /body|object/],
        ['refresh', {}, /refreshAllChannels/],
        ['refresh', { refreshAllChannels: false }, /refreshAllChannels/],
        ['refresh', { refreshAllChannels: 'true' }, /refreshAllChannels/],
        ['refresh/cache', {}, /refreshAllCache/],
        ['refresh/cache', { refreshAllCache: false }, /refreshAllCache/],
        ['refresh/cache', { refreshAllCache: 1 }, /refreshAllCache/],
        ['refresh/cache', { caches: [] }, /refreshAllCache/],
        ['refresh/cache', { caches: [{}] }, /cacheName/],
        ['refresh/cache', { caches: [{ cacheName: 'rules' }] }, /directory, properties, sessions, keys/],
        [
          'refresh/cache',
          { refreshAllCache: true, caches: [{ cacheName: 'x' }] },
          /directory, properties, sessions, keys/,
        ],
        ['refresh/cache', { caches: [{ cacheName: 'keys', ids: [] }] }, /ids/],
        ['refresh/cache', { caches: [{ cacheName: 'keys', ids: [1] }] }, /ids/],
        ['refresh/cache', { caches: [{ cacheName: 'keys', ids: 'a' }] }, /ids/],
      ]
      for (const [path, body, message] of BAD) {
        test(`refuse ${path} ${JSON.stringify(body).slice(0, 80)}`, async () => {
          const answer = await refresh(path, body)
          assert.equal(answer.status, 400)
          assert.match(JSON.stringify(answer.body), message)
        })
      }
    })
  },
  { RULES_DIR: folder.path },
)
