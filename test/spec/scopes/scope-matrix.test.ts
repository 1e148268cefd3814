// Nothing crosses between institutions: every kind of record and every source of search, read from every scope. A new kind or
// source fails here until it has a row.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { Grants } from '../../../src/administration/access/principal/principal.ts'
import { ChangeRequests } from '../../../src/administration/change-requests/change-requests.ts'
import { openDirectory } from '../../../src/administration/institutions/directory-store.ts'
import {
  findLocked,
  findRecord,
  listRecords,
  readRecordsById,
} from '../../../src/administration/records/read-records.ts'
import type { RecordFields, RecordKind } from '../../../src/administration/records/record-kind.ts'
import { ServiceHealth } from '../../../src/families/onboarding/daily/health/service-health.ts'
import { CustomerAccounts } from '../../../src/oversight/customers/accounts/customer-accounts.ts'
import { CustomerCards } from '../../../src/oversight/customers/cards/customer-cards.ts'
import { RecordSearch } from '../../../src/oversight/search/record-search.ts'
import { MOST_OF_A_KIND, type SearchSource } from '../../../src/oversight/search/search-source.ts'
import { searchSources } from '../../../src/oversight/search/search-sources.ts'
import { readTransactionDetail } from '../../../src/oversight/transactions/detail/transaction-detail.ts'
import { Transactions } from '../../../src/oversight/transactions/transactions.ts'
import { newId } from '../../../src/platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../../src/platform/kernel/scope.ts'
import { SecretBox } from '../../../src/platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { Parameters } from '../../../src/platform/storage/statements/parameters.ts'
import {
  countOpenTokenExceptions,
  fromTokenExceptions,
  readTokenExceptions,
} from '../../../src/tokens/exceptions/exception-records.ts'
import { onDatabase } from '../../support/machine/database.ts'
import { ADMINISTRATION_ROWS } from './administration-rows.ts'
import { BUSINESS_ROWS } from './business-rows.ts'
import { NOW_MS, type Owner, type Row, SCOPES, type ScopeName, Seeding } from './scope-owners.ts'

const ROOT = join(import.meta.dirname, '../../..')
const clock = { now: () => NOW_MS }
const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])
const ROWS = [...ADMINISTRATION_ROWS, ...BUSINESS_ROWS]
const SCOPE_NAMES = Object.keys(SCOPES) as ScopeName[]

type Kind = RecordKind<RecordFields>

/** Files that speak of `inScope` and export no kind of record; those that have a condition are tested below. */
const WITHOUT_KIND = [
  'src/administration/records/record-kind.ts',
  'src/families/onboarding/daily/health/health-status.ts',
  'src/families/onboarding/daily/health/service-health.ts',
  'src/oversight/transactions/detail/transaction-detail.ts',
  'src/tokens/exceptions/exception-records.ts',
]

