// The record kit on a test resource with everything that administration needs: a scope, a version, a state machine, a
// write-only secret, a soft delete, filters, sorts and a history.

import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { domainProblems } from '../../platform/kernel/problems/domain-problems.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { Database } from '../../platform/storage/database.ts'
import { authorOf } from '../audit/actor.ts'
import { listAuditRecords } from '../audit/audit-queries.ts'
import { assertVersion, changeRecord, deleteRecord, recordCreation, UNCHANGED } from './change-record.ts'
import { type RecordCaller, type RecordFields, type RecordKind, type RecordRow, recordFieldsOf } from './record-kind.ts'
import { Records } from './records.ts'
import { belongsTo } from './scope-conditions.ts'

const START_MS = Date.UTC(2026, 0, 15, 10)
const TENANT = '019b0000-0000-7000-8000-0000000000a1'
const PLATFORM = callerOf({})
const FI001 = callerOf({ institutionId: 'FI001' })
const FI002 = callerOf({ institutionId: 'FI002' })
const OF_TENANT = callerOf({ institutionId: 'FI001', subTenantId: TENANT })

type Status = 'DRAFT' | 'ACTIVE' | 'SUSPENDED' | 'CLOSED'
const MOVES = {
  activate: { from: ['DRAFT', 'SUSPENDED'], to: 'ACTIVE' },
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  close: { from: ['ACTIVE', 'SUSPENDED'], to: 'CLOSED' },
} as const satisfies Record<string, { from: readonly Status[]; to: Status }>

interface Link extends RecordFields, Scope {
  readonly name: string
  readonly passwordSet: boolean
  readonly status: Status
}

interface LinkRow extends RecordRow {
  link_id: string
  name: string
  password_set: boolean
  status: Status
  institution_id: string
  sub_tenant_id: string | null
}

interface LinkFilter {
  readonly search?: string
  readonly status?: readonly Status[]
}

const linkProblem = domainProblems('links', {
  'not-found': 'not-found',
  changed: 'conflict',
  'name-refused': 'invalid',
  'move-refused': 'conflict',
})

const LINKS: RecordKind<Link, LinkFilter, LinkRow> = {
  resource: 'link',
  table: 'links l',
  id: 'l.link_id',
  order: 'l.link_id DESC',
  sorts: { name: 'lower(l.name)', status: 'l.status' },
  select: () => `
    SELECT l.link_id, l.version, l.name, l.password_sealed IS NOT NULL AS password_set, l.status, l.institution_id,
           l.sub_tenant_id, l.created_at, l.updated_at, l.created_by, l.updated_by
      FROM links l`,
  inScope: (scope, parameters) => `l.deleted_at IS NULL AND ${belongsTo('l', scope, parameters)}`,
  matching({ search, status }, _reader, where) {
    where.addSearch(search, (pattern) => `lower(l.name) LIKE lower(${pattern})`)
    where.addFor(status, (values) => `l.status = ANY (${values}::text[])`)
  },
  recordsOf: (rows) =>
    rows.map((row) => ({
      ...recordFieldsOf(row.link_id, row),
      name: row.name,
      passwordSet: row.password_set,
      status: row.status,
      institutionId: row.institution_id,
      ...(row.sub_tenant_id !== null && { subTenantId: row.sub_tenant_id }),
    })),
  snapshot: (link) => link,
  ownerOf: ({ institutionId, subTenantId }) => ({
    ...(institutionId !== undefined && { institutionId }),
    ...(subTenantId !== undefined && { subTenantId }),
  }),
  refusals: {
    notFound: () => linkProblem('not-found', 'there is no such link'),
    changed: () => linkProblem('changed', 'the link was changed in the meantime: read it again'),
  },
}

