// Partners on two nodes, for tests.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach } from 'node:test'
import type { TestDatabase } from '../../../../test/support/machine/database.ts'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { Problem, type ProblemKind } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Actor } from '../../audit/actor.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { type OpenDirectory, openDirectory } from '../directory-store.ts'
import { type NewPartner, Partners } from './partners.ts'

export const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
const TEN = Date.parse('2026-01-15T10:00:00Z')
export const clock = { nowMs: TEN, now: () => clock.nowMs }
export const PLATFORM = {}
export const FI001 = { institutionId: 'FI001' }
export const ANNE: Actor = {
  userId: '0197f3a0-0000-7000-8000-000000000001',
  email: 'anne@bank.example',
  ip: '192.0.2.1',
}
export const by = (actor: Actor, scope: Scope): RecordCaller => ({ actor, principal: { scope } })
export const NOBODYS_ID = '0197f3a0-0000-7000-8000-0000000000ff'

export const SWITCH: NewPartner = {
  partnerId: 'SWITCH',
  name: 'The switch',
  families: ['accounts', 'digital'],
  operations: ['Debits', 'BalanceInquiry'],
  institutionIds: ['FI001', 'FI002'],
  rateLimit: { perSecond: 20 },
}
export const LOCAL: NewPartner = { partnerId: 'LOCAL', name: '100% local_shop', institutionIds: ['FI001'] }

export function openPartners(open: () => Promise<TestDatabase>) {
  let database: Database
  let here: OpenDirectory
  /** A second node on the same database, which learns of changes by their announcement. */
  let elsewhere: OpenDirectory
  let partners: Partners

  before(async () => {
    database = (await open()).database
    await database.query(
      `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone) VALUES
         ('FI001', 'One', 'ACTIVE', 'USD', 'UTC'), ('FI002', 'Two', 'ACTIVE', 'USD', 'UTC')`,
    )
    here = await openDirectory({ database, environment: 'sandbox' })
    elsewhere = await openDirectory({ database, environment: 'sandbox' })
    partners = new Partners({ database, clock, secretBox, directory: here })
  })
  after(() => {
    here.close()
    elsewhere.close()
  })
  beforeEach(async () => {
    clock.nowMs = TEN
    await emptyTables(database, 'partners, clients, client_usage, transactions')
  })

  return {
    get database() {
      return database
    },
    get here() {
      return here
    },
    get elsewhere() {
      return elsewhere
    },
    get partners() {
      return partners
    },
  }
}

export function refusal(kind: ProblemKind, paths: readonly string[] = []) {
  return (error: unknown) => {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.kind, kind)
    assert.deepEqual(
      error.details.map(({ path }) => path),
      paths,
    )
    return true
  }
}
