// The built-in bank with digital banking on it, and what tests ask of movements. Several may be open on one database, like
// several nodes.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { openDirectory } from '../../../src/administration/institutions/directory-store.ts'
import { openBuiltinBank } from '../../../src/app/wire/rooms/bank.ts'
import { makeTokenOwners, openTokens } from '../../../src/app/wire/rooms/tokens.ts'
import { Wiring } from '../../../src/app/wire/wiring.ts'
import type { FakeCore } from '../../../src/channels/channel/remote/fake-core.fixture.ts'
import type { BankAccount } from '../../../src/channels/core/builtin/books/bank-account.ts'
import type { PostingPipeline } from '../../../src/ledger/post.ts'
import { newId } from '../../../src/platform/kernel/identifiers/ids.ts'
import { unavailable } from '../../../src/platform/kernel/problems/problem.ts'
import { type Clock, isoTimestamp, MovableClock, systemClock } from '../../../src/platform/kernel/time/clock.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import type { LedgerName } from '../../../src/tokens/ledgers/ledger-names.ts'
import { type ChainSettings, DEFAULT_CHAIN_SETTINGS } from '../../../src/tokens/ledgers/simulated/chain-settings.ts'
import type { CoordinatorParts } from '../../../src/tokens/movements/coordination/coordinator.ts'
import type { Reference } from '../../../src/tokens/references/reference.ts'
import type { DigitalSettings, SettingsOf } from '../../../src/tokens/settings.ts'
import { secretBox, seedBank } from '../bank/bank.ts'
import { until } from '../until.ts'

export const PARTNER = 'PARTNER01'
export const PAYEE_PARTNER = 'PARTNER02'
/** What the sandbox opens a synthetic linked account with, in minor units. */
export const OPENING_MINOR = 100_000_000n

const SETTINGS: DigitalSettings = {
  onboardingInstitutions: 'AUTO',
  onboardingUsers: 'AUTO',
  ledger: 'builtin',
  answerWithinMs: 2_000,
  limits: new Map(),
  haltedAfterMs: 60_000,
  silentAfterMs: 900_000,
  netDebitCapMinor: new Map(),
}

export interface TokenBankOptions {
  readonly clock?: Clock
  readonly settings?: Partial<DigitalSettings>
  /** In place of `settings`: those of application properties. */
  readonly settingsOf?: SettingsOf
  readonly chain?: Partial<ChainSettings>
  /** The accounts of institutions with an externalId are in the books of this core. */
  readonly core?: FakeCore
  readonly coordination?: Pick<CoordinatorParts, 'interrupt' | 'pause'>
  readonly onDefect?: (error: unknown) => void
}

export async function seedTokenBank(database: Database): Promise<void> {
  await seedBank(database, 10)
}

export async function openTokenBank(database: Database, options: TokenBankOptions = {}) {
  const { core, coordination, onDefect = () => {} } = options
  const clock = new MovableClock(options.clock ?? systemClock)
  const directory = await openDirectory({ database, environment: 'sandbox' })
  const wiring = new Wiring()
  const observer = {
    batchCommitted() {},
    answered() {},
    replayed() {},
    coalesced() {},
    retried() {},
    queueDepth() {},
    defect: onDefect,
  }
  let settings: DigitalSettings = { ...SETTINGS, ...options.settings }
  let hasUsableCore = true
  const ledgers = new Map<string, LedgerName>()
  const owners = makeTokenOwners({ database, clock, directory, wiring, pipeline: () => pipeline })
  const bank = openBuiltinBank({ database, clock, directory, secretBox, observer, owners: owners.owners, wiring })
  const pipeline: PostingPipeline<BankAccount> = bank.pipeline
  const tokens = openTokens({
    database,
    clock,
    directory,
    wiring,
    pipeline,
    owners,
    environment: 'sandbox',
    settingsOf:
      options.settingsOf ??
      ((institution) => ({
        ...settings,
        ledger: ledgers.get(institution?.institutionId ?? '') ?? settings.ledger,
      })),
    chainSettings: () => ({ ...DEFAULT_CHAIN_SETTINGS, blockMs: 1, ...options.chain }),
    businessDateOf: bank.businessDateOf,
    remoteCoreOf(institutionId) {
      if (!institutionId.startsWith('FI')) return undefined
      if (!hasUsableCore) throw unavailable('the institution has no usable core')
      return core
    },
    coordination,
  })
  return {
    ...bank,
    ...tokens,
    clock,
    directory,
    database,
    /** Which ledger the first account of an institution is put on. */
    ledgers,
    /** Whether the institutions of family A have a usable core. */
    useCores(areUsable: boolean) {
      hasUsableCore = areUsable
    },
    set(changes: Partial<DigitalSettings>) {
      settings = { ...settings, ...changes }
    },
    async close() {
      await bank.drained()
      directory.close()
    },
  }
}

export type TokenBank = Awaited<ReturnType<typeof openTokenBank>>

let requests = 0

export function referenceOf(type: string, ref = `R${++requests}`, partnerId = PARTNER, content = ref): Reference {
  return { partnerId, type, ref, content: createHash('sha256').update(content).digest() }
}

export interface NewParty {
  readonly ledger?: LedgerName
  readonly partnerId?: string
  readonly currency?: string
  readonly externalId?: string
  readonly linkedAccountId?: string
}

export interface Party {
  readonly partnerId: string
  readonly institutionId: string
  readonly userId: string
  readonly accountId: string
  readonly bookId: string
  readonly currency: string
  readonly linkedAccountId: string
}

