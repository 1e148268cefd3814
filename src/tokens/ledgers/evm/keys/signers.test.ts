import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { privateKeyToAccount } from 'viem/accounts'
import { SmallNode } from '../chain/rpc/small-node.fixture.ts'
import type { Hex, KeySettings } from '../evm-settings.ts'
import { KEY, KEY_ADDRESS, PASSWORD, PBKDF2 } from './key-files.fixture.ts'
import { openSigner } from './open-signer.ts'
import type { UnsignedTransaction } from './signer.ts'
import { serializable } from './transaction-bytes.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillgate-keys-'))
after(() => rmSync(folder, { recursive: true }))
let files = 0
function fileWith(text: string): string {
  const file = join(folder, String(files++))
  writeFileSync(file, text)
  return file
}

const account = privateKeyToAccount(`0x${KEY}`)
const other = privateKeyToAccount(`0x${KEY.replace('7', '6')}`)
const eip1559: UnsignedTransaction = {
  chainId: 1337n,
  nonce: 7n,
  to: `0x${'c'.repeat(40)}`,
  data: '0xabcdef',
  gasLimit: 100_000n,
  fees: { type: 'eip1559', maxFeeWei: 20n, priorityFeeWei: 2n },
}
const TRANSACTIONS: [title: string, UnsignedTransaction][] = [
  ['with both fees', eip1559],
  ['with one price', { ...eip1559, fees: { type: 'legacy', maxFeeWei: 20n, priorityFeeWei: 20n } }],
  [
    'without fees, the first of its key',
    { ...eip1559, nonce: 0n, fees: { type: 'legacy', maxFeeWei: 0n, priorityFeeWei: 0n } },
  ],
  ['that deploys', { ...eip1559, to: undefined }],
]
const signedBy = (by: typeof account, transaction: UnsignedTransaction) => by.signTransaction(serializable(transaction))

const passwordFile = fileWith(`${PASSWORD}\n`)
const KEYS: [title: string, KeySettings][] = [
  ['a keystore', { kind: 'keystore', file: fileWith(JSON.stringify(PBKDF2)), passwordFile }],
  ['a raw key', { kind: 'raw', file: fileWith(`0x${KEY}\n`) }],
]

describe('a key from a file', () => {
  for (const [title, key] of KEYS)
    test(`signs: ${title}`, async () => {
      const signer = await openSigner(key)
      assert.equal(signer.address, KEY_ADDRESS)
      for (const [, transaction] of TRANSACTIONS)
        assert.equal(await signer.sign(transaction), await signedBy(account, transaction))
      await signer.close()
      await assert.rejects(signer.sign(eip1559), { kind: 'unavailable' })
    })

  const FAULTS: [title: string, KeySettings, message: string][] = [
    [
      'a file that is not there',
      { kind: 'raw', file: join(folder, 'none') },
      'EVM_RAW_KEY_FILE takes the path of a file that this process can read',
    ],
    ['text', { kind: 'raw', file: fileWith('hunter2') }, 'EVM_RAW_KEY_FILE takes a file with 64 hexadecimal digits'],
    [
      'a number that is no key',
      { kind: 'raw', file: fileWith('f'.repeat(64)) },
      'EVM_RAW_KEY_FILE holds a number that is no key',
    ],
    [
      'another password',
      { kind: 'keystore', file: fileWith(JSON.stringify(PBKDF2)), passwordFile: fileWith('hunter2') },
      'EVM_KEY_FILE does not open with the password',
    ],
    [
      'another address than its own',
      { kind: 'keystore', file: fileWith(JSON.stringify({ ...PBKDF2, address: 'c'.repeat(40) })), passwordFile },
      'EVM_KEY_FILE states another address than the one of its key',
    ],
  ]
  for (const [title, key, message] of FAULTS)
    test(`is refused with ${title}`, async () => {
      const error: Error = await openSigner(key).then(
        () => assert.fail('it opened'),
        (thrown) => thrown,
      )
      assert.equal(error.message, message)
      assert.doesNotMatch(inspect(error, { depth: 9 }), /hunter2|7a28b5ba/)
    })

  test('is not in a heap dump of the main thread, and neither is its password', () => {
    const file = join(folder, 'heap')
    const key = JSON.stringify(KEYS[0]?.[1])
    const program = fileURLToPath(new URL('./heap-dump.fixture.ts', import.meta.url))
    execFileSync(process.execPath, [program, key, file])
    const dump = readFileSync(file, 'latin1')
    assert.match(dump, /control-text-of-the-dump/)
    assert.ok(!dump.toLowerCase().includes(KEY), 'the key')
    assert.ok(!dump.includes(Buffer.from(KEY, 'hex').toString('base64').slice(0, 42)), 'the key as base64')
    assert.ok(!dump.includes(PASSWORD), 'the password')
  })
})

