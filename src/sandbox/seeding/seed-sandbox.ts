// Seeds an empty database with the sandbox's data, once. Opening balances are journals like any other posting, so the
// books balance from the start.

import { clientSecretContext } from '../../administration/institutions/clients/client-secret.ts'
import { addCards } from '../../channels/core/builtin/books/add-cards.ts'
import { type OpenedAccount, openAccounts } from '../../channels/core/builtin/books/open-accounts.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { minorFromDecimal } from '../../platform/kernel/money/money.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import {
  addDays,
  type BusinessDate,
  businessDateAt,
  type Clock,
  isoTimestamp,
} from '../../platform/kernel/time/clock.ts'
import type { Sql } from '../../platform/storage/database.ts'
import { assertSandbox } from '../../platform/storage/environment-mark.ts'
import { boundLoanProducts, seedLoanProducts } from '../lending/seed-loan-products.ts'
import { ACCOUNTS, accountsOf, CARDS } from './sandbox-accounts.ts'
import {
  ACCOUNT_TYPES,
  BILLERS,
  CLIENTS,
  CORE_NAMES,
  DEMO_PARTNER_ID,
  HOLD_DAYS,
  INSTITUTIONS,
  PARTNERS,
  SANDBOX_CURRENCY,
  type SandboxClient,
  type SandboxInstitution,
  type SandboxPartner,
  TERMINALS,
} from './sandbox-data.ts'
import { describeInstitutions } from './seed-institution-records.ts'
import { hashPasswords, seedUsers } from './seed-users.ts'

const CUTOVER_TIME = '00:00'
const EXPIRED_AT = '2024-01-01T00:00:00.000Z'

export interface SeedOptions {
  readonly clock: Clock
  readonly secretBox: SecretBox
}

/** Seeds in the caller's transaction. Returns false, and does nothing, if it was done before. */
export async function seedSandbox(sql: Sql, options: SeedOptions): Promise<boolean> {
  await assertSandbox(sql)
  const isNew = await mark(sql, 'sandbox', options)
  if (isNew) {
    hashPasswords().catch(() => {}) // awaited where users are made
    await seedBank(sql, options)
  }
  // Separate marks, because some sandboxes are older than users, account types, loan products and their bounds, digital
  // banking or the records of institutions.
  if (await mark(sql, 'sandboxInstitutions', options)) await describeInstitutions(sql)
  if (await mark(sql, 'sandboxUsers', options)) await seedUsers(sql, options)
  if (await mark(sql, 'sandboxAccountTypes', options)) await seedAccountTypes(sql, options)
  if (await mark(sql, 'sandboxLoanProducts', options)) await seedLoanProducts(sql, options)
  if ((await mark(sql, 'sandboxLoanBounds', options)) && !isNew) await boundLoanProducts(sql)
  if ((await mark(sql, 'sandboxDigitalClients', options)) && !isNew) await seedDigitalClients(sql, options)
  return isNew
}

/** Returns false if the mark already exists. */
async function mark(sql: Sql, key: string, { clock }: SeedOptions): Promise<boolean> {
  const { rowCount } = await sql.query(
    'INSERT INTO settings (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO NOTHING',
    [key, JSON.stringify({ seededAt: isoTimestamp(clock.now()) })],
  )
  return rowCount > 0
}

async function seedBank(sql: Sql, options: SeedOptions): Promise<void> {
  await seedInstitutions(sql, options)
  await seedPartners(sql, options)
  await seedTerminalsAndBillers(sql)
  await seedAccounts(sql, options)
  await seedCards(sql, options)
}

async function seedInstitutions(sql: Sql, { clock }: SeedOptions): Promise<void> {
  const rows = INSTITUTIONS.map((institution) => ({
    institution_id: institution.institutionId,
    name: institution.name,
    status: institution.status,
    time_zone: institution.timeZone,
    bins: [institution.bin],
    services: institution.services,
    branches: [institution.branch],
    limit_per_transaction_minor: optionalMinor(institution.limits?.perTransaction),
    limit_per_day_minor: optionalMinor(institution.limits?.perDay),
    limit_count_per_day: institution.limits?.countPerDay ?? null,
    max_access_fee_minor: optionalMinor(institution.limits?.accessFee),
    closed_through: addDays(today(institution, clock), -1),
  }))
  await insert(
    sql,
    `INSERT INTO institutions (institution_id, name, status, base_currency, time_zone, cutover_time, bins, services, branches,
                               limit_per_transaction_minor, limit_per_day_minor, limit_count_per_day, max_access_fee_minor,
                               hold_days, closed_through, created_at)
     SELECT institution_id, name, status, $2, time_zone, $3, bins, services, branches,
            limit_per_transaction_minor, limit_per_day_minor, limit_count_per_day, max_access_fee_minor,
            $4, closed_through, $5
       FROM jsonb_to_recordset($1) AS row (institution_id text, name text, status text, time_zone text, bins text[],
            services text[], branches jsonb, limit_per_transaction_minor bigint, limit_per_day_minor bigint,
            limit_count_per_day integer, max_access_fee_minor bigint, closed_through text)`,
    rows,
    [SANDBOX_CURRENCY, CUTOVER_TIME, HOLD_DAYS, isoTimestamp(clock.now())],
  )
  await insert(
    sql,
    `INSERT INTO core_connections (id, institution_id, environment, core_type, name, status, created_at, updated_at)
     SELECT id, institution_id, 'sandbox', core_type, name, 'ACTIVE', $2, $2
       FROM jsonb_to_recordset($1) AS row (id uuid, institution_id text, core_type text, name text)`,
    INSTITUTIONS.map(({ institutionId, coreType }) => ({
      id: newId(clock.now()),
      institution_id: institutionId,
      core_type: coreType,
      name: CORE_NAMES[coreType],
    })),
    [isoTimestamp(clock.now())],
  )
}