class Links extends Records<Link, LinkFilter> {
  create(caller: RecordCaller, link: Scope & { readonly name: string; readonly password?: string }): Promise<Link> {
    return this.transaction(caller, async (work) => {
      const id = newId(work.nowMs)
      await work.sql.query(
        `INSERT INTO links (link_id, name, password_sealed, institution_id, sub_tenant_id,
                            created_at, updated_at, created_by, updated_by)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $7)`,
        [
          id,
          link.name,
          link.password ?? null,
          link.institutionId ?? 'FI001',
          link.subTenantId ?? null,
          new Date(work.nowMs),
          authorOf(caller.actor),
        ],
      )
      return await recordCreation(work, LINKS, 'link.create', id)
    })
  }

  update(
    caller: RecordCaller,
    id: string,
    change: { readonly version?: number; readonly name?: string; readonly institutionId?: string },
  ): Promise<Link> {
    return this.transaction(caller, (work) =>
      changeRecord(work, LINKS, 'link.update', id, async (link) => {
        assertVersion(LINKS, link, change.version)
        if (change.name === link.name) return UNCHANGED
        if (change.name === 'bad') throw linkProblem('name-refused', 'bad')
        return work.sql.query(
          `UPDATE links SET name = coalesce($2, name), institution_id = coalesce($3, institution_id)
            WHERE link_id = $1`,
          [id, change.name ?? null, change.institutionId ?? null],
        )
      }),
    )
  }

  move(caller: RecordCaller, id: string, move: keyof typeof MOVES): Promise<Link> {
    const { from, to } = MOVES[move]
    return this.transaction(caller, (work) =>
      changeRecord(work, LINKS, `link.${move}`, id, async ({ status }) => {
        if (!(from as readonly Status[]).includes(status)) throw linkProblem('move-refused', `the link is ${status}`)
        await work.sql.query('UPDATE links SET status = $2 WHERE link_id = $1', [id, to])
      }),
    )
  }

  delete(caller: RecordCaller, id: string): Promise<void> {
    return this.transaction(caller, (work) =>
      deleteRecord(work, LINKS, 'link.delete', id, async () => {
        await work.sql.query('UPDATE links SET deleted_at = $2 WHERE link_id = $1', [id, new Date(work.nowMs)])
      }),
    )
  }
}

function callerOf(scope: Scope): RecordCaller {
  return { principal: { scope }, actor: { email: 'anne@bank.example', scope } }
}

