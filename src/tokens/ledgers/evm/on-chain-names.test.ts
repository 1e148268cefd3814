import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseMasterKeys, SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { nameSecretOf } from './name-secret.ts'
import { OnChainNames } from './on-chain-names.ts'

const SECRET = Buffer.alloc(32, 5)
const ID = '0198b7c1-0000-7000-8000-000000000001'
const [OLD, NEW] = [Buffer.alloc(32, 'old-').toString('base64'), Buffer.alloc(32, 'new-').toString('base64')]
const boxOf = (keys: string) => new SecretBox(parseMasterKeys(keys))

test('names are keyed hashes, of a length of their own and different for each kind', () => {
  const names = new OnChainNames(SECRET)
  const hash = (kind: string) => createHmac('sha256', SECRET).update(`tillgate evm ${kind}\0${ID}`).digest()
  assert.equal(names.operation(ID), `0x${hash('operation').toString('hex')}`)
  assert.equal(names.account(ID), `0x${hash('account').toString('hex').slice(0, 40)}`)
  assert.equal(names.asset(ID), hash('asset').readBigUInt64BE())
})

test('another secret gives other names and another fingerprint, which is no name', () => {
  const [mine, other] = [new OnChainNames(SECRET), new OnChainNames(Buffer.alloc(32, 6))]
  assert.notEqual(mine.account(ID), other.account(ID))
  assert.notEqual(mine.fingerprint(), other.fingerprint())
  assert.throws(() => new OnChainNames(Buffer.alloc(31)), /at least 32 bytes/)
})

test('the secret stays the same when a master key is added, and a file is used in place of it', () => {
  const derived = nameSecretOf({}, boxOf(`1:${OLD}`))
  assert.equal(derived.length, 32)
  assert.deepEqual(nameSecretOf({}, boxOf(`2:${NEW},1:${OLD}`)), derived)
  assert.notDeepEqual(nameSecretOf({}, boxOf(`1:${NEW}`)), derived)
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-names-'))
  try {
    const nameSecretFile = join(folder, 'secret')
    writeFileSync(nameSecretFile, `${SECRET.toString('base64')}\n`)
    assert.deepEqual(nameSecretOf({ nameSecretFile }, boxOf(`1:${OLD}`)), SECRET)
    writeFileSync(nameSecretFile, 'hunter2')
    assert.throws(
      () => nameSecretOf({ nameSecretFile }, boxOf(`1:${OLD}`)),
      (error: Error) => error.message.startsWith('EVM_NAME_SECRET_FILE takes') && !error.message.includes('hunter2'),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