describe('a remote signer', () => {
  type Asked = { readonly from: Hex }
  async function ask(answer: (asked: Asked) => unknown, transaction = eip1559, mood: SmallNode['mood'] = 'well') {
    const server = await SmallNode.start({ eth_signTransaction: answer })
    server.mood = mood
    const signer = await openSigner({ kind: 'remote', url: server.url('me:hunter2@'), address: account.address })
    try {
      return { signed: await signer.sign(transaction), server }
    } finally {
      await signer.close()
      await server.stop()
    }
  }

  for (const [title, transaction] of TRANSACTIONS)
    test(`signs a transaction ${title}, answered as bytes or as an object`, async () => {
      const bytes = await signedBy(account, transaction)
      const { signed, server } = await ask(() => bytes, transaction)
      assert.equal(signed, bytes)
      assert.equal(server.authorization, `Basic ${Buffer.from('me:hunter2').toString('base64')}`)
      const asked = server.calls[0]?.params[0] as Record<string, string>
      assert.equal(asked.from, KEY_ADDRESS)
      assert.equal(asked.nonce, `0x${transaction.nonce.toString(16)}`)
      assert.equal((await ask(() => ({ raw: bytes, tx: {} }), transaction)).signed, bytes)
    })

  const WRONG: [title: string, answer: () => unknown, mood?: SmallNode['mood']][] = [
    ['signs with another key', () => signedBytes.otherKey],
    ['signs another nonce', () => signedBytes.otherNonce],
    ['signs another content', () => signedBytes.otherData],
    ['signs for another chain', () => signedBytes.otherChain],
    ['signs with other fees', () => signedBytes.otherFees],
    ['answers with text', () => 'hunter2'],
    ['answers with something else than a transaction', () => '0x1234'],
    ['refuses', () => refuse('hunter2 may not sign 0xabcdef')],
    ['cannot be reached', () => null, 'garbage'],
  ]
  const signedBytes: Record<string, Hex> = {}
  const prepare = async () => {
    Object.assign(signedBytes, {
      otherKey: await signedBy(other, eip1559),
      otherNonce: await signedBy(account, { ...eip1559, nonce: 8n }),
      otherData: await signedBy(account, { ...eip1559, data: '0x00' }),
      otherChain: await signedBy(account, { ...eip1559, chainId: 1n }),
      otherFees: await signedBy(account, { ...eip1559, fees: { ...eip1559.fees, maxFeeWei: 9_000n } }),
    })
  }
  for (const [title, answer, mood] of WRONG)
    test(`that ${title} is not believed, and the error shows nothing of it`, async () => {
      await prepare()
      const error: Error & { kind?: string } = await ask(answer, eip1559, mood).then(
        () => assert.fail('it was believed'),
        (thrown) => thrown,
      )
      assert.equal(error.kind, 'unavailable')
      assert.doesNotMatch(inspect(error, { depth: 20, showHidden: true }), /hunter2|secret-path|abcdef/)
    })
})

function refuse(message: string): never {
  throw { code: -32000, message }
}
