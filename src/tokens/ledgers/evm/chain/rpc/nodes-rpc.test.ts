import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { until } from '../../../../../../test/support/until.ts'
import { Problem } from '../../../../../platform/kernel/problems/problem.ts'
import { NodesRpc } from './nodes-rpc.ts'
import { type Answers, chainAnswers, SmallNode } from './small-node.fixture.ts'

const ADDRESS = `0x${'c'.repeat(40)}` as const
const BYTES = `0x02${'ab'.repeat(40)}` as const
const LIMIT_MS = 60_000

describe('the nodes of a chain', () => {
  let nodes: SmallNode[]
  let rpc: NodesRpc
  let heights: number[]

  async function open(...answers: Answers[]): Promise<void> {
    nodes = await Promise.all(answers.map((each) => SmallNode.start(each)))
    rpc = new NodesRpc(
      nodes.map((node) => node.url()),
      LIMIT_MS,
    )
  }

  /** Which node was asked for the balance; each tells another one. */
  const asked = async () => Number(await rpc.balance(ADDRESS))

  beforeEach(() => {
    heights = [101, 102, 103]
    nodes = []
  })
  afterEach(async () => {
    rpc.close()
    await Promise.all(nodes.map((node) => node.stop()))
  })

  /** Lets the time of a call pass as soon as the first node, which hangs, has got it. */
  async function untilLate<T>(t: TestContext, call: () => Promise<T>): Promise<T> {
    const [first] = nodes as [SmallNode]
    const before = first.requests
    const answered = call()
    answered.catch(() => {})
    await until(() => first.requests > before, 'the call arrives')
    t.mock.timers.tick(LIMIT_MS)
    return answered
  }

  const chain = (i: number, genesis?: `0x${string}`, chainId?: number) =>
    chainAnswers(() => heights[i] ?? 0, genesis, chainId)

  test('are asked one at a time, and the one that answered is asked again', async () => {
    await open(chain(0), chain(1))
    assert.equal(await asked(), 101)
    assert.equal(await asked(), 101)
    assert.equal(nodes[1]?.calls.length, 0)
    assert.equal(await rpc.chainId(), 1337n)
    assert.equal(await rpc.genesisHash(), '0xaa')
    assert.deepEqual(await rpc.block(5n), {
      number: 5n,
      hash: `0x${'1'.repeat(63)}5`,
      parentHash: '0x00',
      timeMs: 1_700_000_005_000,
      gasLimit: 30_000_000n,
      baseFeeWei: 7n,
    })
  })

  const REASONS: [title: string, spoil: () => void | Promise<void>, state: string][] = [
    ['that is down', () => nodes[0]?.stop(), 'unreachable'],
    ['that hangs', () => void Object.assign(nodes[0] ?? {}, { mood: 'hanging' }), 'unreachable'],
    ['that answers with something else', () => void Object.assign(nodes[0] ?? {}, { mood: 'garbage' }), 'unreachable'],
    ['that is behind the final block', () => rpc.noteFinal(102n), 'lagging'],
    ['of another chain', () => rpc.expect({ chainId: 1n, genesisHash: '0xaa' }), 'other chain'],
    ['of a fresh chain with the same id', () => rpc.expect({ chainId: 1337n, genesisHash: '0xbb' }), 'other chain'],
  ]
  for (const [title, spoil, state] of REASONS) {
    test(`one ${title} is passed over, for reading and for sending`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] })
      const outcome = <T>(call: () => Promise<T>) => (title === 'that hangs' ? untilLate(t, call) : call())
      const other =
        state !== 'other chain' ? chain(1) : title.includes('fresh') ? chain(1, '0xbb') : chain(1, '0xaa', 1)
      await open({ ...chain(0), eth_sendRawTransaction: () => '0x1' }, other)
      await spoil()
      assert.equal(await outcome(asked), 102)
      assert.equal(rpc.nodes()[0]?.state, state)
      assert.equal(await outcome(() => rpc.sendRaw(BYTES)), 'unsure', 'the other one refuses')
      const sent = nodes[0]?.calls.filter(({ method }) => method === 'eth_sendRawTransaction')
      assert.deepEqual(sent, [], 'nothing was sent to it')
    })
  }

  test('of two chains, the first that answers decides', async () => {
    await open(chain(0), chain(1, '0xbb'))
    assert.equal(await asked(), 101)
    await nodes[0]?.stop()
    await assert.rejects(asked(), /node 2 is on another chain/)
  })

  test('that comes back as another chain is noticed', async () => {
    await open(chain(0))
    assert.equal(await asked(), 101)
    const node = nodes[0] as SmallNode
    node.mood = 'garbage'
    await assert.rejects(asked(), { kind: 'unavailable' })
    node.mood = 'well'
    node.answers = chain(1, '0xbb')
    await assert.rejects(asked(), /node 1 is on another chain/)
  })

  test('that does not have a final block is passed over for that block', async () => {
    await open(chain(0), chain(1))
    assert.equal(await asked(), 101)
    rpc.noteFinal(102n)
    assert.equal((await rpc.block(102n))?.number, 102n)
    assert.equal((await rpc.block('finalized'))?.number, 102n)
    assert.equal(await rpc.block(150n), null, 'a block that does not exist yet')
  })

  test('that falls behind the final block after it was found usable is passed over', async () => {
    heights = [103, 103]
    await open(chain(0), chain(1))
    assert.equal(await asked(), 103)
    rpc.noteFinal(102n)
    heights[0] = 100
    const reads: [title: string, read: () => Promise<unknown>][] = [
      ['a final block by its number', async () => (await rpc.block(102n))?.number],
      ['the final block', async () => (await rpc.block('finalized'))?.number],
      ['the newest block', async () => (await rpc.block('latest'))?.number],
      ['fees', async () => (await rpc.fees()).gasPriceWei],
    ]
    for (const [title, read] of reads) {
      const [first, second] = nodes as [SmallNode, SmallNode]
      const before = [first.calls.length, second.calls.length] as const
      const answer = await read()
      assert.ok(answer === 102n || answer === 103n || answer === 9n, title)
      assert.ok(second.calls.length > before[1], `${title}: by the node that has it`)
      // The node that answered is asked first: begin again with the other one.
      rpc.close()
      rpc = new NodesRpc([first.url(), second.url()], LIMIT_MS)
      heights[0] = 103
      assert.equal(await asked(), 103)
      rpc.noteFinal(102n)
      heights[0] = 100
    }
  })

  test('are asked for events by their first topic, and say when that is too much', async () => {
    const logs = [{ topics: [`0x${'1'.repeat(64)}`, '0x05'], data: '0x' }]
    await open({
      ...chain(0),
      eth_getLogs: ({ toBlock }: { toBlock: string }) => (Number(toBlock) > 50 ? refuse('range too large') : logs),
    })
    assert.deepEqual(await rpc.topics(ADDRESS, '0x11', 0n, 50n), [[`0x${'1'.repeat(64)}`, '0x05']])
    assert.equal(await rpc.topics(ADDRESS, '0x11', 0n, 51n), null)
  })

  test('answer many calls in one request, in order, also those that take no batches', async () => {
    for (const mood of ['well', 'no batches'] as const) {
      await open({ ...chain(0), eth_call: ({ data }: { data: string }) => data })
      Object.assign(nodes[0] ?? {}, { mood })
      const calls = Array.from({ length: 250 }, (_, i) => ({ to: ADDRESS, data: `0x${1000 + i}` as const }))
      assert.deepEqual(
        await rpc.callMany(calls, 100n),
        calls.map(({ data }) => data),
      )
      rpc.close()
      await nodes[0]?.stop()
    }
  })

  test('tell fees, also without the method for the tip', async () => {
    await open(chain(0))
    assert.deepEqual(await rpc.fees(), { baseFeeWei: 7n, priorityFeeWei: 2n, gasPriceWei: 9n })
  })

  const SENDING: [title: string, first: () => unknown, second: () => unknown, outcome: string][] = [
    ['one takes it', () => '0x1', () => '0x1', 'sent'],
    ['one has it', () => refuse('already known'), () => refuse('nonce too low'), 'known'],
    ['one takes what the other refuses', () => refuse('insufficient funds for gas'), () => '0x1', 'sent'],
    ['all refuse', () => refuse('replacement transaction underpriced'), () => refuse('txpool is full'), 'unsure'],
  ]
  for (const [title, first, second, outcome] of SENDING)
    test(`a transaction goes to every node: ${title}`, async () => {
      await open({ ...chain(0), eth_sendRawTransaction: first }, { ...chain(1), eth_sendRawTransaction: second })
      assert.equal(await rpc.sendRaw(BYTES), outcome)
    })

  test('an error shows neither address, credentials nor what was sent', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const refusal = (text: string) => refuse(`http://user:hunter2@host/key ${text}`)
    await open({ ...chain(0), eth_call: ({ data }: { data: string }) => refusal(data) }, chain(1))
    const [first, second] = nodes as [SmallNode, SmallNode]
    rpc = new NodesRpc([first.url('user:hunter2@'), second.url('user:hunter2@')], LIMIT_MS)
    await second.stop()
    for (const mood of ['well', 'hanging', 'garbage'] as const) {
      first.mood = mood
      const call = () => rpc.call(ADDRESS, BYTES, 'latest')
      const error: unknown = await (mood === 'hanging' ? untilLate(t, call) : call()).then(
        () => undefined,
        (thrown) => thrown,
      )
      assert.ok(error instanceof Problem && error.kind === 'unavailable', inspect(error))
      const shown = inspect(error, { depth: 20, showHidden: true })
      assert.doesNotMatch(shown, /hunter2|secret-path|abab|127\.0\.0\.1:/, mood)
    }
    assert.equal(first.authorization, `Basic ${Buffer.from('user:hunter2').toString('base64')}`)
  })
})

function refuse(message: string): never {
  throw { code: -32000, message }
}