/** Adds the types that are missing: a migration creates only those that accounts have. */
async function seedAccountTypes(sql: Sql, { clock }: SeedOptions): Promise<void> {
  const types = INSTITUTIONS.flatMap(({ institutionId }) => ACCOUNT_TYPES.map((type) => ({ institutionId, ...type })))
  await insert(
    sql,
    `INSERT INTO account_types (id, institution_id, code, description, category, default_txn_capability, balance_types,
                                created_at, updated_at)
     SELECT row.id, institution_id, code, description, category, default_txn_capability, balance_types, $2, $2
       FROM jsonb_to_recordset($1) AS row (id uuid, institution_id text, code text, description text, category text,
            default_txn_capability text, balance_types text[])
       JOIN institutions USING (institution_id)
     ON CONFLICT (institution_id, code) DO NOTHING`,
    types.map((type) => ({
      id: newId(clock.now()),
      institution_id: type.institutionId,
      code: type.code,
      description: type.description,
      category: type.category,
      default_txn_capability: type.defaultTxnCapability,
      balance_types: type.balanceTypes,
    })),
    [isoTimestamp(clock.now())],
  )
}

async function seedPartners(sql: Sql, options: SeedOptions): Promise<void> {
  await insertPartners(sql, options, PARTNERS)
  await insertClients(sql, options, CLIENTS)
}

/** Adds what is missing, and the family to partners that are there. */
async function seedDigitalClients(sql: Sql, options: SeedOptions): Promise<void> {
  const isDigital = ({ families }: SandboxPartner) => families.includes('digital')
  const partners = PARTNERS.filter(isDigital)
  await insertPartners(
    sql,
    options,
    partners.filter(({ partnerId }) => partnerId === DEMO_PARTNER_ID),
  )
  await sql.query(
    `UPDATE partners SET families = array_append(families, 'digital'), version = version + 1, updated_at = $2
      WHERE partner_id = ANY ($1) AND NOT 'digital' = ANY (families)`,
    [partners.map(({ partnerId }) => partnerId), isoTimestamp(options.clock.now())],
  )
  await insertClients(
    sql,
    options,
    CLIENTS.filter(({ family }) => family === 'digital'),
  )
}

async function insertPartners(sql: Sql, { clock }: SeedOptions, partners: readonly SandboxPartner[]): Promise<void> {
  await insert(
    sql,
    `INSERT INTO partners (id, partner_id, name, families, operations, institution_ids, created_at, updated_at)
     SELECT id, partner_id, name, families, operations, institution_ids, $2, $2
       FROM jsonb_to_recordset($1) AS row (id uuid, partner_id text, name text, families text[], operations text[],
            institution_ids text[])
     ON CONFLICT (partner_id) DO NOTHING`,
    partners.map((partner) => ({
      id: newId(clock.now()),
      partner_id: partner.partnerId,
      name: partner.name,
      families: partner.families,
      operations: partner.operations,
      institution_ids: partner.institutionIds,
    })),
    [isoTimestamp(clock.now())],
  )
}

async function insertClients(
  sql: Sql,
  { clock, secretBox }: SeedOptions,
  clients: readonly SandboxClient[],
): Promise<void> {
  await insert(
    sql,
    `INSERT INTO clients (client_id, partner_id, secret_hash, families, expires_at, created_at)
     SELECT client_id, partner_id, secret_hash, row.families, expires_at, $2
       FROM jsonb_to_recordset($1)
         AS row (client_id text, partner_id text, secret_hash text, families text[], expires_at timestamptz)
       JOIN partners USING (partner_id)
     ON CONFLICT (client_id) DO NOTHING`,
    clients.map((client) => ({
      client_id: client.clientId,
      partner_id: client.partnerId,
      secret_hash: secretBox.lookupHash(client.clientSecret, clientSecretContext(client.clientId)),
      families: [client.family],
      expires_at: client.isExpired ? EXPIRED_AT : null,
    })),
    [isoTimestamp(clock.now())],
  )
}

