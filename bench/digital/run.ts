// `npm run bench-digital`: how long balance inquiry, account validation and search take over HTTP with a million digital asset
// accounts. Each should be answered within 100 ms. bench/README.md says how to read the result.

import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '../../src/platform/storage/database.ts'
import { describeMachine, warningsAbout } from '../figures/machine.ts'
import { median } from '../figures/statistics.ts'
import { DIGITAL, DIGITAL_HEADERS } from '../load/requests.ts'
import { runTillgate, startGateway } from '../servers/server-process.ts'
import { openStore, openTestBed, prepareStore } from '../servers/test-bed.ts'
import { type KnownAccount, type MeasuredRequest, requestsFor } from './measured-requests.ts'
import { makeModelAccounts } from './model-accounts.ts'
import { multiplyAccounts } from './multiply-accounts.ts'

const USAGE = `npm run bench-digital -- [flags]

  --accounts N     digital asset accounts (1000000)
  --funded N       one account in so many has a deposit (5)
  --repeat N       how often each request is measured, each time for another account (40)
  --only WORD      only requests whose name has this word
  --wait           keep the database until Enter is pressed, and print its address
  --verify         check the books afterwards`

const TARGET_MS = 100
const INSTITUTIONS = 20
/** Not measured: the first requests plan their statements and fill caches. */
const WARM_UP = 3
const SETTINGS = { shared_buffers: '2GB', max_wal_size: '16GB', maintenance_work_mem: '512MB' }

interface Result {
  readonly name: string
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const startedMs = performance.now()
const { values: flags } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000000' },
    funded: { type: 'string', default: '5' },
    repeat: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
    wait: { type: 'boolean' },
    verify: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (flags.help) {
  console.log(USAGE)
  process.exit(0)
}
const machine = describeMachine()
for (const warning of warningsAbout(machine)) say(`warning: ${warning}`)

const cleanup = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    cleanup.disposeAsync().finally(() => process.exit(130))
  })
}
try {
  const bed = await openTestBed(SETTINGS)
  cleanup.defer(() => bed.close())
  await prepareStore(bed.postgres, 2)
  const database = openStore(bed.postgres)
  cleanup.defer(() => database.close())
  const gateway = await startGateway('gateway', bed.postgres, { folder: bed.folder })
  cleanup.defer(() => gateway.stop())
  await fill(database, gateway.url)
  report(await measureAll(gateway.url, await knownAccounts(database)))
  if (flags.wait) await untilEnter(bed.postgres.env.DATABASE_URL ?? '')
  await gateway.stop()
  if (flags.verify) say(await runTillgate(bed.postgres, 'verify'))
} finally {
  await cleanup.disposeAsync()
}

async function fill(database: Database, url: string): Promise<void> {
  const models = await makeModelAccounts({ url }, database, 'builtin', INSTITUTIONS)
  const count = Number(flags.accounts) - models.length
  const many = { count, after: 0, fundedEvery: Number(flags.funded), isVaried: true, nowMs: Date.now() }
  await multiplyAccounts(database, models, many, (written) => {
    if (written % 100_000 === 0) say(`${written} of ${count} accounts`)
  })
  say('written, vacuumed and analyzed')
}

/** Spread over all accounts, one per repetition. */
async function knownAccounts(database: Database): Promise<KnownAccount[]> {
  const many = WARM_UP + Number(flags.repeat)
  const numbers = Array.from(
    { length: many },
    (_, i) => `account.${Math.floor(((i + 0.5) * Number(flags.accounts)) / many)}`,
  )
  const { rows } = await database.query<{
    account_id: string
    institution_id: string
    user_id: string
    holder: string
    transaction_ref: string
    created_at: Date
  }>(
    `SELECT a.account_id, a.institution_id, a.user_id, u.first_name || ' ' || u.last_name AS holder, a.transaction_ref, a.created_at
       FROM digital_references r
       JOIN digital_accounts a ON a.account_id = r.resource_id
       JOIN digital_users u ON u.user_id = a.user_id
      WHERE r.partner_id = 'PARTNER01' AND r.transaction_type = 'DIGITAL_ASSET_ACCOUNT' AND r.ref = ANY ($1::text[])`,
    [numbers],
  )
  return rows.map((row) => ({
    accountId: row.account_id,
    institutionId: row.institution_id,
    userId: row.user_id,
    holder: row.holder,
    number: row.transaction_ref.slice('account.'.length),
    createdMs: row.created_at.getTime(),
  }))
}

async function measureAll(url: string, known: readonly KnownAccount[]): Promise<Result[]> {
  const times = new Map<string, number[]>()
  // Account by account, so that no request finds all its rows in memory because of the one before.
  for (const [i, account] of known.entries()) {
    for (const request of requestsFor(account)) {
      if (!request.name.includes(flags.only)) continue
      const ms = await measure(url, request)
      if (i < WARM_UP) continue
      const before = times.get(request.name)
      if (before === undefined) times.set(request.name, [ms])
      else before.push(ms)
    }
  }
  return [...times].map(([name, all]) => {
    const sorted = all.toSorted((a, b) => a - b)
    const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
    return { name, p50: rounded(median(all)), p99: rounded(p99), max: rounded(sorted.at(-1) ?? Number.NaN) }
  })
}

async function measure(url: string, { name, method, path, body }: MeasuredRequest): Promise<number> {
  const begunMs = performance.now()
  const response = await fetch(`${url}${DIGITAL}${path}`, {
    method,
    headers: DIGITAL_HEADERS,
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.text()
  const ms = performance.now() - begunMs
  if (!response.ok) throw new Error(`${name} was answered ${response.status}: ${answer}`)
  return ms
}

function report(results: readonly Result[]): void {
  console.table(results)
  const over = results.filter(({ max }) => max > TARGET_MS)
  const load = loadavg().map((one) => one.toFixed(1))
  console.log(`${results.length} kinds of request, ${over.length} with one over ${TARGET_MS} ms; load ${load}`)
  const folder = join(import.meta.dirname, '../results')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `digital-${new Date().toISOString().replaceAll(':', '-')}.json`)
  writeFileSync(file, `${JSON.stringify({ machine, flags, loadAfter: loadavg(), results }, null, 1)}\n`)
  console.log(`written to ${relative(process.cwd(), file)}`)
}

async function untilEnter(url: string): Promise<void> {
  console.log(`the database is at ${url}; press Enter to remove it`)
  await new Promise((resolve) => process.stdin.once('data', resolve))
  process.stdin.pause()
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}

function say(text: string): void {
  console.log(`${String(Math.round((performance.now() - startedMs) / 1000)).padStart(5)} s  ${text}`)
}
