// Clients of partners: secrets, families and use.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { until } from '../../../../test/support/until.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
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
      oldSecretUntil: null,
      addresses: [],
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

  test('the present secret is kept for the overlap that a rotation names, and no longer than 90 days', async () => {
    const { id } = await suite.partners.create(by(ANNE, PLATFORM), SWITCH)
    const { clients } = suite.partners
    const { secret } = await clients.create(by(ANNE, PLATFORM), id, { clientId: 'c1' })
    const hash = secretBox.lookupHash(secret, 'client-secret:c1')
    for (const oldSecretUntilMs of [clock.nowMs, clock.nowMs + 90 * DAY_MS + 1]) {
      await assert.rejects(
        clients.rotate(by(ANNE, PLATFORM), id, 'c1', { oldSecretUntilMs }),
        refusal('invalid', ['oldSecretUntil']),
      )
    }
    const untilMs = clock.nowMs + 90 * DAY_MS
    const rotated = await clients.rotate(by(ANNE, PLATFORM), id, 'c1', { oldSecretUntilMs: untilMs })
    assert.equal(rotated.oldSecretUntil, new Date(untilMs).toISOString())
    assert.deepEqual(suite.here.client('c1')?.oldSecret, { hash, untilMs })
    // Two at most: what an earlier rotation has kept is refused by the next one.
    const again = await clients.rotate(by(ANNE, PLATFORM), id, 'c1', { oldSecretUntilMs: untilMs })
    assert.deepEqual(suite.here.client('c1')?.oldSecret, {
      hash: secretBox.lookupHash(rotated.secret, 'client-secret:c1'),
      untilMs,
    })
    const last = await clients.rotate(by(ANNE, PLATFORM), id, 'c1')
    assert.equal(last.oldSecretUntil, null)
    assert.equal(suite.here.client('c1')?.oldSecret, undefined)
    const { rows } = await suite.database.query<{ whole: string }>(
      "SELECT audit_log::text AS whole FROM audit_log WHERE action = 'client.rotate' AND resource_id = 'c1'",
    )
    for (const { whole } of rows) {
      for (const one of [secret, rotated.secret, again.secret]) {
        assert.ok(!whole.includes(one) && !whole.includes(secretBox.lookupHash(one, 'client-secret:c1')))
      }
    }
  })

  test('a change of the addresses reaches every node, the partner and the audit log', async () => {
    const { id } = await suite.partners.create(by(ANNE, PLATFORM), SWITCH)
    const { clients } = suite.partners
    await clients.create(by(ANNE, PLATFORM), id, { clientId: 'c1', addresses: ['192.0.2.0/24'] })
    assert.equal(suite.here.client('c1')?.addresses?.holds('192.0.2.7'), true)
    const changed = await clients.update(by(ANNE, PLATFORM), id, 'c1', { addresses: ['2001:db8::/32'] })
    assert.deepEqual(changed.addresses, ['2001:db8::/32'])
    await until(() => suite.elsewhere.client('c1')?.addresses?.holds('192.0.2.7') === false, 'the other node knows it')
    assert.deepEqual((await clients.update(by(ANNE, PLATFORM), id, 'c1', {})).addresses, ['2001:db8::/32'])
    await clients.update(by(ANNE, PLATFORM), id, 'c1', { addresses: [] })
    assert.equal(suite.here.client('c1')?.addresses, undefined)
    await assert.rejects(clients.update(by(ANNE, PLATFORM), id, 'c2', {}), refusal('not-found'))
    const { rows } = await suite.database.query<{ before: { addresses: string[] }; after: { addresses: string[] } }>(
      `SELECT before::jsonb, after::jsonb FROM audit_log
        WHERE action = 'client.update' AND resource_id = 'c1' ORDER BY position LIMIT 1`,
    )
    assert.deepEqual(rows[0]?.before.addresses, ['192.0.2.0/24'])
    assert.deepEqual(rows[0]?.after.addresses, ['2001:db8::/32'])
    const { rows: told } = await suite.database.query("SELECT 1 FROM event_outbox WHERE kind = 'client.changed'")
    assert.equal(told.length, 3)
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
