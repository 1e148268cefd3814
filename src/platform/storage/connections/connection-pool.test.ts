// The two waits of a caller: for one of the connections, and for the server to open one.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { after, before, describe, type TestContext, test } from 'node:test'
import { createPostgresDatabase, type PostgresDatabase } from '../../../../test/support/machine/database.ts'
import { until } from '../../../../test/support/until.ts'
import type { Problem } from '../../kernel/problems/problem.ts'
import { openPostgres, type PostgresOptions } from '../open-database.ts'

const LONG_MS = 60_000

describe('a caller that wants a connection', () => {
  let postgres: PostgresDatabase

  before(async () => {
    postgres = await createPostgresDatabase()
  })

  after(() => postgres?.remove())

  function open(t: TestContext, options: PostgresOptions, url = postgres.url) {
    const database = openPostgres(url, { connections: 2, ...options })
    t.after(() => database.close())
    return database
  }

  /** A server in front of PostgreSQL that treats each of the first connections in this way. */
  async function serverThat(t: TestContext, treats: (socket: Socket) => void, times: number) {
    const { hostname, port } = new URL(postgres.url)
    let accepted = 0
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}))
      if (++accepted <= times) return treats(socket)
      const upstream = connect(Number(port), hostname).on('error', () => {})
      sockets.add(upstream)
      socket.pipe(upstream).pipe(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const url = new URL(postgres.url)
    url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
    return { url: url.href, accepted: () => accepted }
  }

  test('is told that all are in use, and its place is not lost', async (t) => {
    const database = open(t, { connectTimeoutMs: LONG_MS, placeTimeoutMs: 20 })
    const held = [await database.connect(), await database.connect()]
    await assert.rejects(database.connect(), (error: Problem) => {
      assert.equal(error.kind, 'unavailable')
      assert.equal(error.message, 'all connections to the database are in use')
      assert.match(String(error.cause), /none of 2 connections became free within 0.02 seconds/)
      return true
    })
    const { placeTimeouts, connectTimeouts } = database.load()
    assert.deepEqual({ placeTimeouts, connectTimeouts }, { placeTimeouts: 1, connectTimeouts: 0 })
    for (const session of held) session.release()
    await until(() => database.load().idle === 2, 'both are free')
    assert.equal((await database.query('SELECT 1')).rowCount, 1)
  })

  test('is told that the database cannot be reached when it opens none in time', async (t) => {
    const silent = await serverThat(t, () => {}, Number.POSITIVE_INFINITY)
    const database = open(t, { connectTimeoutMs: 50, placeTimeoutMs: LONG_MS }, silent.url)
    await assert.rejects(database.connect(), { kind: 'unavailable', message: 'the database cannot be reached' })
    const { placeTimeouts, connectTimeouts } = database.load()
    assert.deepEqual({ placeTimeouts, connectTimeouts }, { placeTimeouts: 0, connectTimeouts: 1 })
  })

  test('waits for a place as long as the start does', async (t) => {
    const database = open(t, { connectTimeoutMs: LONG_MS, placeTimeoutMs: 20 })
    const held = [await database.connect(), await database.connect()]
    database.setPatience(LONG_MS)
    const waiting = database.connect()
    await until(() => database.load().placeTimeouts >= 2, 'it has waited longer than others do')
    held[0]?.release()
    ;(await waiting).release()
    held[1]?.release()
  })

  test('tries to open one again as long as the start does', async (t) => {
    const moody = await serverThat(t, (socket) => socket.destroy(), 2)
    const database = open(t, { connectTimeoutMs: LONG_MS }, moody.url)
    database.setPatience(LONG_MS)
    assert.equal((await database.query('SELECT 1')).rowCount, 1)
    assert.equal(moody.accepted(), 3)
    database.setPatience(0)
    const refusing = await serverThat(t, (socket) => socket.destroy(), 1)
    await assert.rejects(open(t, {}, refusing.url).query('SELECT 1'), { kind: 'unavailable' })
  })

  test('is refused at once during the start when waiting does not help', async (t) => {
    const url = new URL(postgres.url)
    url.pathname = '/no-such-database'
    const database = open(t, {}, url.href)
    database.setPatience(LONG_MS)
    await assert.rejects(database.query('SELECT 1'), ({ cause }: Problem) => {
      assert.match(String(cause), /does not exist/)
      return true
    })
  })
})
