import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import { openPeople, type People, START_MS, SUB_TENANTS } from '../../../../test/support/onboarding/people.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Database, Sql } from '../../../platform/storage/database.ts'
import { countStatement, listRecords, pageStatement } from '../../records/read-records.ts'
import { Grants } from '../principal/principal.ts'
import { ADMINISTRATOR_ROLE_ID, VIEWER_ROLE_ID } from '../roles/system-roles.ts'
import { USERS, type UserFilter } from './user-records.ts'

const FI001 = { institutionId: 'FI001' }
const TENANT = { institutionId: 'FI001', subTenantId: SUB_TENANTS.FI001 }

onDatabase('the list of users', (_engine, open) => {
  let people: People
  before(async () => {
    people = await openPeople((await open()).database)
    const persons = {
      ada: { firstName: 'Ada', lastName: 'Lovelace', roleId: ADMINISTRATOR_ROLE_ID },
      bob: { firstName: 'Bob', lastName: 'Percent%', ...FI001, hasPassword: false },
      cy: { firstName: 'Cy', lastName: 'Under_score', ...FI001, isActive: false },
      dee: { firstName: 'Dee', lastName: 'Back\\slash', ...TENANT, lockedUntilMs: START_MS + 1 },
      eve: { firstName: 'Eve', lastName: 'Adams', institutionId: 'FI002', isActive: false, hasPassword: false },
    }
    for (const [id, person] of Object.entries(persons)) await people.add({ ...person, email: `${id}@Bank.example` })
    await people.database.query(`UPDATE users SET mfa_enable = true WHERE first_name = 'Bob'`)
  })

  const rows: [title: string, scope: Scope, filter: UserFilter, found: string][] = [
    ['everyone, newest first', {}, {}, 'Eve Dee Cy Bob Ada'],
    ['an institution with its sub-tenants', FI001, {}, 'Dee Cy Bob'],
    ['a sub-tenant', TENANT, {}, 'Dee'],
    ['a role', {}, { roleId: ADMINISTRATOR_ROLE_ID }, 'Ada'],
    ['a role that no user in scope has', FI001, { roleId: ADMINISTRATOR_ROLE_ID }, ''],
    ['the active', {}, { isActive: true }, 'Dee Bob Ada'],
    ['the inactive in scope', FI001, { isActive: false }, 'Cy'],
    ['those with a second factor', {}, { mfaEnable: true }, 'Bob'],
    ['status ACTIVE', {}, { status: ['ACTIVE'] }, 'Ada'],
    ['status INVITED', {}, { status: ['INVITED'] }, 'Bob'],
    ['status INACTIVE, invited or not', {}, { status: ['INACTIVE'] }, 'Eve Cy'],
    ['status LOCKED', {}, { status: ['LOCKED'] }, 'Dee'],
    ['two statuses', {}, { status: ['LOCKED', 'ACTIVE'] }, 'Dee Ada'],
    ['a part of either name in any letter case', {}, { search: 'aDA' }, 'Eve Ada'],
    ['first and last name', {}, { search: 'ada love' }, 'Ada'],
    ['a part of the address in any letter case', {}, { search: 'VE@BANK' }, 'Eve'],
    ['a search within the scope', FI001, { search: 'bank' }, 'Dee Cy Bob'],
    ['a percent sign', {}, { search: '%' }, 'Bob'],
    ['an underscore', {}, { search: '_' }, 'Cy'],
    ['a backslash', {}, { search: '\\' }, 'Dee'],
    ['a quote', {}, { search: `' OR true --` }, ''],
    [
      'all filters at once',
      FI001,
      { search: 'b', roleId: VIEWER_ROLE_ID, status: ['INVITED'], isActive: true, mfaEnable: true },
      'Bob',
    ],
  ]
  for (const [title, scope, filter, found] of rows) {
    test(`finds ${title}: ${found || 'no user'}`, async () => {
      const { items, total } = await people.users.list(scope, filter, { page: 1, size: 10 })
      assert.equal(items.map(({ firstName }) => firstName).join(' '), found)
      assert.equal(total, items.length)
    })
  }

  test('pages hold every user once, and those beyond the end none', async () => {
    const pages = []
    for (const page of [1, 2, 3, 4, 100_000_000]) {
      const { items, total } = await people.users.list({}, {}, { page, size: 2 })
      assert.equal(total, 5)
      pages.push(items.map(({ firstName }) => firstName).join(' '))
    }
    assert.deepEqual(pages, ['Eve Dee', 'Cy Bob', 'Ada', '', ''])
  })
})