/** A new institution with a user and an account. */
export async function newParty(bank: TokenBank, wanted: NewParty = {}): Promise<Party> {
  const { ledger = 'builtin', partnerId = PARTNER, currency = 'USD', externalId } = wanted
  const { database, clock } = bank
  const institutionId = newId(clock.now())
  const bookId = externalId ?? institutionId
  const now = isoTimestamp(clock.now())
  await database.query(
    `INSERT INTO digital_institutions (institution_id, book_id, partner_id, name, country, currencies, external_id, state,
                                       search_words, transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, $3, 'Bank', 'US', $4, $5, 'ACTIVE', '{}', 'test', 'TEST', $6, $6, 'test', 'test')`,
    [institutionId, bookId, partnerId, [currency], externalId ?? null, now],
  )
  bank.ledgers.set(institutionId, ledger)
  return addAccount(bank, { partnerId, institutionId, bookId, currency }, wanted.linkedAccountId)
}

/** Another user with an account at an institution. */
export async function addAccount(
  bank: TokenBank,
  { partnerId, institutionId, bookId, currency }: Omit<Party, 'userId' | 'accountId' | 'linkedAccountId'>,
  linkedAccountId?: string,
): Promise<Party> {
  const { database, clock } = bank
  const userId = newId(clock.now())
  const now = isoTimestamp(clock.now())
  await database.query(
    `INSERT INTO digital_users (user_id, institution_id, partner_id, user_type, first_name, last_name, state, search_words,
                                transaction_ref, channel_type, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, $3, 'INDIVIDUAL', 'Ada', 'Example', 'ACTIVE', '{}', 'test', 'TEST', $4, $4, 'test', 'test')`,
    [userId, institutionId, partnerId, now],
  )
  const linkedId = linkedAccountId ?? `L${++requests}`
  const order = {
    reference: referenceOf('DIGITAL_ASSET_ACCOUNT', undefined, partnerId),
    actor: {},
    channelType: 'TEST',
    institutionId,
    userId,
    currency,
    isDefault: false,
    linkedAccount: { id: linkedId },
  }
  // The same request again waits again for the ledger, which may be slow on a busy machine.
  const result = await until(async () => {
    const { result: account } = await bank.accounts.create(order)
    if (account.state !== 'PROVISIONING') assert.equal(account.state, 'ACTIVE')
    return account.state === 'ACTIVE' && account
  }, 'the ledger has the account')
  return {
    partnerId,
    institutionId,
    userId,
    accountId: result.accountId,
    bookId,
    currency,
    linkedAccountId: linkedId,
  }
}

interface Asked {
  readonly ref?: string
  readonly content?: string
}

export function depositOrder(party: Party, amountMinor: bigint, asked: Asked = {}) {
  return {
    ...commonOrder('TOKENIZED_DEPOSIT', party, amountMinor, asked),
    accountId: party.accountId,
  }
}

export function redemptionOrder(party: Party, amountMinor: bigint, asked: Asked = {}) {
  return {
    ...commonOrder('TOKEN_REDEMPTION', party, amountMinor, asked),
    accountId: party.accountId,
  }
}

export interface AskedTransfer extends Asked {
  readonly twoPhase?: { readonly expiresInSeconds: number; readonly committer: 'PAYER' | 'PAYEE' }
}

export function transferOrder(payer: Party, payee: Party, amountMinor: bigint, asked: AskedTransfer = {}) {
  return {
    ...commonOrder('INTERBANK_TRANSFER', payer, amountMinor, asked),
    accountId: payer.accountId,
    beneficiary: { institutionId: payee.institutionId, accountId: payee.accountId },
    twoPhase: asked.twoPhase,
  }
}

/** Gives tokens of a transfer back to its payer. */
export function returnOrder(
  payer: Party,
  { movementId }: { readonly movementId: string },
  amountMinor: bigint,
  asked: Asked = {},
) {
  return {
    ...commonOrder('INTERBANK_TRANSFER', payer, amountMinor, asked),
    accountId: payer.accountId,
    returnOf: movementId,
  }
}

export const TWO_PHASE = { expiresInSeconds: 60, committer: 'PAYER' } as const

export function resolutionOrder(
  transferId: string,
  action: 'COMMIT' | 'ABORT',
  partnerId = PARTNER,
  asked: Asked = {},
) {
  return {
    reference: referenceOf('INTERBANK_TRANSFER_RESOLUTION', asked.ref, partnerId, asked.content ?? action + transferId),
    actor: {},
    transferId,
    action,
  }
}

function commonOrder(type: string, party: Party, amountMinor: bigint, { ref, content }: Asked) {
  return {
    reference: referenceOf(type, ref, party.partnerId, content),
    channelType: 'TEST',
    actor: {},
    currency: party.currency,
    amountMinor,
    tokenType: 'TOKENIZED_DEPOSIT',
  }
}

export interface HoldingOf {
  readonly asset: bigint
  readonly locked: bigint
  readonly linked: bigint | undefined
}

/** What the book says of a party's holding and linked account. */
export async function holdingOf({ database }: TokenBank, party: Party): Promise<HoldingOf> {
  const { rows } = await database.query<{ account_id: string; balance_minor: bigint; held_minor: bigint }>(
    `SELECT account_id, balance_minor, held_minor FROM accounts WHERE institution_id = $1 AND account_id = ANY ($2)`,
    [party.bookId, [party.accountId, party.linkedAccountId]],
  )
  const own = rows.find((row) => row.account_id === party.accountId)
  const linked = rows.find((row) => row.account_id === party.linkedAccountId)
  return { asset: own?.balance_minor ?? 0n, locked: own?.held_minor ?? 0n, linked: linked?.balance_minor }
}
