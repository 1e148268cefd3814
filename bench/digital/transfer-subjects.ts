// Transfers of tokens as `npm run bench` measures them: at once and in two phases, on the built-in and on the simulated ledger,
// between two institutions and among many, next to plain transfers of the bank.

import type { Database } from '../../src/platform/storage/database.ts'
import type { LedgerName } from '../../src/tokens/ledgers/ledger-names.ts'
import type { Subject } from '../figures/measure.ts'
import type { TokenAccounts } from '../load/load.ts'
import type { BenchOptions } from '../options.ts'
import type { ServerProcess } from '../servers/server-process.ts'
import { makeModelAccounts } from './model-accounts.ts'
import { multiplyAccounts } from './multiply-accounts.ts'

/** Every pair of institutions posts together, so few of them make large batches and many make small ones. */
const FEW = 2
const MANY = 20

export async function transferSubjects(
  gateway: ServerProcess,
  books: Database,
  { accounts, named }: Pick<BenchOptions, 'accounts' | 'named'>,
  say: (step: string, text: string) => void,
): Promise<Subject[]> {
  let made = 0
  const places = {
    few: once(() => open('builtin', FEW)),
    many: once(() => open('builtin', MANY)),
    simulated: once(() => open('simulated', FEW)),
  }
  const loads: readonly [name: string, pattern: Subject['pattern'], place?: keyof typeof places][] = [
    ['transfers', 'transfers'],
    ['tokens', 'token-transfers', 'few'],
    [`tokens, ${MANY} institutions`, 'token-transfers', 'many'],
    ['tokens, two phases', 'token-two-phase', 'few'],
    ['tokens, simulated', 'token-transfers', 'simulated'],
  ]
  const subjects: Subject[] = []
  for (const [name, pattern, place] of loads) {
    if (!name.includes(named)) continue
    const tokenAccounts = place && (await places[place]())
    subjects.push({ name, pattern, servers: [gateway], books, ...(tokenAccounts && { tokenAccounts }) })
  }
  return subjects

  async function open(ledger: LedgerName, institutions: number): Promise<TokenAccounts[]> {
    const models = await makeModelAccounts(gateway, books, ledger, institutions, made)
    const count = accounts - institutions
    const nowMs = Date.now()
    await multiplyAccounts(books, models, { count, after: made, fundedEvery: 1, isVaried: false, nowMs })
    made += accounts
    say('prepare', `${accounts} digital asset accounts of ${institutions} institutions on the ${ledger} ledger`)
    const { rows } = await books.query<{ institution_id: string; account_ids: string[] }>(
      `SELECT institution_id, array_agg(account_id::text) AS account_ids FROM digital_accounts
        WHERE institution_id = ANY ($1::uuid[]) GROUP BY institution_id`,
      [models.map(({ institutionId }) => institutionId)],
    )
    return rows.map((row) => ({ institutionId: row.institution_id, accountIds: row.account_ids }))
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
