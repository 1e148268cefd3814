// Clients of partners: secrets, families and use.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { ClientUsage } from '../clients/client-usage.ts'
import {
  ANNE,
  by,
  clock,
  LOCAL,
  openPartners,
  PLATFORM,
  refusal,
  SWITCH,
  secretBox,
} from './partners-on-nodes.fixture.ts'

onDatabase('clients of partners', (_engine, open) => {
  const suite = openPartners(open)

  test('a client gets a secret once, which account services compare as they store it', async () => {
    const { id } = await suite.partners.create(by(ANNE, PLATFORM), SWITCH)
    const { secret, ...client } = await suite.partners.clients.create(by(ANNE, PLATFORM), id, {
      clientId: 'first',
      expiresAtMs: clock.nowMs,
      families: ['accounts'],
    })
    assert.match(secret, /^[A-Za-z0-9_-]{43}$/)
    assert.deepEqual(client, {
      clientId: 'first',
      families: ['accounts'],
      expiresAt: new Date(clock.nowMs).toISOString(),
      lastUsedAt: null,
      isActive: true,
    })
    assert.equal(suite.here.client('first')?.secretHash, secretBox.lookupHash(secret, 'client-secret:first'))
    clock.nowMs += 1
    const { secret: _, ...made } = await suite.partners.clients.create(by(ANNE, PLATFORM), id, {})
    assert.match(made.clientId, /^client-[A-Za-z0-9]{16}$/)
    assert.deepEqual(made.families, SWITCH.families)
    assert.deepEqual((await suite.partners.find(PLATFORM, id)).clients, [client, made])
  })

  test('a client is refused that names a family the partner lacks, or a clientId that is taken', async () => {
    const { id } = await suite.partners.create(by(ANNE, PLATFORM), SWITCH)
    const other = await suite.partners.create(by(ANNE, PLATFORM), LOCAL)
    await assert.rejects(
      suite.partners.clients.create(by(ANNE, PLATFORM), id, { families: ['accounts', 'lending'] }),
      refusal('invalid', ['families[1]']),
    )
    await suite.partners.clients.create(by(ANNE, PLATFORM), id, { clientId: 'c1' })
    await assert.rejects(
      suite.partners.clients.create(by(ANNE, PLATFORM), other.id, { clientId: 'c1' }),
      refusal('conflict'),
    )
    // A client is reached through its own partner only.
    await assert.rejects(suite.partners.clients.rotate(by(ANNE, PLATFORM), other.id, 'c1'), refusal('not-found'))
    await assert.rejects(suite.partners.clients.delete(by(ANNE, PLATFORM), other.id, 'c1'), refusal('not-found'))
  })

  test('rotating changes the secret, and the end only when it is named', async () => {
    const { id } = await suite.partners.create(by(ANNE, PLATFORM), SWITCH)
    const { secret } = await suite.partners.clients.create(by(ANNE, PLATFORM), id, {
      clientId: 'c1',
      expiresAtMs: clock.nowMs,
    })
    const rotated = await suite.partners.clients.rotate(by(ANNE, PLATFORM), id, 'c1')
    assert.notEqual(rotated.secret, secret)
    assert.equal(suite.here.client('c1')?.secretHash, secretBox.lookupHash(rotated.secret, 'client-secret:c1'))
    assert.equal(rotated.expiresAt, new Date(clock.nowMs).toISOString())
    const endless = await suite.partners.clients.rotate(by(ANNE, PLATFORM), id, 'c1', { expiresAtMs: null })
    assert.equal(endless.expiresAt, null)
    const ending = await suite.partners.clients.rotate(by(ANNE, PLATFORM), id, 'c1', { expiresAtMs: clock.nowMs + 5 })
    assert.equal(suite.here.client('c1')?.expiresAtMs, clock.nowMs + 5)
    assert.equal(ending.expiresAt, new Date(clock.nowMs + 5).toISOString())
  })

  test('a record says when each client was last used', async () => {
    const { id } = await suite.partners.create(by(ANNE, PLATFORM), SWITCH)
    await suite.partners.clients.create(by(ANNE, PLATFORM), id, { clientId: 'c1' })
    const usage = new ClientUsage(suite.database)
    usage.note('c1', clock.nowMs)
    await usage.flush()
    assert.equal((await suite.partners.find(PLATFORM, id)).clients[0]?.lastUsedAt, new Date(clock.nowMs).toISOString())
    await suite.partners.clients.delete(by(ANNE, PLATFORM), id, 'c1')
    assert.deepEqual((await suite.database.query('SELECT * FROM client_usage')).rows, [])
  })
})
