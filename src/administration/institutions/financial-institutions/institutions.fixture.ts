// Institutions for tests, on a database with two nodes.

import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import { emptyTables } from '../../../../test/support/machine/empty-tables.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Actor } from '../../audit/actor.ts'
import type { RecordCaller } from '../../records/record-kind.ts'
import { type OpenDirectory, openDirectory } from '../directory-store.ts'
import type { InstitutionRecord, RecordedStatus } from './institution-records.ts'
import type { NewInstitution } from './institution-terms.ts'
import { Institutions } from './institutions.ts'

const TEN = Date.parse('2026-01-15T10:00:00Z')
export const clock = { nowMs: TEN, now: () => clock.nowMs }
/** As the sandbox's: ahead of the real one. */
export const businessClock = { aheadMs: 0, now: () => clock.nowMs + businessClock.aheadMs }
export const ANNE: Actor = { userId: '0197f3a0-0000-7000-8000-000000000001', email: 'anne@platform.example' }
export const BERT: Actor = { userId: '0197f3a0-0000-7000-8000-000000000002', email: 'bert@platform.example' }
export const NOBODYS_ID = '0197f3a0-0000-7000-8000-0000000000ff'

export function by(actor: Actor, scope: Scope = {}): RecordCaller {
  return { actor: { ...actor, scope }, principal: { scope } }
}

export const CONTACT: NonNullable<NewInstitution['contacts']>[number] = {
  name: 'Core desk',
  email: 'core@lakeside.example',
  phone: '+1 608 555 0100',
  kind: 'TECHNICAL',
}

export const LAKESIDE: NewInstitution = {
  institutionId: 'FI010',
  legalName: 'Lakeside Savings Bank, Inc.',
  displayName: 'Lakeside Bank',
  type: 'BANK',
  countryCode: 'US',
  baseCurrency: 'USD',
  timezone: 'UTC',
  bins: ['400010'],
  contacts: [CONTACT],
}

export function refusal(reason: string, named?: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.reason ?? error.kind, reason, error.message)
    if (named !== undefined) assert.match(`${error.message} ${JSON.stringify(error.details)}`, named)
    return true
  }
}

/** Registers the hooks that open the database and empty it before each test. */
export function institutionsOn(open: () => Promise<{ readonly database: Database }>) {
  let database: Database
  let here: OpenDirectory
  let elsewhere: OpenDirectory
  let institutions: Institutions

  before(async () => {
    database = (await open()).database
    here = await openDirectory({ database, environment: 'sandbox' })
    elsewhere = await openDirectory({ database, environment: 'sandbox' })
    institutions = new Institutions({ database, clock, businessClock, directory: here, environment: 'sandbox' })
  })
  after(() => {
    here.close()
    elsewhere.close()
  })
  beforeEach(async () => {
    clock.nowMs = TEN
    businessClock.aheadMs = 0
    await emptyTables(database, 'institutions, accounts, cards, transactions, partners')
  })

  const draft = (more: Partial<NewInstitution> = {}) => institutions.create(by(ANNE), { ...LAKESIDE, ...more })

  return {
    get database() {
      return database
    },
    get institutions() {
      return institutions
    },
    /** The directory of the node that is told. */
    get here() {
      return here
    },
    /** The directory of another node, which hears of changes. */
    get elsewhere() {
      return elsewhere
    },
    draft,
    /** Puts the record into a state, as if it had come there by the moves. */
    async inState(status: RecordedStatus, more: Partial<NewInstitution> = {}): Promise<InstitutionRecord> {
      const { id } = await draft(more)
      await database.query(
        `UPDATE institutions SET status = $2, submitted_by = CASE WHEN $2 = 'DRAFT' THEN NULL ELSE $3 END WHERE id = $1`,
        [id, status, ANNE.userId],
      )
      return institutions.find({}, id)
    },
    async makeReady({ institutionId }: { readonly institutionId: string }): Promise<void> {
      await database.query(
        `INSERT INTO core_connections (institution_id, environment, core_type, name, status)
         VALUES ($1, 'sandbox', 'BUILTIN', 'Built-in', 'ACTIVE')`,
        [institutionId],
      )
      await database.query(
        `INSERT INTO account_types (institution_id, code, description, category, default_txn_capability, balance_types)
         VALUES ($1, 'DDA', 'Checking', 'LIABILITY', '06', '{Available,Balance}')`,
        [institutionId],
      )
    },
  }
}
