// tillgate evm rebind: forgets the chain and the contract of the first use, so that the gateway takes those of its settings. Possible
// while nothing was placed there: afterwards balances on the contract are what the book rests on.

import { ConfigError } from '../../config/config-error.ts'
import { prepareStore, withStore } from '../open-store.ts'
import type { Shell } from '../shell.ts'

export async function rebind(shell: Shell): Promise<void> {
  const contract = await withStore(async (store) => {
    await prepareStore(store)
    return store.database.transaction(async (sql) => {
      const { rows } = await sql.query<{ contract: string; is_used: boolean }>(
        `SELECT contract, EXISTS (SELECT 1 FROM evm_transactions)
                       OR EXISTS (SELECT 1 FROM evm_work WHERE end_number IS NOT NULL) AS is_used
           FROM evm_ledger WHERE ledger_id = 1 FOR UPDATE`,
      )
      const [bound] = rows
      if (bound?.is_used === true)
        throw new ConfigError('EVM_LEDGER_ADDRESS', `stays ${bound.contract}: something was placed there already`)
      await sql.query('DELETE FROM evm_assets')
      await sql.query('DELETE FROM evm_ledger')
      return bound?.contract
    })
  }, shell.env)
  shell.print(
    contract === undefined
      ? 'no contract was bound'
      : `${contract} is no longer bound; the gateway takes the contract of its settings at its next look`,
  )
}
