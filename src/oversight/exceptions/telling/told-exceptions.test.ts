// Which exceptions partners are told of.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openExceptions } from '../../../../test/support/bank/open-exceptions.ts'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { tellExceptions } from './tell-exceptions.ts'

onDatabase('exceptions that partners are told of', (_engine, open) => {
  const suite = openExceptions(open)
  const { resolve, late } = suite

  test('partners are told of an exception once, of its end, and that a refused reversal was posted after all', async () => {
    const { original, reversal, found } = await late()
    const tell = () => tellExceptions({ database: suite.database, clock: suite.bank.clock })
    const told = async () => {
      const { rows } = await suite.database.query<{ kind: string; partner_id: string; data: { rrn: string } }>(
        `SELECT kind, partner_id, data FROM event_outbox WHERE resource = $1 ORDER BY position`,
        [`exception/${found.id}`],
      )
      return rows.map(({ kind, partner_id, data }) => [kind, partner_id, data.rrn])
    }
    const { partnerId } = found.transaction
    await Promise.all([tell(), tell()])
    await tell()
    assert.deepEqual(await told(), [['exception.opened', partnerId, reversal.rrn]])
    await resolve(found, 'MATCH')
    const { rows } = await suite.database.query<{ partner_id: string; data: object }>(
      `SELECT partner_id, data FROM posted_events WHERE kind = 'transaction.reversed-late' AND resource = $1`,
      [`transaction/${found.id}`],
    )
    assert.partialDeepStrictEqual(rows, [
      { partner_id: partnerId, data: { rrn: original.rrn, reversalRrn: reversal.rrn, amount: 20 } },
    ])
    await tell()
    await tell()
    assert.deepEqual(await told(), [
      ['exception.opened', partnerId, reversal.rrn],
      ['exception.resolved', partnerId, reversal.rrn],
    ])
    const known = await suite.database.query('SELECT FROM told_exceptions WHERE transaction_id = $1', [found.id])
    assert.equal(known.rowCount, 0)

    // Resolved before the sweep has come across it.
    const { found: sudden } = await late()
    await resolve(sudden, 'IGNORE')
    await tell()
    const events = await suite.database.query(`SELECT kind FROM event_outbox WHERE resource = $1 ORDER BY position`, [
      `exception/${sudden.id}`,
    ])
    assert.deepEqual(events.rows, [{ kind: 'exception.opened' }, { kind: 'exception.resolved' }])
  })

  test('one that settles between the look of the sweep and its telling is not told at all', async () => {
    const { found } = await late()
    // The lock of those who tell is taken after the exceptions were read.
    const settle = async () => {
      await suite.database.query(
        `INSERT INTO exception_resolutions (institution_id, transaction_id, partner_id, rrn, kind, action, reason, resolved_by, resolved_at)
         SELECT t.institution_id, t.transaction_id, t.partner_id, t.rrn, 'LATE', 'IGNORE', 'settled', 'system', now()
           FROM transactions t WHERE t.transaction_id = $1
         ON CONFLICT DO NOTHING`,
        [found.id],
      )
    }
    const settling = new Proxy(suite.database, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        if (name !== 'transaction') return value.bind(target)
        return async (work: Parameters<Database['transaction']>[0]) => {
          await settle()
          return target.transaction(work)
        }
      },
    })
    await tellExceptions({ database: settling, clock: suite.bank.clock })
    await tellExceptions({ database: suite.database, clock: suite.bank.clock })
    const { rows } = await suite.database.query(`SELECT kind FROM event_outbox WHERE resource = $1`, [
      `exception/${found.id}`,
    ])
    assert.deepEqual(rows, [])
  })
})
