import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import type { Database } from '../database.ts'
import { migrate } from '../schema/migrate.ts'
import { readMigrations } from '../schema/migration-file.ts'

interface Role {
  readonly name: string
  /** Before the upgrade: `MODULE:ACTION`. */
  readonly grants: readonly string[]
  /** On LOAN_PRODUCTS, after it. */
  readonly actions: readonly string[]
  readonly version: number
}

const ROLES: readonly Role[] = [
  {
    name: 'configures everything',
    grants: ['VIEW', 'CREATE', 'UPDATE', 'DELETE', 'ACTIVATE', 'APPROVE', 'TEST'].map((action) => `CONFIG:${action}`),
    actions: ['ACTIVATE', 'CREATE', 'DELETE', 'UPDATE', 'VIEW'],
    version: 2,
  },
  { name: 'reads the configuration', grants: ['CONFIG:VIEW'], actions: ['VIEW'], version: 2 },
  {
    name: 'has some of both',
    grants: ['CONFIG:VIEW', 'CONFIG:UPDATE', 'LOAN_PRODUCTS:VIEW'],
    actions: ['UPDATE', 'VIEW'],
    version: 2,
  },
  { name: 'has both already', grants: ['CONFIG:VIEW', 'LOAN_PRODUCTS:VIEW'], actions: ['VIEW'], version: 1 },
  { name: 'has a part of the configuration only', grants: ['ACCOUNT_TYPES:UPDATE'], actions: [], version: 1 },
  { name: 'only tests', grants: ['CONFIG:TEST'], actions: [], version: 1 },
]

onDatabase('grants on loan products after the upgrade', (_engine, open) => {
  let database: Database

  before(async () => {
    database = (await open()).database
    await database.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    await migrate(database, { migrations: readMigrations().filter(({ number }) => number < 35) })
    for (const { name, grants } of ROLES) {
      await database.query(
        `WITH role AS (
           INSERT INTO roles (role_id, role_name, created_at, updated_at, created_by, updated_by)
           VALUES (gen_random_uuid(), $1, now(), now(), 'anne', 'anne') RETURNING role_id)
         INSERT INTO role_grants SELECT role_id, split_part(pair, ':', 1), split_part(pair, ':', 2)
           FROM role, unnest($2::text[]) AS pair`,
        [name, grants],
      )
    }
    await migrate(database)
  })

  for (const { name, grants, actions, version } of ROLES) {
    test(`a role that ${name} has ${actions.join(', ') || 'none'}`, async () => {
      const { rows } = await database.query<{ version: number; pair: string }>(
        `SELECT version, module_id || ':' || action_id AS pair FROM roles JOIN role_grants USING (role_id)
          WHERE role_name = $1 ORDER BY action_id`,
        [name],
      )
      const pairs = rows.map(({ pair }) => pair)
      assert.deepEqual(
        pairs.filter((pair) => pair.startsWith('LOAN_PRODUCTS:')),
        actions.map((action) => `LOAN_PRODUCTS:${action}`),
      )
      assert.deepEqual(
        grants.filter((pair) => !pairs.includes(pair)),
        [],
        'nothing was taken away',
      )
      assert.equal(rows[0]?.version, version)
    })
  }
})