onDatabase('records', (_engine, open) => {
  let database: Database
  let links: Links
  const clock = { nowMs: START_MS, now: () => clock.nowMs }

  before(async () => {
    database = (await open()).database
    await database.query(
      `CREATE TABLE links (link_id uuid PRIMARY KEY, name text NOT NULL, password_sealed text,
                           status text NOT NULL DEFAULT 'DRAFT', institution_id text NOT NULL, sub_tenant_id uuid,
                           deleted_at timestamptz, version integer NOT NULL DEFAULT 1, created_at timestamptz NOT NULL,
                           updated_at timestamptz NOT NULL, created_by text NOT NULL, updated_by text NOT NULL)`,
    )
    links = new Links(LINKS, { database, clock })
  })
  beforeEach(async () => {
    clock.nowMs = START_MS
    await database.query('TRUNCATE links')
  })

  /** The audit records of a link that a reader of this scope finds, oldest first. */
  async function historyOf(resourceId: string, scope: Scope = {}) {
    const { items } = await listAuditRecords(database, scope, { resource: 'link', resourceId }, { page: 1, size: 100 })
    return items.toReversed()
  }

  describe('a change', () => {
    test('is a new version by its author, audited with what was before and after', async () => {
      const made = await links.create(PLATFORM, { name: 'Core' })
      assert.deepEqual(
        [made.version, made.createdAt, made.createdBy],
        [1, '2026-01-15T10:00:00.000Z', 'anne@bank.example'],
      )
      clock.nowMs += 1000
      const caller = { ...FI001, actor: { userId: 'u-1', scope: FI001.principal.scope } }
      // UUIDs are written in either letter case.
      const changed = await links.update(caller, made.id.toUpperCase(), { version: 1, name: 'Other' })
      const expected = { ...made, version: 2, name: 'Other', updatedAt: '2026-01-15T10:00:01.000Z', updatedBy: 'u-1' }
      assert.deepEqual(changed, expected)
      assert.deepEqual(await links.find({}, made.id), expected)
      assert.deepEqual(
        (await historyOf(made.id)).map(({ action, before, after, institutionId }) => [
          action,
          before,
          after,
          institutionId,
        ]),
        [
          ['link.create', null, made, 'FI001'],
          ['link.update', made, expected, 'FI001'],
        ],
      )
    })

    test('of a stale version is a conflict and leaves no trace', async () => {
      const { id } = await links.create(PLATFORM, { name: 'Core' })
      const second = await links.update(PLATFORM, id, { version: 1, name: 'Second' })
      await assert.rejects(links.update(PLATFORM, id, { version: 1, name: 'Third' }), {
        reason: 'links.changed',
        message: 'the link was changed in the meantime: read it again',
      })
      assert.deepEqual(await links.find({}, id), second)
      assert.equal((await historyOf(id)).length, 2)
      assert.equal((await links.update(PLATFORM, id, { name: 'Third' })).version, 3)
    })

    test('succeeds once of many concurrent ones from the same version', async () => {
      const { id } = await links.create(PLATFORM, { name: 'Core' })
      const changes = await Promise.allSettled(
        [1, 2, 3, 4].map((n) => links.update(PLATFORM, id, { version: 1, name: `Name ${n}` })),
      )
      assert.equal(changes.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal((await links.find({}, id)).version, 2)
      assert.equal((await historyOf(id)).length, 2)
    })

    test('that finds nothing to change, or fails, leaves version and audit log unchanged', async () => {
      const made = await links.create(PLATFORM, { name: 'Core' })
      assert.deepEqual(await links.update(PLATFORM, made.id, { name: 'Core' }), made)
      await assert.rejects(links.update(PLATFORM, made.id, { name: 'bad' }), { reason: 'links.name-refused' })
      assert.deepEqual(await links.find({}, made.id), made)
      assert.equal((await historyOf(made.id)).length, 1)
    })

    test('of owner is shown to neither institution', async () => {
      const { id } = await links.create(PLATFORM, { name: 'Core' })
      await links.update(PLATFORM, id, { institutionId: 'FI002' })
      await links.update(PLATFORM, id, { name: 'Next' })
      const actions = async (scope: Scope) => (await historyOf(id, scope)).map(({ action }) => action)
      assert.deepEqual(await actions({ institutionId: 'FI001' }), ['link.create'])
      assert.deepEqual(await actions({ institutionId: 'FI002' }), ['link.update'])
      assert.equal((await actions({})).length, 3)
    })
  })

  const ACTS: [title: string, act: (caller: RecordCaller, id: string) => Promise<unknown>][] = [
    ['found', (caller, id) => links.find(caller.principal.scope, id)],
    ['changed', (caller, id) => links.update(caller, id, { name: 'Other' })],
    ['moved', (caller, id) => links.move(caller, id, 'activate')],
    ['deleted', (caller, id) => links.delete(caller, id)],
  ]
  for (const [title, act] of ACTS) {
    test(`a record is ${title} within its scope and not from outside: 404`, async () => {
      const ofTenant = { name: 'Core', institutionId: 'FI001', subTenantId: TENANT }
      const rows = [
        [await links.create(PLATFORM, { name: 'Core' }), [FI002, OF_TENANT], FI001],
        [await links.create(PLATFORM, ofTenant), [FI002], OF_TENANT],
      ] as const
      for (const [{ id }, outsiders, insider] of rows) {
        for (const outsider of outsiders) await assert.rejects(act(outsider, id), { reason: 'links.not-found' })
        assert.equal((await historyOf(id)).length, 1)
        await act(insider, id)
      }
      for (const id of [newId(START_MS), 'no-uuid'])
        await assert.rejects(act(PLATFORM, id), { reason: 'links.not-found' })
    })
  }

  test('a move is a change that a table of states allows', async () => {
    const { id } = await links.create(PLATFORM, { name: 'Core' })
    await assert.rejects(links.move(PLATFORM, id, 'suspend'), { reason: 'links.move-refused' })
    const passed = []
    for (const move of ['activate', 'suspend', 'close'] as const)
      passed.push((await links.move(PLATFORM, id, move)).status)
    assert.deepEqual(passed, ['ACTIVE', 'SUSPENDED', 'CLOSED'])
    await assert.rejects(links.move(PLATFORM, id, 'activate'), { reason: 'links.move-refused' })
    assert.deepEqual(
      (await historyOf(id)).map(({ action }) => action),
      ['link.create', 'link.activate', 'link.suspend', 'link.close'],
    )
  })

  test('a secret is known to be set, and neither read back nor audited', async () => {
    const link = await links.create(PLATFORM, { name: 'Core', password: 'hunter2' })
    assert.equal(link.passwordSet, true)
    assert.doesNotMatch(JSON.stringify([link, await historyOf(link.id)]), /hunter2/)
  })

  test('a deleted record is gone from every scope while its row and its history stay', async () => {
    const made = await links.create(PLATFORM, { name: 'Core' })
    await links.delete(FI001, made.id)
    for (const [, act] of ACTS) await assert.rejects(act(PLATFORM, made.id), { reason: 'links.not-found' })
    assert.equal((await links.list({}, {}, { page: 1, size: 10 })).total, 0)
    assert.equal((await database.query('SELECT FROM links')).rowCount, 1)
    const [, deletion] = await historyOf(made.id)
    assert.deepEqual([deletion?.action, deletion?.before, deletion?.after], ['link.delete', made, null])
  })

  describe('a list', () => {
    beforeEach(async () => {
      for (const [name, institutionId] of [
        ['beta', 'FI001'],
        ['Alpha', 'FI001'],
        ['100%', 'FI002'],
        ['a_b', 'FI001'],
      ] as const) {
        clock.nowMs += 1
        const { id } = await links.create(PLATFORM, { name, institutionId })
        if (name === 'Alpha') await links.move(PLATFORM, id, 'activate')
      }
    })

    const ROWS: [title: string, scope: Scope, filter: LinkFilter, sort: string | undefined, found: string][] = [
      ['everything, newest first', {}, {}, undefined, 'a_b 100% Alpha beta'],
      ['what is in scope', { institutionId: 'FI001' }, {}, undefined, 'a_b Alpha beta'],
      ['a text in any letter case', {}, { search: 'A' }, undefined, 'a_b Alpha beta'],
      ['a percent sign', {}, { search: '%' }, undefined, '100%'],
      ['an underscore', {}, { search: '_' }, undefined, 'a_b'],
      ['one of several values', {}, { status: ['ACTIVE', 'CLOSED'] }, undefined, 'Alpha'],
      ['two filters at once', {}, { status: ['DRAFT'], search: 'b' }, undefined, 'a_b beta'],
      ['by a field', { institutionId: 'FI001' }, { search: 'a' }, 'name:desc', 'beta Alpha a_b'],
      ['by a field, equals in the order of the list', {}, {}, 'status:asc', 'Alpha a_b 100% beta'],
    ]
    for (const [title, scope, filter, sort, found] of ROWS) {
      test(`finds ${title}: ${found}`, async () => {
        const [field = '', direction] = sort?.split(':') ?? []
        const order = direction === 'asc' || direction === 'desc' ? { sort: { field, direction } as const } : {}
        const names: string[] = []
        for (const page of [1, 2, 3]) {
          const { items, total } = await links.list(scope, filter, { page, size: 2, ...order })
          assert.equal(total, found.split(' ').length)
          names.push(...items.map(({ name }) => name))
        }
        assert.equal(names.join(' '), found)
      })
    }

    test('is not sorted by what the kind does not name', async () => {
      for (const field of ['link_id; DROP TABLE links', 'toString']) {
        await assert.rejects(links.list({}, {}, { page: 1, size: 2, sort: { field, direction: 'asc' } }), /no sort by/)
      }
    })
  })
})
