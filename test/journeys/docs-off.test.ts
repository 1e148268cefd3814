// DOCS=off: the gateway serves no reference.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSandboxStore, startGateway } from '../support/gateways/gateway.ts'

test('with DOCS=off neither the reference nor its documents are served', async (t) => {
  const store = await createSandboxStore('postgres')
  t.after(() => store.remove())
  const gateway = await startGateway(store, { DOCS: 'off' })
  t.after(() => gateway.stop())
  for (const path of ['/docs', '/docs/', '/docs/scalar.js', '/openapi/onboarding.json', '/openapi/accounts.json']) {
    assert.equal((await fetch(gateway.url + path, { redirect: 'manual' })).status, 404, path)
  }
  assert.equal((await fetch(`${gateway.url}/console/`)).status, 200)
})
