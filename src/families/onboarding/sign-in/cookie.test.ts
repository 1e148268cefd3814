import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENVIRONMENTS } from '../../../platform/kernel/environment.ts'
import { setCookie } from './cookie.ts'

for (const environment of ENVIRONMENTS) {
  const isSecure = environment !== 'sandbox'
  test(`a cookie of ${environment} is ${isSecure ? 'sent over TLS only' : 'sent without TLS too'}, and to no script`, () => {
    const cookie = setCookie({ name: 'one', value: 'text', maxAgeSeconds: 60, sameSite: 'Strict' }, environment)
    const [pair, ...attributes] = cookie.split('; ')
    assert.equal(pair, 'one=text')
    assert.equal(attributes.includes('Secure'), isSecure)
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Max-Age=60']) assert.ok(attributes.includes(attribute))
  })
}
