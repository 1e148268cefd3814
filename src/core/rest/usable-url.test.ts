import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertUsableUrl } from './usable-url.ts'

test('https is usable everywhere, http in the sandbox', () => {
  for (const environment of ['sandbox', 'qa', 'uat', 'prod'] as const) {
    assert.equal(assertUsableUrl('https://core.bank.example/v1', environment).pathname, '/v1')
  }
  assert.equal(assertUsableUrl('http://127.0.0.1:8081', 'sandbox').port, '8081')
})

const UNUSABLE: [url: string, environment: 'sandbox' | 'prod', why: RegExp][] = [
  ['http://core.bank.example', 'prod', /must start with https:\/\/ in prod/],
  ['ftp://core.bank.example', 'sandbox', /must be a URL/],
  ['core.bank.example', 'sandbox', /must be a URL/],
  ['https://user:hunter2@core.bank.example', 'prod', /must not hold a user/],
  ['https://core.bank.example/?key=hunter2', 'prod', /must not have a query/],
  ['https://core.bank.example/#x', 'prod', /must not have a query/],
]
for (const [url, environment, why] of UNUSABLE) {
  test(`${url} is not usable in ${environment}, and the error does not repeat it`, () => {
    assert.throws(
      () => assertUsableUrl(url, environment),
      (error: Error) => why.test(error.message) && !error.message.includes('hunter2'),
    )
  })
}
