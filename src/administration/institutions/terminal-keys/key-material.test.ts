// Check values as other tools compute them. The expected ones are from OpenSSL, for 16 zero bytes:
//   openssl mac -cipher AES-256-CBC -macopt hexkey:<key> CMAC
//   openssl dgst -sha256 -mac HMAC -macopt hexkey:<key>

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KeyAlgorithm, keyCheckValue } from './key-material.ts'

const NIST = '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4'
const ZERO = '00'.repeat(32)
const COUNTING = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'

const ROWS: [algorithm: KeyAlgorithm, key: string, kcv: string][] = [
  ['AES256', NIST, '1a0b2d'],
  ['AES256', ZERO, '921105'],
  ['AES256', COUNTING, '377822'],
  ['HMAC_SHA256', NIST, '377f34'],
  ['HMAC_SHA256', ZERO, '853c74'],
  ['HMAC_SHA256', COUNTING, 'ff9212'],
]

for (const [algorithm, key, kcv] of ROWS) {
  test(`the check value of the ${algorithm} key ${key.slice(0, 8)}… is ${kcv}`, () => {
    assert.equal(keyCheckValue(Buffer.from(key, 'hex'), algorithm), kcv)
  })
}
