// Makes the sandbox's digital banking data by the commands that partners use, once the posting pipeline runs. Every command
// has a reference, so that it can be repeated (seed-mark.ts). Steps that do not depend on each other run together: the
// simulated ledger takes its time.

import { createHash } from 'node:crypto'
import {
  ApplicationProperties,
  type ApplicationPropertyServices,
} from '../../administration/properties/application-properties.ts'
import { minorFromDecimal } from '../../platform/kernel/money/money.ts'
import { PROBLEM_STATUS, Problem } from '../../platform/kernel/problems/problem.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { DigitalAccounts } from '../../tokens/accounts/accounts.ts'
import type { DigitalAccount } from '../../tokens/accounts/digital-account.ts'
import type { TokenMovements } from '../../tokens/movements/token-movements.ts'
import type { DigitalInstitutions } from '../../tokens/parties/institutions.ts'
import type { PartyRequest } from '../../tokens/parties/party-request.ts'
import type { DigitalUsers } from '../../tokens/parties/users.ts'
import type { Reference } from '../../tokens/references/reference.ts'
import { tokenProblem } from '../../tokens/token-problems.ts'
import { DEMO_CLIENT_ID, DEMO_PARTNER_ID } from '../seeding/sandbox-data.ts'
import { beginSeed, finishSeed, TOKENS_MARK } from '../seeding/seed-mark.ts'
import {
  type ChainName,
  DIGITAL_ACCOUNTS,
  DIGITAL_INSTITUTIONS,
  DIGITAL_USERS,
  type DigitalAccountKey,
  type DigitalInstitutionKey,
  type DigitalUserKey,
  type SandboxDigitalAccount,
  type SandboxDigitalUser,
  type SandboxTransfer,
  TOKEN_REDEMPTION,
  TOKEN_TRANSFERS,
  TOKENS_CURRENCY,
} from './sandbox-tokens.ts'

const CHANNEL_TYPE = 'SANDBOX'
const ACTOR = { clientId: DEMO_CLIENT_ID }
/** A start that was interrupted still finds the transfers reserved. */
const RESERVED_SECONDS = 86_400
/** Each waits for the ledger as long as `answer-within` says. */
const OPENING_ATTEMPTS = 10

export interface TokenSeedParts {
  readonly database: Database
  readonly clock: Clock
  /** Where the institution is whose tokens are on a chain. */
  readonly chain: ChainName
  readonly directory: { partner(partnerId: string): unknown }
  readonly properties: Pick<ApplicationProperties, 'create'>
  readonly digitalSettings: { reload(): Promise<void> }
  readonly digitalInstitutions: Pick<DigitalInstitutions, 'create'>
  readonly digitalUsers: Pick<DigitalUsers, 'create' | 'changeStatus'>
  readonly digitalAccounts: Pick<DigitalAccounts, 'create' | 'changeStatus'>
  readonly tokenMovements: Pick<TokenMovements, 'deposit' | 'redeem' | 'transfer' | 'resolve'>
  readonly log?: { warn(details: object, message: string): void }
}

/** What puts an institution on a chain. Administration, which has its own, is not open yet. */
export function sandboxProperties(services: ApplicationPropertyServices): TokenSeedParts['properties'] {
  return new ApplicationProperties(services)
}

/** Returns false, and does nothing, if it was done before; `later` when a ledger is away: another call goes on. */
export async function seedSandboxTokens(parts: TokenSeedParts): Promise<boolean | 'later'> {
  // A user may have removed the partner.
  if (parts.directory.partner(DEMO_PARTNER_ID) === undefined) return false
  const mark = await beginSeed(parts, TOKENS_MARK, () => ({}))
  if (mark === undefined) return false
  const seed = new TokenSeed(parts)
  const made = await Promise.all([
    ...keysOf(DIGITAL_USERS).map((key) => attempt(parts, key, () => seed.user(key))),
    ...keysOf(DIGITAL_ACCOUNTS).map((key) => attempt(parts, key, () => seed.account(key))),
    ...TOKEN_TRANSFERS.map((transfer) => attempt(parts, transfer.name, () => seed.transfer(transfer))),
    attempt(parts, 'redemption', () => seed.redemption()),
  ])
  if (made.includes('later')) return 'later'
  await finishSeed(parts, TOKENS_MARK, mark)
  return true
}

