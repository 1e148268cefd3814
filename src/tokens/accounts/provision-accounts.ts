// Brings accounts to the ledger of their institution. A ledger in our own database takes an account in the transaction that
// makes it; any other is called afterwards, while the account is PROVISIONING, until it says READY or REFUSED.

import { setTimeout as delay } from 'node:timers/promises'
import { currencyExponent } from '../../platform/kernel/money/currencies.ts'
import { isUnclear, timedOut } from '../../platform/kernel/problems/problem.ts'
import { type Clock, monotonicMs } from '../../platform/kernel/time/clock.ts'
import { withTimeout } from '../../platform/kernel/time/timeout.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import { type Asset, assetIdOf, type DigitalLedger, type LedgerAccount } from '../ledgers/digital-ledger.ts'
import type { JoinedLedger } from '../ledgers/joined-ledger.ts'
import type { LedgerName } from '../ledgers/ledger-names.ts'
import { type TokenViews, tellAccount } from '../token-events.ts'
import { lockAccount, readAccount, updateAccount } from './account-records.ts'
import { type DigitalAccount, LEDGER_REFUSED } from './digital-account.ts'

export interface ProvisioningParts {
  readonly database: Database
  readonly clock: Clock
  ledgerOf(name: LedgerName): DigitalLedger
  /** How partners are told of changes; absent: they are not. */
  readonly views?: TokenViews | undefined
}

type Provisioned = Pick<DigitalAccount, 'accountId' | 'institutionId' | 'currency'>

const PLATFORM = 'system'
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 250
const EVERY_MS = 2_000
const CALL_LIMIT_MS = 5_000
const PAGE = 200

function assetOf({ institutionId, currency }: Provisioned): Asset {
  const exponent = currencyExponent(currency)
  if (exponent === undefined) throw new TypeError(`${currency} is not an ISO 4217 currency`)
  return { assetId: assetIdOf(institutionId, currency), issuerId: institutionId, currency, exponent }
}

function ledgerAccountOf({ accountId, institutionId, currency }: Provisioned): LedgerAccount {
  return { accountId, assetId: assetIdOf(institutionId, currency) }
}

/** A ledger in our own database. */
export function isJoined(ledger: DigitalLedger): ledger is JoinedLedger {
  return 'batchOf' in ledger
}

/** In the transaction that makes the account. */
export async function joinLedger(sql: Sql, ledger: JoinedLedger, account: Provisioned): Promise<'READY' | 'REFUSED'> {
  await ledger.ensureAsset(assetOf(account), sql)
  const [answer = 'REFUSED'] = await ledger.ensureAccounts([ledgerAccountOf(account)], sql)
  return answer
}

async function issuerNameOf(sql: Sql, institutionId: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ name: string }>(
    'SELECT name FROM digital_institutions WHERE institution_id = $1',
    [institutionId],
  )
  return rows[0]?.name
}

/** A ledger that hangs must not hold up the accounts of others. */
function limited<T>(call: Promise<T>): Promise<T> {
  return withTimeout(call, CALL_LIMIT_MS, () => timedOut('no answer in time'))
}

/** Asks the ledger once. Returns the account as it now is; it throws what the ledger throws. */
async function provision(
  { database, clock, views }: ProvisioningParts,
  ledger: DigitalLedger,
  account: DigitalAccount,
): Promise<DigitalAccount> {
  const issuerName = await issuerNameOf(database, account.institutionId)
  await limited(ledger.ensureAsset({ ...assetOf(account), issuerName }))
  const [answer = 'PENDING'] = await limited(ledger.ensureAccounts([ledgerAccountOf(account)]))
  if (answer === 'PENDING') return account
  return database.transaction(async (sql) => {
    const locked = (await lockAccount(sql, account)) ?? account
    // Another node, or the sweep, was faster.
    if (locked.state !== 'PROVISIONING') return locked
    const nowMs = clock.now()
    const change = { author: PLATFORM, nowMs }
    const after = await (answer === 'READY'
      ? updateAccount(sql, locked, { ...change, state: 'ACTIVE' })
      : updateAccount(sql, locked, { ...change, state: 'FAILED', outcome: LEDGER_REFUSED }))
    await tellAccount(sql, nowMs, views, after)
    return after
  })
}

/**
 * Asks the ledger until the account is no longer PROVISIONING, for at most `withinMs`. The account is stored: a ledger that
 * fails leaves it to the sweep.
 */
export async function provisionWithin(
  parts: ProvisioningParts,
  ledger: DigitalLedger,
  account: DigitalAccount,
  withinMs: number,
): Promise<DigitalAccount> {
  const deadlineMs = monotonicMs() + withinMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const answered = await withDeadline(
      provision(parts, ledger, account).catch(() => undefined),
      deadlineMs,
    )
    const isSettled = answered !== undefined && answered.state !== 'PROVISIONING'
    if (isSettled || monotonicMs() + pauseMs >= deadlineMs) break
    await delay(pauseMs)
  }
  return (await readAccount(parts.database, account.accountId)) ?? account
}

/** Undefined at the deadline; the call goes on. */
async function withDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T | undefined> {
  const late = new AbortController()
  const timeout = delay(Math.max(0, deadlineMs - monotonicMs()), undefined, { signal: late.signal })
  try {
    return await Promise.race([work, timeout.catch(() => undefined)])
  } finally {
    late.abort()
  }
}

/** Goes on with accounts whose request has gone: after a crash, an outage, or because the ledger takes its time. */
export function provisionSweep(parts: ProvisioningParts): Sweep {
  return {
    name: 'provision-digital-accounts',
    everyMs: EVERY_MS,
    async run() {
      // A ledger that cannot be used is left alone for the rest of the run.
      const unreachable = new Set<string>()
      const failures: unknown[] = []
      for await (const { accountId, ledgerName } of waitingAccounts(parts.database)) {
        if (unreachable.has(ledgerName)) continue
        try {
          const account = await readAccount(parts.database, accountId)
          if (account !== undefined) await provision(parts, parts.ledgerOf(ledgerName), account)
        } catch (error) {
          if (isUnclear(error)) unreachable.add(ledgerName)
          else failures.push(error)
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'some accounts cannot be brought to their ledger')
    },
  }
}

interface Waiting {
  readonly accountId: string
  readonly ledgerName: LedgerName
}

async function* waitingAccounts(database: Database): AsyncGenerator<Waiting> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await database.query<{ account_id: string; ledger: LedgerName | null }>(
      `SELECT a.account_id, i.ledger
         FROM digital_accounts a JOIN digital_institutions i USING (institution_id)
        WHERE a.state = 'PROVISIONING' AND a.account_id > $1
        ORDER BY a.account_id LIMIT ${PAGE}`,
      [after],
    )
    for (const { account_id: accountId, ledger } of rows) {
      if (ledger !== null) yield { accountId, ledgerName: ledger }
      after = accountId
    }
    if (rows.length < PAGE) return
  }
}