async function seedTerminalsAndBillers(sql: Sql): Promise<void> {
  await insert(
    sql,
    `INSERT INTO terminals (institution_id, terminal_id, acceptor_id, kind, location, branch_id, services,
                            smallest_note_minor, note_currency, status)
     SELECT institution_id, terminal_id, acceptor_id, kind, location, branch_id, services,
            smallest_note_minor, CASE WHEN smallest_note_minor IS NOT NULL THEN $2 END, status
       FROM jsonb_to_recordset($1) AS row (institution_id text, terminal_id text, acceptor_id text, kind text, location text,
            branch_id text, services text[], smallest_note_minor bigint, status text)`,
    TERMINALS.map((terminal) => ({
      institution_id: terminal.institutionId,
      terminal_id: terminal.terminalId,
      acceptor_id: terminal.acceptorId,
      kind: terminal.kind,
      location: terminal.location,
      branch_id: institutionOf(terminal.institutionId).branch.id,
      services: terminal.services,
      smallest_note_minor: optionalMinor(terminal.smallestNote),
      status: terminal.status,
    })),
    [SANDBOX_CURRENCY],
  )
  await insert(
    sql,
    `INSERT INTO billers (institution_id, biller_id, bin, name, is_active)
     SELECT institution_id, biller_id, bin, name, is_active
       FROM jsonb_to_recordset($1) AS row (institution_id text, biller_id text, bin text, name text, is_active boolean)`,
    BILLERS.map((biller) => ({
      institution_id: biller.institutionId,
      biller_id: biller.billerId,
      bin: biller.bin,
      name: biller.name,
      is_active: biller.isActive,
    })),
  )
}

async function seedAccounts(sql: Sql, { clock }: SeedOptions): Promise<void> {
  const accounts = ACCOUNTS.map((account) => {
    const institution = institutionOf(account.institutionId)
    const effectiveDate = today(institution, clock)
    return {
      institutionId: account.institutionId,
      accountId: account.accountId,
      customerId: account.customerId,
      accountType: account.accountType,
      description: account.description,
      currency: account.currency,
      status: account.status ?? 'OPEN',
      txnCapability: account.txnCapability,
      branchId: institution.branch.id,
      riskFlag: account.riskFlag ?? null,
      balanceMinor: minorOf(account.balance, account.currency),
      ...boundsOf(account),
      paymentDueMinor: optionalMinor(account.paymentDue, account.currency),
      paymentDueOn: account.paymentDue === undefined ? null : firstOfNextMonth(effectiveDate),
      effectiveDate,
    }
  })
  await openAccounts(sql, accounts, clock.now())
}

/** A loan has no lower bound and is never paid beyond zero; other sandbox accounts have no overdraft. */
function boundsOf(account: { readonly accountType: string }): Pick<OpenedAccount, 'overdraftMinor' | 'ceilingMinor'> {
  return account.accountType === 'LOAN'
    ? { overdraftMinor: null, ceilingMinor: 0n }
    : { overdraftMinor: 0n, ceilingMinor: null }
}

function seedCards(sql: Sql, { secretBox }: SeedOptions): Promise<void> {
  const cards = CARDS.map((card) => ({
    institutionId: card.institutionId,
    pan: card.pan,
    customerId: card.customerId,
    status: card.status,
    accountIds: accountsOf(card).map((account) => account.accountId),
  }))
  return addCards(sql, secretBox, cards)
}

/** Inserts all rows of a table through one parameter. */
async function insert(
  sql: Sql,
  statement: string,
  rows: readonly object[],
  constants: readonly unknown[] = [],
): Promise<void> {
  const text = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  await sql.query(statement, [text, ...constants])
}

function institutionOf(institutionId: string): SandboxInstitution {
  const institution = INSTITUTIONS.find((item) => item.institutionId === institutionId)
  if (institution === undefined) throw new TypeError(`${institutionId} is not an institution of the sandbox`)
  return institution
}

function today(institution: SandboxInstitution, clock: Clock): BusinessDate {
  return businessDateAt(clock.now(), { timeZone: institution.timeZone, cutoverTime: CUTOVER_TIME })
}

function firstOfNextMonth(date: BusinessDate): BusinessDate {
  // 31 days after the first of any month is in the next month.
  return `${addDays(`${date.slice(0, 6)}01`, 31).slice(0, 6)}01`
}

function optionalMinor(decimal: string | undefined, currency = SANDBOX_CURRENCY): bigint | null {
  return decimal === undefined ? null : minorOf(decimal, currency)
}

function minorOf(decimal: string, currency: string): bigint {
  const isNegative = decimal.startsWith('-')
  const minor = minorFromDecimal(isNegative ? decimal.slice(1) : decimal, currency)
  if (minor === undefined) throw new TypeError(`${decimal} is not an amount in ${currency}`)
  return isNegative ? -minor : minor
}