/** Every kind of record that the product has, by what the audit log calls it. */
async function findKinds(): Promise<Map<string, Kind>> {
  const kinds = new Map<string, Kind>()
  const withoutKind: string[] = []
  for (const path of globSync('src/**/*.ts', { cwd: ROOT }).toSorted()) {
    if (/\.(test|fixture)\.ts$/.test(path)) continue
    const named = readFileSync(join(ROOT, path), 'utf8').match(/^\s*(function )?inScope\b\s*[:(,]/gm) ?? []
    if (named.length === 0) continue
    const exported: Record<string, unknown> = await import(join(ROOT, path))
    const found = Object.values(exported).map(made).filter(isKind)
    if (found.length === 0) withoutKind.push(path)
    else assert.equal(found.length, named.length, `${path} exports each of its kinds of record`)
    for (const kind of found) kinds.set(kind.resource, kind)
  }
  assert.deepEqual(withoutKind, WITHOUT_KIND)
  return kinds
}

/** A kind that needs a clock is made by a function. */
function made(value: unknown): unknown {
  return typeof value === 'function' && value.name.endsWith('Kind') && value.length === 1 ? value(clock) : value
}

function isKind(value: unknown): value is Kind {
  return typeof value === 'object' && value !== null && 'inScope' in value && 'table' in value && 'resource' in value
}

const KINDS = await findKinds()

test('every kind of record has a row', () => {
  assert.deepEqual([...KINDS.keys()].toSorted(), ROWS.flatMap(({ kind }) => kind ?? []).toSorted())
})

test('no row lets an institution see what is of the other', () => {
  for (const { kind, source, sees } of ROWS) {
    for (const [owner, scopes = []] of Object.entries(sees)) {
      if (owner === 'platform' || owner === 'both') continue
      assert.ok(
        scopes.every((scope) => scope.startsWith(owner.charAt(0))),
        `${kind ?? source}: what ${owner} owns is seen by ${scopes.join()}`,
      )
    }
  }
})

interface Seeded {
  readonly owner: Owner
  readonly id: string
  readonly texts: readonly string[]
  readonly seenFrom: readonly ScopeName[]
}

onDatabase('what is seen from every scope', (_engine, open) => {
  let database: Database
  let sources: readonly SearchSource[] = []
  let search: (source: SearchSource, scope: Scope, text: string) => Promise<string[]>
  const records = new Map<Row, readonly Seeded[]>()

  before(async () => {
    database = (await open()).database
    const seeding = new Seeding(database, secretBox)
    for (const row of ROWS) {
      const seeded: Seeded[] = []
      for (const owner of Object.keys(row.sees) as Owner[]) {
        const { id, texts = [] } = await row.seed(owner, seeding)
        const always = row.isOfItsScope === true && owner !== 'platform' ? [] : (['platform'] as const)
        seeded.push({ owner, id, texts, seenFrom: [...always, ...(row.sees[owner] ?? [])] })
      }
      records.set(row, seeded)
    }
    const customers = { database, clock, secretBox, environment: 'sandbox' as const }
    sources = searchSources({
      transactions: new Transactions({ database, secretBox }),
      customerAccounts: new CustomerAccounts(customers),
      customerCards: new CustomerCards(customers),
      secretBox,
    })
    const directory = await openDirectory({ database, environment: 'sandbox' })
    search = async (source, scope, text) => {
      const searcher = { userId: 'u', grants: Grants.all(), scope }
      const found = await new RecordSearch({ database, directory, sources: [source] }).find(searcher, text)
      return found.map(({ id }) => id)
    }
  })

  const idsSeen = (row: Row, scope: ScopeName, among: (one: Seeded) => boolean = () => true) =>
    (records.get(row) ?? []).filter((one) => one.seenFrom.includes(scope) && among(one)).map(({ id }) => id)

  describe('kinds of record', () => {
    for (const row of ROWS.filter(({ kind }) => kind !== undefined)) {
      for (const scope of SCOPE_NAMES) {
        test(`${row.kind} from ${scope}`, async () => {
          const all = (records.get(row) ?? []).map(({ id }) => id)
          const expected = idsSeen(row, scope).toSorted()
          for (const [way, seen] of Object.entries(await readInEveryWay(row.kind ?? '', SCOPES[scope], all)))
            assert.deepEqual(seen.filter((id) => all.includes(id)).toSorted(), expected, way)
        })
      }
    }
  })

  /** The ids that each way to read finds. */
  async function readInEveryWay(name: string, scope: Scope, ids: readonly string[]) {
    if (name === 'change-request') return readChangeRequests(scope, ids)
    const stored = KINDS.get(name) as Kind
    const kind: Kind = {
      ...stored,
      // What a record consists of does not matter here.
      select: () => `SELECT ${stored.id} AS id FROM ${stored.table}`,
      recordsOf: (rows) => rows as RecordFields[],
    }
    const reader = { scope, nowMs: NOW_MS }
    const one = async (find: (id: string) => Promise<RecordFields | undefined>) =>
      (await Promise.all(ids.map(find))).flatMap((record) => record?.id ?? [])
    const { items } = await listRecords(database, kind, reader, {}, { page: 1, size: 200 })
    return {
      find: await one((id) => findRecord(database, kind, reader, id)),
      lock: await one((id) => database.transaction((sql) => findLocked(sql, kind, reader, id, 'change'))),
      'read by id': (await readRecordsById(database, kind, reader, ids)).map(({ id }) => id),
      list: items.map(({ id }) => id),
    }
  }

  /** Their condition names the caller as well, so it is part of their filter. */
  async function readChangeRequests(scope: Scope, ids: readonly string[]) {
    const changeRequests = new ChangeRequests({ database, clock, secretBox })
    const reader = { userId: newId(NOW_MS), grants: Grants.all(), scope }
    const { items } = await changeRequests.list(reader, {}, { page: 1, size: 200 })
    const found: string[] = []
    for (const id of ids) {
      const isRefused = (error: { kind?: string }) => assert.equal(error.kind, 'not-found')
      await changeRequests.find(reader, id).then(() => found.push(id), isRefused)
    }
    return { list: items.map(({ id }) => id), find: found }
  }

  describe('sources of search', () => {
    test('each has a row', () => {
      assert.deepEqual(
        sources.map(({ name }) => name).toSorted(),
        ROWS.flatMap(({ source }) => source ?? []).toSorted(),
      )
    })

    for (const row of ROWS.filter(({ source }) => source !== undefined)) {
      for (const scope of SCOPE_NAMES) {
        test(`${row.source} from ${scope}`, async () => {
          const source = sources.find(({ name }) => name === row.source) as SearchSource
          const seeded = records.get(row) ?? []
          for (const text of new Set(seeded.flatMap(({ id, texts }) => [id, ...texts]))) {
            const expected = idsSeen(row, scope, ({ id, texts }) => id === text || texts.includes(text))
            const found = await search(source, SCOPES[scope], text)
            assert.deepEqual(
              found.filter((id) => !expected.includes(id)),
              [],
              `${text} finds nothing else`,
            )
            assert.equal(found.length, Math.min(expected.length, MOST_OF_A_KIND), text)
          }
        })
      }
    }
  })

  describe('conditions of their own', () => {
    test('exceptions of tokens', async () => {
      const seeding = new Seeding(database, secretBox)
      const ids = { A: newId(NOW_MS), B: newId(NOW_MS) }
      for (const owner of ['A', 'B'] as const) {
        const of = { institution_id: SCOPES[owner].institutionId, exception_id: ids[owner], kind: 'LEG_FAILED' }
        await seeding.insert('token_exceptions', of)
      }
      for (const scope of SCOPE_NAMES) {
        const expected = { platform: [ids.A, ids.B], A: [ids.A], B: [ids.B], A1: [], B1: [] }[scope]
        const read = await readTokenExceptions(database, SCOPES[scope], Object.values(ids))
        assert.deepEqual(read.map(({ id }) => id).toSorted(), expected.toSorted(), scope)
        const counted = await countOpenTokenExceptions(database, SCOPES[scope])
        assert.equal(counted.length, expected.length, scope)
        const parameters = new Parameters()
        const from = fromTokenExceptions(database, SCOPES[scope], {}, parameters)
        assert.equal((await database.query(`SELECT ${from}`, parameters.values)).rowCount, expected.length, scope)
      }
    })

    test('the original and the reversals of a transaction', async () => {
      const seeding = new Seeding(database, secretBox)
      const [original, reversal] = [newId(NOW_MS), newId(NOW_MS + 1_000)]
      const of = { institution_id: SCOPES.A.institutionId, partner_id: 'P', account_id: 'X', currency: 'USD' }
      const at = { business_date: '20260310', response_code: '000', recorded_at: new Date(NOW_MS) }
      const withdrawal = { type: 'CASHWITHDRAWAL', rrn: '606900000011', terminal_id: 'TWIN0001', reversed_minor: 1 }
      await seeding.insert('transactions', { ...of, ...at, ...withdrawal, transaction_id: original, response: '' })
      const back = { type: 'CASHWITHDRAWALREVERSAL', rrn: '606900000012', terminal_id: 'TWIN0002' }
      const reverses = { original_id: original, original_rrn: '606900000011', transaction_id: reversal, response: '' }
      await seeding.insert('transactions', { ...of, ...at, ...back, ...reverses })
      // The withdrawal was made at a terminal of the institution, its reversal at one of the sub-tenant.
      const ROWS_OF_TWO: [scope: ScopeName, seesOriginal: boolean, seesReversal: boolean][] = [
        ['platform', true, true],
        ['A', true, true],
        ['A1', false, true],
        ['B', false, false],
        ['B1', false, false],
      ]
      for (const [scope, seesOriginal, seesReversal] of ROWS_OF_TWO) {
        const taken = await readTransactionDetail(database, SCOPES[scope], original)
        const given = await readTransactionDetail(database, SCOPES[scope], reversal)
        assert.deepEqual([taken !== undefined, given !== undefined], [seesOriginal, seesReversal], scope)
        if (taken !== undefined)
          assert.deepEqual(
            taken.reversals.map(({ id }) => id),
            [reversal],
            scope,
          )
        if (given !== undefined) assert.equal(given.original?.id, seesOriginal ? original : undefined, scope)
      }
      // The other way round: an original of the sub-tenant, and a reversal that is not.
      await database.query(
        `UPDATE transactions SET terminal_id = CASE terminal_id WHEN 'TWIN0001' THEN 'TWIN0002' ELSE 'TWIN0001' END
          WHERE partner_id = 'P' AND institution_id = $1`,
        [SCOPES.A.institutionId],
      )
      assert.deepEqual((await readTransactionDetail(database, SCOPES.A1, original))?.reversals, [])
      assert.equal((await readTransactionDetail(database, SCOPES.A, original))?.reversals.length, 1)
    })

    test('services that are asked for their health', () => {
      const probe = async () => undefined
      const service = (name: string, institutionId?: string) => ({ name, probe, institutionId })
      const services = [service('database'), service('core A', 'FI001'), service('core B', 'FI002')]
      const health = new ServiceHealth(() => services, clock)
      for (const scope of SCOPE_NAMES) {
        const names = health.inScope(SCOPES[scope]).map(({ name }) => name)
        const others =
          scope === 'platform' ? [] : names.filter((name) => !['database', `core ${scope[0]}`].includes(name))
        assert.deepEqual(others, [], scope)
        assert.ok(names.includes('database'), scope)
      }
    })
  })
})
