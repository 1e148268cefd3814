// Application properties and their administrators, for tests.

import { randomBytes } from 'node:crypto'
import { before, beforeEach } from 'node:test'
import type { TestDatabase } from '../../../test/support/machine/database.ts'
import { emptyTables } from '../../../test/support/machine/empty-tables.ts'
import { openPeople, type People, SUB_TENANTS } from '../../../test/support/onboarding/people.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../platform/storage/database.ts'
import { ApplicationProperties, type NewProperty } from './application-properties.ts'

const secretBox = new SecretBox([{ version: 1, bytes: randomBytes(32), sandbox: true }])
export const PLATFORM: Scope = {}
export const FI001 = { institutionId: 'FI001' }
export const FI002 = { institutionId: 'FI002' }
export const TENANT = { institutionId: 'FI001', subTenantId: SUB_TENANTS.FI001 }
export const DIGITAL = '0197f3a0-0000-7000-8000-0000000000d1'
export const PAGE = { page: 1, size: 10 }
export const MASK = '********'

export const LIMIT: NewProperty = {
  environment: 'qa',
  application: '*',
  key: 'retry.limit',
  value: '3',
  valueType: 'INT',
}
export const TOKEN: NewProperty = {
  ...LIMIT,
  key: 'api.token',
  value: 'hunter2-s3cret',
  valueType: 'STRING',
  isSecret: true,
}

export function openProperties(open: () => Promise<TestDatabase>) {
  let database: Database
  let people: People
  let properties: ApplicationProperties
  const by = (scope: Scope) => people.caller({ scope })

  before(async () => {
    database = (await open()).database
    people = await openPeople(database)
    const node = { reload: async () => {} }
    properties = new ApplicationProperties({
      database,
      clock: people.clock,
      secretBox,
      followers: [node],
      readers: [],
    })
  })
  beforeEach(() => emptyTables(database, 'application_properties'))

  const valuesOf = async (id: string) =>
    (await properties.history(PLATFORM, id, PAGE)).items.map(({ version, value }) => `${version}:${value}`).join(' ')
  /** Everything that the database holds in plain text about properties. */
  const stored = async () => {
    const { rows } = await database.query<{ text: string }>(
      `SELECT concat((SELECT string_agg(p::text, ' ') FROM application_properties p),
                     (SELECT string_agg(v::text, ' ') FROM application_property_versions v),
                     (SELECT string_agg(concat(before, after), ' ') FROM audit_log)) AS text`,
    )
    return rows[0]?.text ?? ''
  }

  return {
    get database() {
      return database
    },
    get people() {
      return people
    },
    get properties() {
      return properties
    },
    by,
    valuesOf,
    stored,
  }
}
