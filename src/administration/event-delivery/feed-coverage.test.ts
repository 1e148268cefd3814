// What clients read of the feed of their partner: kinds by family, exceptions by what they are about, and numbers of the whole feed.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import type { Database } from '../../platform/storage/database.ts'
import { EVENT_KIND_NAMES } from '../events/event-kinds.ts'
import { API_FAMILIES, type ClientFamily } from '../institutions/partners/api-families.ts'
import { EventFeed } from './event-feed.ts'
import { coversKind } from './feed-coverage.ts'

/** By the first word of the kind: the families whose clients read it. Absent: accounts. */
const READERS: Readonly<Record<string, readonly ClientFamily[]>> = {
  'business-day': API_FAMILIES,
  institution: API_FAMILIES,
  partner: API_FAMILIES,
  client: API_FAMILIES,
  webhook: API_FAMILIES,
  exception: ['accounts', 'digital'],
  deposit: ['digital'],
  redemption: ['digital'],
  transfer: ['digital'],
  'digital-institution': ['digital'],
  'digital-user': ['digital'],
  'digital-account': ['digital'],
  'digital-settlement': ['digital'],
  loan: ['lending'],
  'loan-application': ['lending'],
  'loan-decision': ['lending'],
  'loan-offer': ['lending'],
}

describe('kinds of the feed', () => {
  for (const kind of [...EVENT_KIND_NAMES, 'alert.raised', 'change.requested']) {
    const about = kind.split('.')[0] ?? ''
    const readers = about === 'alert' || about === 'change' ? [] : (READERS[about] ?? ['accounts'])
    test(`${kind} is read by clients of ${readers.join(', ') || 'no family'}`, () => {
      const found = API_FAMILIES.filter((family) => coversKind(new Set([family]), kind))
      assert.deepEqual(found, [...readers])
      assert.equal(coversKind(new Set(['events']), kind), readers.length > 0)
    })
  }
})

onDatabase('the feed of a partner of several families', (_engine, open) => {
  let database: Database
  let feed: EventFeed

  before(async () => {
    database = (await open()).database
    feed = new EventFeed({ database })
    await database.query(
      `INSERT INTO partners (id, partner_id, name, families, operations, institution_ids, created_by, updated_by)
       VALUES (gen_random_uuid(), 'P1', 'One', '{accounts,digital,lending}', '{}', '{FI001}', 'x', 'x')`,
    )
    await database.query(`INSERT INTO event_heads VALUES ('P1', 8)`)
    const stored = [
      ['terminal.created', {}],
      ['loan-application.created', { applicant: { name: 'Ann Archer', phone: '+15550100' } }],
      ['transfer.changed', {}],
      ['exception.opened', { kind: 'LATE' }],
      ['exception.opened', { kind: 'FUNDS_UNCLAIMED' }],
      ['exception.opened', { kind: 'LEDGER_DRIFT' }],
      ['business-day.closed', {}],
      ['tomorrow.invented', {}],
    ] as const
    for (const [n, [kind, data]] of stored.entries())
      await database.query(
        `INSERT INTO events (partner_id, sequence, event_id, kind, resource, occurred_at, recorded_at, data)
         VALUES ('P1', $1, gen_random_uuid(), $2, 'x/1', now(), now(), $3)`,
        [n + 1, kind, JSON.stringify(data)],
      )
  })
  after(() => feed.close())

  const read = (families: readonly ClientFamily[], afterNumber = 0) =>
    feed.read({
      partnerId: 'P1',
      families: new Set(families),
      after: afterNumber,
      limit: 100,
      kinds: [],
      waitMs: 0,
    })

  const TABLE: readonly (readonly [families: readonly ClientFamily[], numbers: readonly number[]])[] = [
    [['accounts'], [1, 4, 7]],
    [['digital'], [3, 5, 6, 7]],
    [['lending'], [2, 7]],
    [
      ['accounts', 'digital'],
      [1, 3, 4, 5, 6, 7],
    ],
    [['events'], [1, 2, 3, 4, 5, 6, 7, 8]],
    [
      ['accounts', 'events'],
      [1, 2, 3, 4, 5, 6, 7, 8],
    ],
    [[], [7]],
  ]
  for (const [families, numbers] of TABLE)
    test(`a client of ${families.join(' and ') || 'no family'} reads ${numbers.join(', ')}, and goes on after all`, async () => {
      const page = await read(families)
      assert.deepEqual(
        page.events.map(({ sequence }) => Number(sequence)),
        numbers,
      )
      assert.deepEqual([page.after, page.hasMore], [8, false])
      if (!numbers.includes(2)) assert.doesNotMatch(JSON.stringify(page), /Archer/)
    })

  test('a number beyond the end is refused with the last one, and the last one is not', async () => {
    assert.deepEqual((await read(['events'], 8)).events, [])
    await assert.rejects(
      read(['lending'], 9),
      invalidFields([{ path: 'after', message: 'must be at most 8, the last number of the feed' }]),
    )
  })
})
