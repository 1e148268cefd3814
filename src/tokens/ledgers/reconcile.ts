// Compares the balances and supplies at digital ledgers elsewhere with the book. The book is the record; a difference is drift,
// which a person must look at. It is recorded as an exception, once while it lasts. Supplies: reconcile-supplies.ts.
//
// Net of open operations: an account with an open movement is left out and has its turn again. Of the others the holding
// must not have changed between the reading before the ledger is asked and the one after.

import { isUnclear, timedOut } from '../../platform/kernel/problems/problem.ts'
import { withTimeout } from '../../platform/kernel/time/timeout.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import type { Sql, Statement } from '../../platform/storage/database.ts'
import { assetIdOf, type DigitalLedger, type LedgerBalance } from './digital-ledger.ts'
import { endDrift, recordDrift } from './drift.ts'
import { reconcileAssets } from './reconcile-assets.ts'
import type { ReconcileParts } from './reconcile-parts.ts'
import { reconcileSupplies } from './reconcile-supplies.ts'

const EVERY_MS = 10_000
/** A million accounts have their turn within 14 hours: 200 every 10 seconds, and the time that they take. */
const ACCOUNTS_PER_RUN = 200
/** Institutions without accounts are skipped, but not without end. */
const INSTITUTIONS_PER_RUN = 100
const AT_ONCE = 200
const CALL_LIMIT_MS = 5_000

/** Where the rotation goes on. */
interface Position {
  readonly institutionId: string
  readonly accountId: string
}

const START: Position = {
  institutionId: '00000000-0000-0000-0000-000000000000',
  accountId: '00000000-0000-0000-0000-000000000000',
}

interface Holding {
  readonly account_id: string
  readonly book_id: string
  readonly currency: string
  readonly balance_minor: bigint
  readonly held_minor: bigint
  readonly is_open: boolean
  /** Changes with every posting to the holding. */
  readonly row_version: string
  /** Open, or accepted by a person. */
  readonly has_drift: boolean
}

export function reconcileSweep(parts: ReconcileParts): Sweep {
  const { database, ledgers, accountsPerRun = ACCOUNTS_PER_RUN } = parts
  // In memory: a node that starts again begins at the start, others go on from where they are.
  let position = START

  return {
    name: 'reconcile-digital-ledgers',
    everyMs: EVERY_MS,
    async run() {
      if (ledgers.length === 0) return
      const institutions = await readInstitutions(database, ledgers, position.institutionId)
      let left = accountsPerRun
      const failures: unknown[] = []
      const silent = new Set<string>()
      for (const { institution_id: institutionId, book_id: bookId, ledger: name, currencies } of institutions) {
        const after = institutionId === position.institutionId ? position.accountId : START.accountId
        const accountIds = await readAccounts(database, bookId, institutionId, after, left)
        const ledger = ledgers.find((one) => one.name === name) as DigitalLedger
        // A ledger that cannot be asked is left alone for the rest of the run, so that the others have their turn. Its health
        // says that it is down.
        if (!silent.has(name))
          await reconcileAccounts(parts, ledger, { institutionId, bookId }, accountIds)
            .then(() => reconcileSupplies(parts, ledger, [{ institutionId, bookId, currencies }]))
            .catch((error) => {
              if (isUnclear(error)) silent.add(name)
              else failures.push(error)
            })
        left -= accountIds.length
        position = { institutionId, accountId: accountIds.at(-1) ?? LAST_ACCOUNT }
        if (left === 0) break
        position = { institutionId, accountId: LAST_ACCOUNT }
      }
      for (const ledger of ledgers) {
        if (silent.has(ledger.name)) continue
        await reconcileAssets(parts, ledger).catch((error) => {
          if (!isUnclear(error)) failures.push(error)
        })
      }
      if (left > 0 && institutions.length < INSTITUTIONS_PER_RUN) position = START
      if (failures.length > 0)
        throw new AggregateError(failures, 'some balances at a digital ledger cannot be compared')
    },
  }
}

const LAST_ACCOUNT = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

async function readInstitutions(sql: Sql, ledgers: readonly DigitalLedger[], from: string) {
  const { rows } = await sql.query<{ institution_id: string; book_id: string; ledger: string; currencies: string[] }>(
    `SELECT institution_id, book_id, ledger, currencies FROM digital_institutions
      WHERE ledger = ANY ($1) AND institution_id >= $2::uuid ORDER BY institution_id LIMIT ${INSTITUTIONS_PER_RUN}`,
    [ledgers.map(({ name }) => name), from],
  )
  return rows
}

