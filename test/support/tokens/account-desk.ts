// Digital asset accounts on a database with the sandbox's bank, and institutions and users to open them for.

import { randomUUID } from 'node:crypto'
import { openDirectory } from '../../../src/administration/institutions/directory-store.ts'
import { linkAccounts } from '../../../src/channels/core/builtin/books/link-accounts.ts'
import { linkedAccountRules } from '../../../src/channels/core/builtin/books/linked-account-rules.ts'
import type { Environment } from '../../../src/platform/kernel/environment.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { type AccountStatusChange, DigitalAccounts, type NewAccount } from '../../../src/tokens/accounts/accounts.ts'
import { provisionSweep } from '../../../src/tokens/accounts/provision-accounts.ts'
import { BuiltinLedger, readBookOf } from '../../../src/tokens/ledgers/builtin/builtin-ledger.ts'
import type {
  AccountReadiness,
  Asset,
  DigitalLedger,
  LedgerAccount,
} from '../../../src/tokens/ledgers/digital-ledger.ts'
import type { LedgerName } from '../../../src/tokens/ledgers/ledger-names.ts'
import type { RemoteLinkedAccounts } from '../../../src/tokens/movements/accounts/linked-accounts.ts'
import type { Reference } from '../../../src/tokens/references/reference.ts'
import type { DigitalSettings } from '../../../src/tokens/settings.ts'
import { seedBank } from '../bank/bank.ts'

export const PARTNER = 'PARTNER01'
const NOW_MS = Date.UTC(2026, 10, 16, 9)

/** A ledger that answers as the test says. */
export class FakeLedger implements Pick<DigitalLedger, 'name' | 'ensureAsset' | 'ensureAccounts'> {
  readonly name = 'simulated'
  answer: AccountReadiness | Error = 'READY'
  readonly assets: Asset[] = []
  readonly accounts: LedgerAccount[] = []

  async ensureAsset(asset: Asset): Promise<void> {
    this.assets.push(asset)
  }

  async ensureAccounts(accounts: readonly LedgerAccount[]): Promise<AccountReadiness[]> {
    const { answer } = this
    this.accounts.push(...accounts)
    if (answer instanceof Error) throw answer
    return accounts.map(() => answer)
  }
}

export interface AccountDesk {
  readonly database: Database
  readonly accounts: DigitalAccounts
  readonly ledger: FakeLedger
  /** What institutions have set from now on. */
  settings: DigitalSettings
  remote: RemoteLinkedAccounts | undefined
  readonly clock: { nowMs: number; now(): number }
  sweep(): Promise<unknown>
  /** Another node on the same database. */
  node(environment?: Environment): DigitalAccounts
  institution(more?: Partial<InstitutionRow>): Promise<string>
  user(institutionId: string, more?: Partial<UserRow>): Promise<string>
  close(): void
}

interface InstitutionRow {
  externalId: string
  partnerId: string
  state: string
  currencies: string[]
}

interface UserRow {
  partnerId: string
  state: string
  firstName: string
  lastName: string
  legalName: string
}