/**
 * A refusal leaves one out and does not stop the start: another node may be resetting the sandbox. What waits for a ledger is made
 * later. Other faults are thrown, and the next start goes on.
 */
async function attempt(
  { log }: TokenSeedParts,
  name: string,
  work: () => Promise<unknown>,
): Promise<'made' | 'left out' | 'later'> {
  try {
    await work()
    return 'made'
  } catch (error) {
    if (error instanceof Problem && error.reason === 'tokens.ledger-unavailable') {
      log?.warn({ part: name }, 'a part of the digital banking data of the sandbox waits for its ledger')
      return 'later'
    }
    if (!(error instanceof Problem) || PROBLEM_STATUS[error.kind] >= PROBLEM_STATUS.internal) throw error
    log?.warn({ err: error, part: name }, 'a part of the digital banking data of the sandbox is left out')
    return 'left out'
  }
}

/** Each part is made once, when it is first needed. */
class TokenSeed {
  readonly #parts: TokenSeedParts
  readonly #made = new Map<string, Promise<unknown>>()

  constructor(parts: TokenSeedParts) {
    this.#parts = parts
  }

  /** An id. */
  #institution(key: DigitalInstitutionKey): Promise<string> {
    return this.#once(key, async () => {
      const { digitalInstitutions } = this.#parts
      const { name, ledger } = DIGITAL_INSTITUTIONS[key]
      const draft = { name, country: 'CH', currencies: [TOKENS_CURRENCY] }
      const { result } = await digitalInstitutions.create(requestOf('FI_ONBOARDING', key), draft)
      if (ledger === 'chain') await this.#chooseChain(result.institutionId)
      return result.institutionId
    })
  }

  /** Before the first account, which fixes it. */
  async #chooseChain(institutionId: string): Promise<void> {
    const { properties, digitalSettings, chain } = this.#parts
    const property = {
      environment: 'sandbox',
      application: 'digital',
      institutionId,
      key: 'ledger',
      value: chain,
      valueType: 'STRING',
      description: 'Tokens of this institution are on a chain',
    } as const
    try {
      await properties.create({ principal: { scope: {} }, actor: {} }, property)
    } catch (error) {
      // Set by the process that died, or by another node.
      if (!(error instanceof Problem) || error.kind !== 'conflict') throw error
    }
    await digitalSettings.reload()
  }

  /** An id. */
  user(key: DigitalUserKey): Promise<string> {
    return this.#once(key, async () => {
      const { digitalUsers } = this.#parts
      const { institution, user, isSuspended }: SandboxDigitalUser = DIGITAL_USERS[key]
      const institutionId = await this.#institution(institution)
      const { result } = await digitalUsers.create(requestOf('USER_ONBOARDING', key), institutionId, user)
      if (isSuspended) {
        const change = { target: 'SUSPENDED', reason: 'Documents have expired' } as const
        await digitalUsers.changeStatus(requestOf('USER_ONBOARDING_STATUS', key), result.userId, change)
      }
      return result.userId
    })
  }

  /** With its first deposit. */
  account(key: DigitalAccountKey): Promise<DigitalAccount> {
    return this.#once(`${key}:funded`, async () => {
      const { digitalAccounts, tokenMovements } = this.#parts
      const { deposit, isFrozen }: SandboxDigitalAccount = DIGITAL_ACCOUNTS[key]
      const account = await this.#opened(key)
      const order = { ...orderOf('TOKENIZED_DEPOSIT', key, deposit), accountId: account.accountId }
      await tokenMovements.deposit(order)
      if (isFrozen) {
        const { reference } = requestOf('DIGITAL_ASSET_ACCOUNT_STATUS', key)
        const { accountId } = account
        const change = { accountId, target: 'FROZEN', reason: 'Dispute' } as const
        await digitalAccounts.changeStatus({ reference, actor: ACTOR, ...change })
      }
      return account
    })
  }

  #opened(key: DigitalAccountKey): Promise<DigitalAccount> {
    return this.#once(`${key}:opened`, async () => {
      const { digitalAccounts } = this.#parts
      const { user, label, linkedAccountId }: SandboxDigitalAccount = DIGITAL_ACCOUNTS[key]
      const order = {
        reference: requestOf('DIGITAL_ASSET_ACCOUNT', key).reference,
        actor: ACTOR,
        channelType: CHANNEL_TYPE,
        institutionId: await this.#institution(DIGITAL_USERS[user].institution),
        userId: await this.user(user),
        currency: TOKENS_CURRENCY,
        label,
        isDefault: false,
        linkedAccount: { id: linkedAccountId },
      }
      let account = (await digitalAccounts.create(order)).result
      // The same request again waits for its ledger again.
      for (let attempts = 1; account.state === 'PROVISIONING' && attempts < OPENING_ATTEMPTS; attempts++) {
        account = (await digitalAccounts.create(order)).result
      }
      if (account.state === 'PROVISIONING')
        throw tokenProblem('ledger-unavailable', 'the ledger has not taken the account yet')
      return account
    })
  }

  async transfer({ name, from, to, amount, resolution, remittanceInfo, endToEndId }: SandboxTransfer): Promise<void> {
    const { tokenMovements } = this.#parts
    const [payer, payee] = await Promise.all([this.account(from), this.#opened(to)])
    const { movement } = await tokenMovements.transfer({
      ...orderOf('INTERBANK_TRANSFER', name, amount),
      accountId: payer.accountId,
      beneficiary: { institutionId: payee.institutionId, accountId: payee.accountId },
      twoPhase: resolution && { expiresInSeconds: RESERVED_SECONDS, committer: 'PAYER' },
      remittanceInfo,
      endToEndId,
    })
    if (resolution === undefined) return
    const { reference } = requestOf('INTERBANK_TRANSFER_RESOLUTION', name)
    await tokenMovements.resolve({ reference, actor: ACTOR, transferId: movement.movementId, action: resolution })
  }

  async redemption(): Promise<void> {
    const { account, amount } = TOKEN_REDEMPTION
    const { accountId } = await this.account(account)
    await this.#parts.tokenMovements.redeem({ ...orderOf('TOKEN_REDEMPTION', account, amount), accountId })
  }

  #once<Made>(key: string, make: () => Promise<Made>): Promise<Made> {
    const made = (this.#made.get(key) as Promise<Made> | undefined) ?? make()
    this.#made.set(key, made)
    return made
  }
}

/** The content is the reference itself. */
function requestOf(type: string, key: string): PartyRequest & { readonly reference: Reference } {
  const ref = `sandbox-${key}`
  const content = createHash('sha256').update(`${type} ${ref}`).digest()
  return {
    caller: { partnerId: DEMO_PARTNER_ID, institutionIds: new Set(), actor: ACTOR },
    reference: { partnerId: DEMO_PARTNER_ID, type, ref, content },
    channelType: CHANNEL_TYPE,
  }
}

function orderOf(type: string, key: string, amount: string) {
  const amountMinor = minorFromDecimal(amount, TOKENS_CURRENCY)
  if (amountMinor === undefined) throw new TypeError(`${amount} is not an amount in ${TOKENS_CURRENCY}`)
  const { reference, channelType } = requestOf(type, key)
  const currency = TOKENS_CURRENCY
  return { reference, channelType, actor: ACTOR, currency, amountMinor, tokenType: 'TOKENIZED_DEPOSIT' }
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record) as Key[]
}