async function readAccounts(
  sql: Sql,
  bookId: string,
  institutionId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql.query<{ account_id: string }>(
    `SELECT account_id FROM digital_accounts
      WHERE book_id = $1 AND account_id > $3::uuid AND institution_id = $2::uuid
        AND state IN ('ACTIVE', 'FROZEN', 'CLOSED')
      ORDER BY account_id LIMIT $4`,
    [bookId, institutionId, after, limit],
  )
  return rows.map(({ account_id: accountId }) => accountId)
}

/** Compares one account now, if its ledger is elsewhere. One with an open movement is left as it is. */
export async function reconcileAccount(parts: ReconcileParts, accountId: string): Promise<void> {
  const { rows } = await parts.database.query<{ institution_id: string; book_id: string; ledger: string | null }>(
    `SELECT i.institution_id, d.book_id, i.ledger FROM digital_accounts d JOIN digital_institutions i ON i.institution_id = d.institution_id
      WHERE d.account_id = $1`,
    [accountId],
  )
  const [row] = rows
  const ledger = parts.ledgers.find(({ name }) => name === row?.ledger)
  if (row === undefined || ledger === undefined) return
  await reconcileAccounts(parts, ledger, { institutionId: row.institution_id, bookId: row.book_id }, [accountId])
}

async function reconcileAccounts(
  parts: ReconcileParts,
  ledger: DigitalLedger,
  { institutionId, bookId }: { readonly institutionId: string; readonly bookId: string },
  accountIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < accountIds.length; start += AT_ONCE) {
    const some = accountIds.slice(start, start + AT_ONCE)
    const before = await readHoldings(parts.database, bookId, some)
    const quiet = before.filter(({ is_open: isOpen }) => !isOpen)
    if (quiet.length === 0) continue
    const asked = quiet.map(({ account_id: accountId, currency }) => ({
      accountId,
      assetId: assetIdOf(institutionId, currency),
    }))
    const balances = await withTimeout(ledger.balances(asked, 'FINAL'), parts.callLimitMs ?? CALL_LIMIT_MS, () =>
      timedOut('no answer in time'),
    )
    const suspects = quiet.flatMap((holding, n) => {
      const balance = balances[n] as LedgerBalance
      return differs(holding, balance, ledger) || holding.has_drift ? [{ holding, balance }] : []
    })
    if (suspects.length === 0) continue
    const after = await readHoldings(
      parts.database,
      bookId,
      suspects.map(({ holding }) => holding.account_id),
    )
    const versions = new Map(after.map((holding) => [holding.account_id, holding]))
    for (const { holding, balance } of suspects) {
      const now = versions.get(holding.account_id)
      if (now === undefined || now.is_open || now.row_version !== holding.row_version) continue
      if (differs(holding, balance, ledger)) await recordDifference(parts, institutionId, holding, balance)
      else await endDrift(parts, { accountIds: [holding.account_id] })
    }
  }
}

function differs(holding: Holding, balance: LedgerBalance, ledger: DigitalLedger): boolean {
  if (holding.balance_minor !== balance.balanceMinor) return true
  return ledger.capabilities.nativeHolds && holding.held_minor !== balance.heldMinor
}

/** An adjustment that is under way is an open operation too. */
const IS_ADJUSTED = `EXISTS (SELECT 1 FROM token_exceptions e
                    WHERE e.account_id = d.account_id AND e.kind = 'DRIFT' AND e.ended_at IS NULL AND e.adjustment IS NOT NULL)`

const HAS_DRIFT = `EXISTS (SELECT 1 FROM token_exceptions e
                    WHERE e.account_id = d.account_id AND e.kind = 'DRIFT' AND (e.ended_at IS NULL OR e.is_accepted)) AS has_drift`

const READ_ACCOUNTS: Statement = {
  name: 'read-accounts-to-reconcile',
  text: `
    SELECT d.account_id, d.book_id, d.currency,
           EXISTS (SELECT 1 FROM token_movements m WHERE m.account_id = d.account_id AND m.is_open)
        OR EXISTS (SELECT 1 FROM token_movements m
                    WHERE m.payee_account_id = d.account_id AND m.payee_account_id IS NOT NULL AND m.is_open)
        OR ${IS_ADJUSTED} AS is_open,
           ${HAS_DRIFT}
      FROM digital_accounts d
     WHERE d.account_id = ANY ($1::uuid[])`,
}