export async function openAccountDesk(database: Database): Promise<AccountDesk> {
  await seedBank(database)
  const directory = await openDirectory({ database, environment: 'sandbox' })
  const clock = { nowMs: NOW_MS, now: () => clock.nowMs }
  const ledger = new FakeLedger()
  const pipeline = () => {
    throw new Error('nothing is submitted')
  }
  const builtin = new BuiltinLedger({ database, clock, pipeline, bookOf: readBookOf })
  const ledgerOf = (name: LedgerName) => (name === 'builtin' ? builtin : (ledger as unknown as DigitalLedger))
  const open = (environment: Environment) =>
    new DigitalAccounts({
      database,
      clock,
      ledgerOf,
      settingsOf: () => desk.settings,
      linking: linkAccounts({
        rules: linkedAccountRules(directory),
        environment,
        businessDateOf: () => '20261116',
      }),
      remoteOf: () => desk.remote,
    })
  const desk: AccountDesk = {
    database,
    clock,
    ledger,
    accounts: open('sandbox'),
    settings: {
      onboardingInstitutions: 'AUTO',
      onboardingUsers: 'AUTO',
      ledger: 'builtin',
      answerWithinMs: 10_000,
      haltedAfterMs: 60_000,
      silentAfterMs: 900_000,
      limits: new Map(),
      netDebitCapMinor: new Map(),
    },
    remote: undefined,
    sweep: () => provisionSweep({ database, clock, ledgerOf }).run(),
    node: (environment = 'sandbox') => open(environment),
    institution: (more) => storeInstitution(database, more),
    user: (institutionId, more) => storeUser(database, institutionId, more),
    close: () => directory.close(),
  }
  return desk
}

async function storeInstitution(database: Database, more: Partial<InstitutionRow> = {}): Promise<string> {
  const id = randomUUID()
  const { externalId, partnerId = PARTNER, state = 'ACTIVE', currencies = ['USD', 'EUR', 'JPY', 'KWD'] } = more
  // An institution of family A stands for one digital institution; here many use it.
  await database.query('DROP INDEX IF EXISTS digital_institutions_by_external_id')
  await database.query(
    `INSERT INTO digital_institutions (institution_id, book_id, partner_id, name, country, currencies, external_id, state,
                                       search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, $3, 'Bank of Tests', 'US', $4, $5, $6, '{}', $7, 'API', now(), now(), 'test', 'test')`,
    [id, externalId ?? id, partnerId, currencies, externalId ?? null, state, `ref-${id}`],
  )
  return id
}

async function storeUser(database: Database, institutionId: string, more: Partial<UserRow> = {}): Promise<string> {
  const id = randomUUID()
  const { partnerId = PARTNER, state = 'ACTIVE', firstName = 'Ada', lastName = 'Lovelace', legalName } = more
  await database.query(
    `INSERT INTO digital_users (user_id, institution_id, partner_id, user_type, first_name, last_name, legal_name, state,
                                search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '{}', $9, 'API', now(), now(), 'test', 'test')`,
    [
      id,
      institutionId,
      partnerId,
      legalName === undefined ? 'INDIVIDUAL' : 'BUSINESS',
      legalName === undefined ? firstName : null,
      legalName === undefined ? lastName : null,
      legalName ?? null,
      state,
      `ref-${id}`,
    ],
  )
  return id
}

let references = 0

/** A reference that no other request of the test has. */
export function referenceOf(type: string, partnerId = PARTNER): Reference {
  references += 1
  return { partnerId, type, ref: `${type}-${references}`, content: Buffer.alloc(32, 1) }
}

export function newAccount(
  institutionId: string,
  userId: string,
  more: Partial<NewAccount> & { readonly partnerId?: string } = {},
): NewAccount {
  const { partnerId, ...order } = more
  return {
    reference: referenceOf('DIGITAL_ASSET_ACCOUNT', partnerId),
    channelType: 'API',
    actor: { clientId: 'issuer' },
    institutionId,
    userId,
    currency: 'USD',
    isDefault: false,
    linkedAccount: { id: 'LINKED-1' },
    ...order,
  }
}

export function statusChange(
  accountId: string,
  target: AccountStatusChange['target'],
  more: Partial<AccountStatusChange> & { readonly partnerId?: string } = {},
): AccountStatusChange {
  const { partnerId, ...order } = more
  return {
    reference: referenceOf('DIGITAL_ASSET_ACCOUNT_STATUS', partnerId),
    actor: { clientId: 'issuer' },
    accountId,
    target,
    reason: 'asked for',
    ...order,
  }
}

/** Matches a refusal of digital banking by its reason, in assert.rejects. */
export function refusedAs(reason: string) {
  return { reason: `tokens.${reason}` }
}