onDatabase('the list of 100,000 users', (_engine, open) => {
  let database: Database
  let people: People
  before(async () => {
    database = (await open()).database
    people = await openPeople(database)
    // A chunk at a time: on a busy machine one statement for all of them would meet the timeout of statements.
    for (let first = 1; first < 100_000; first += 10_000) await insertUsers(first, first + 9_999)
    await database.query('VACUUM ANALYZE users')
  })

  async function insertUsers(first: number, last: number): Promise<void> {
    await database.query(
      `INSERT INTO users (user_id, first_name, last_name, mail_id, mail_key, role_id, institution_id,
                          created_at, updated_at, created_by, updated_by)
       SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'First' || n, 'Last' || n,
              'user' || n || '@bank.example', 'user' || n || '@bank.example', $1::uuid,
              CASE n % 10 WHEN 0 THEN 'FI001' WHEN 1 THEN 'FI002' END, now(), now(), 'test', 'test'
         FROM generate_series($2::int, $3::int) n`,
      [VIEWER_ROLE_ID, first, last],
    )
  }

  const plans: [title: string, scope: Scope, page: number, index: string][] = [
    ['the first page', {}, 1, 'users_pkey'],
    ['the ten thousandth page', {}, 10_000, 'users_pkey'],
    ['the first page of an institution', FI001, 1, 'users_by_institution'],
    ['the thousandth page of an institution', FI001, 1_000, 'users_by_institution'],
  ]
  for (const [title, scope, page, index] of plans) {
    test(`${title} is picked from ${index} alone, and only its rows are read`, async () => {
      const plan = await planOf(database, pageStatement(USERS, { scope, nowMs: START_MS }, {}, { page, size: 10 }))
      const picking = plan.find((node) => node['Node Type'] === 'Limit')
      assert.ok(picking)
      assert.deepEqual(
        nodesOf(picking).map((node) => [node['Node Type'], node['Index Name']]),
        [
          ['Limit', undefined],
          ['Index Only Scan', index],
        ],
      )
      const rest = plan.filter((node) => !nodesOf(picking).includes(node))
      assert.ok(
        !rest.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'users'),
        JSON.stringify(rest),
      )
      const { items, total } = await people.users.list(scope, {}, { page, size: 10 })
      assert.deepEqual([items.length, total], [10, scope.institutionId === undefined ? 100_000 : 10_000])
    })
  }

  test('an institution is counted from its part of the index', async () => {
    const plan = await planOf(database, countStatement(USERS, { scope: FI001, nowMs: START_MS }, {}))
    const scan = plan.at(-1)
    assert.deepEqual([scan?.['Node Type'], scan?.['Index Name']], ['Index Only Scan', 'users_by_institution'])
  })

  describe('a viewer and an administrator', () => {
    for (const scope of [{}, FI001]) {
      test(`run the same statements ${scope === FI001 ? 'in an institution' : 'on the whole platform'}`, async () => {
        const statements = []
        for (const grants of [Grants.all(), Grants.of([{ moduleId: 'USERS', actionId: 'VIEW' }])]) {
          const { principal } = people.caller({ grants, scope })
          const sent: unknown[] = []
          await listRecords(
            recording(database, sent),
            USERS,
            { scope: principal.scope, nowMs: START_MS },
            { search: 'user7' },
            { page: 2, size: 10 },
          )
          statements.push(sent)
        }
        assert.equal(statements[0]?.length, 2)
        assert.deepEqual(statements[0], statements[1])
      })
    }
  })

  test('a search reads every user once at most', async () => {
    const plan = await planOf(database, countStatement(USERS, { scope: {}, nowMs: START_MS }, { search: 'nobody' }))
    assert.equal(plan.filter((node) => node['Relation Name'] === 'users').length, 1)
  })
})

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** The nodes of the plan, each before those below it. */
async function planOf(database: Database, { text, values }: ReturnType<typeof pageStatement>): Promise<PlanNode[]> {
  const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${text}`, values)
  const [row] = rows
  assert.ok(row)
  return nodesOf(row['QUERY PLAN'][0].Plan)
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

function recording(database: Database, sent: unknown[]): Sql {
  return {
    query(statement, values) {
      sent.push([statement, values])
      return database.query(statement, values)
    },
  }
}