/** Distributed books: movements are at the server of the account's book; transfers from others are known to the coordinator. */
const READ_ACCOUNTS_APART: Statement = {
  name: 'read-accounts-to-reconcile-apart',
  text: `
    SELECT d.account_id, d.book_id, d.currency,
           EXISTS (SELECT 1 FROM token_movement_homes m WHERE m.open_payee_account_id = d.account_id)
        OR ${IS_ADJUSTED} AS is_open,
           ${HAS_DRIFT}
      FROM digital_accounts d
     WHERE d.account_id = ANY ($1::uuid[])`,
}

const READ_OPEN_IN_BOOK: Statement = {
  name: 'read-open-accounts-to-reconcile',
  text: `
    SELECT account_id, payee_account_id FROM token_movements
     WHERE institution_id = $1 AND is_open AND (account_id = ANY ($2::uuid[]) OR payee_account_id = ANY ($2::uuid[]))`,
}

type AccountToReconcile = Omit<Holding, 'balance_minor' | 'held_minor' | 'row_version'>

async function readAccountsToReconcile(
  sql: Sql,
  bookId: string,
  accountIds: readonly string[],
): Promise<readonly AccountToReconcile[]> {
  if (sql.isDistributed !== true) return (await sql.query<AccountToReconcile>(READ_ACCOUNTS, [accountIds])).rows
  const { rows } = await sql.query<AccountToReconcile>(READ_ACCOUNTS_APART, [accountIds])
  const moving = await sql.query<{ account_id: string; payee_account_id: string | null }>(READ_OPEN_IN_BOOK, [
    bookId,
    accountIds,
  ])
  const open = new Set(moving.rows.flatMap((row) => [row.account_id, row.payee_account_id]))
  return rows.map((row) => ({ ...row, is_open: row.is_open || open.has(row.account_id) }))
}

/** Whether a movement, or an adjustment, is open on an account. */
export async function isOpenOn(sql: Sql, bookId: string, accountId: string): Promise<boolean> {
  const [account] = await readAccountsToReconcile(sql, bookId, [accountId])
  return account?.is_open === true
}

const READ_HOLDINGS: Statement = {
  name: 'read-holdings-to-reconcile',
  text: `
    SELECT account_id, balance_minor, held_minor, xmin::text AS row_version FROM accounts
     WHERE institution_id = $1 AND account_id = ANY ($2::text[])`,
}

/**
 * The books of an account may lie on another server than what digital banking keeps of it, so they are read apart, first: a posting
 * between the two readings leaves an older version than the reading after the ledger was asked finds.
 */
async function readHoldings(sql: Sql, bookId: string, accountIds: readonly string[]): Promise<Holding[]> {
  const holdings = await sql.query<Pick<Holding, 'account_id' | 'balance_minor' | 'held_minor' | 'row_version'>>(
    READ_HOLDINGS,
    [bookId, accountIds],
  )
  const accounts = await readAccountsToReconcile(sql, bookId, accountIds)
  const byId = new Map(holdings.rows.map((row) => [row.account_id, row]))
  return accounts.flatMap((account) => {
    const holding = byId.get(account.account_id)
    return holding === undefined ? [] : [{ ...holding, ...account }]
  })
}

async function recordDifference(
  parts: ReconcileParts,
  institutionId: string,
  { account_id: accountId, book_id: bookId, currency, balance_minor: bookMinor, held_minor: heldMinor }: Holding,
  balance: LedgerBalance,
): Promise<void> {
  const isNew = await recordDrift(
    parts,
    { bookId, accountId },
    { byMinor: balance.balanceMinor - bookMinor, heldByMinor: balance.heldMinor - heldMinor },
    `${currency} in minor units: the book has ${bookMinor} with ${heldMinor} held, ` +
      `the ledger ${balance.balanceMinor} with ${balance.heldMinor} held`,
  )
  if (isNew) parts.log?.warn({ institutionId, currency }, 'a balance at a digital ledger differs from the book')
}

/** The figure `tokens.drift`: accounts whose balances, and assets whose supplies, differ now. */
export async function countDrift(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM token_exceptions WHERE kind = 'DRIFT' AND ended_at IS NULL`,
  )
  return Number(rows[0]?.count ?? 0n)
}
