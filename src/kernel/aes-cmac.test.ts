import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aesCmac } from './aes-cmac.ts'

const MESSAGE =
  '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51' +
  '30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710'

// RFC 4493, section 4, and the examples of NIST SP 800-38B for AES-192 and AES-256.
const KEYS: [name: string, key: string, macs: [bytes: number, mac: string][]][] = [
  [
    'AES-128',
    '2b7e151628aed2a6abf7158809cf4f3c',
    [
      [0, 'bb1d6929e95937287fa37d129b756746'],
      [16, '070a16b46b4d4144f79bdd9dd04a287c'],
      [40, 'dfa66747de9ae63030ca32611497c827'],
      [64, '51f0bebf7e3b9d92fc49741779363cfe'],
    ],
  ],
  [
    'AES-192',
    '8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b',
    [
      [0, 'd17ddf46adaacde531cac483de7a9367'],
      [16, '9e99a7bf31e710900662f65e617c5184'],
      [40, '8a1de5be2eb31aad089a82e6ee908b0e'],
      [64, 'a1d5df0eed790f794d77589659f39a11'],
    ],
  ],
  [
    'AES-256',
    '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
    [
      [0, '028962f61b7bf89efc6b551f4667d983'],
      [16, '28a7023f452e8f82bd4bf28d8c37c35c'],
      [40, 'aaf3d8f1de5640c232f5b169b9c911e6'],
      [64, 'e1992190549f6ed5696a2c056c315410'],
    ],
  ],
]

for (const [name, key, macs] of KEYS) {
  describe(`the CMAC with ${name}`, () => {
    for (const [bytes, mac] of macs) {
      test(`of ${bytes} bytes`, () => {
        const message = Buffer.from(MESSAGE, 'hex').subarray(0, bytes)
        assert.equal(aesCmac(Buffer.from(key, 'hex'), message).toString('hex'), mac)
      })
    }
  })
}
