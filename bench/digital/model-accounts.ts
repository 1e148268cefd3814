// Institutions of the bench, each with one user, account and deposit, made over HTTP as any caller would. multiply-accounts.ts
// makes the others of them.

import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../src/platform/storage/database.ts'
import type { LedgerName } from '../../src/tokens/ledgers/ledger-names.ts'
import { DIGITAL, DIGITAL_HEADERS } from '../load/requests.ts'
import type { ServerProcess } from '../servers/server-process.ts'

export interface ModelAccount {
  readonly institutionId: string
  readonly userId: string
  readonly accountId: string
  readonly linkedId: string
  readonly depositId: string
}

/** Deposit of each account, in whole units: enough for every transfer of a bench. */
const DEPOSITED = 900_000
const FINAL_LIMIT_MS = 30_000
const POLL_MS = 100

export async function makeModelAccounts(
  { url }: Pick<ServerProcess, 'url'>,
  database: Database,
  ledger: LedgerName,
  count: number,
  /** Numbers that another call has used. */
  after = 0,
  /** Accounts of each institution, made side by side. */
  accountsEach = 1,
): Promise<ModelAccount[]> {
  const models: ModelAccount[] = []
  for (let n = after + 1; n <= after + count * accountsEach; n += accountsEach) {
    const fields = institutionOf(`${ledger} ${n}`)
    const institution = { id: await make('/institutions', 'FI_ONBOARDING', `fi.${ledger}.${n}`, fields) }
    // The first account would fix it, by a property of the institution.
    await database.query('UPDATE digital_institutions SET ledger = $2 WHERE institution_id = $1', [
      institution.id,
      ledger,
    ])
    const numbers = Array.from({ length: accountsEach }, (_, i) => n + i)
    models.push(...(await Promise.all(numbers.map((number) => makeAccount(institution, number)))))
  }
  return models

  async function makeAccount(institution: { readonly id: string }, n: number): Promise<ModelAccount> {
    const linkedId = `BENCH${String(n).padStart(6, '0')}`
    const user = {
      id: await make('/users', 'USER_ONBOARDING', `user.${ledger}.${n}`, {
        institution,
        user: { firstName: 'Load', lastName: 'Test' },
      }),
    }
    const accountId = await make('/digital-asset-accounts', 'DIGITAL_ASSET_ACCOUNT', `account.${ledger}.${n}`, {
      institution,
      user,
      account: { currency: 'USD', label: 'Wallet' },
      linkedAccount: { id: linkedId },
    })
    await until('digital-asset-accounts', accountId, 'ACTIVE')
    const depositId = await make('/tokenized-deposits', 'TOKENIZED_DEPOSIT', `deposit.${ledger}.${n}`, {
      tokenAmount: { currency: 'USD', tokens: DEPOSITED, tokenType: 'TOKENIZED_DEPOSIT' },
      digitalAssetAccount: { id: accountId },
    })
    await until('tokenized-deposits', depositId, 'ISSUED')
    return { institutionId: institution.id, userId: user.id, accountId, linkedId, depositId }
  }

  async function make(path: string, type: string, ref: string, fields: object): Promise<string> {
    const { id } = await ask(path, {
      method: 'POST',
      body: JSON.stringify({ transaction: { ref: `model.${ref}`, type }, channelInfo: { type: 'BENCH' }, ...fields }),
    })
    return id
  }

  async function until(resource: string, id: string, state: string): Promise<void> {
    for (const limitMs = performance.now() + FINAL_LIMIT_MS; ; ) {
      const found = await ask(`/${resource}/${id}`, { method: 'GET' })
      if (found.state === state) return
      if (performance.now() > limitMs) throw new Error(`${resource} ${id} stays ${found.state}`)
      await delay(POLL_MS)
    }
  }

  async function ask(path: string, request: RequestInit): Promise<{ id: string; state: string }> {
    const response = await fetch(`${url}${DIGITAL}${path}`, { ...request, headers: DIGITAL_HEADERS })
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { id: string; state: string }
  }
}

function institutionOf(name: string) {
  return { institution: { name: `Bench Bank ${name}`, country: 'US', currencies: ['USD'] } }
}
