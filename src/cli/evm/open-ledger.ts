// Opens the EVM ledger of the configured store for a command.

import { ConfigError } from '../../config-error.ts'
import { systemClock } from '../../kernel/clock.ts'
import { type OpenEvmLedger, openEvmLedger } from '../../tokens/ledgers/evm/open-evm-ledger.ts'
import { prepareStore, withStore } from '../open-store.ts'
import type { Shell } from '../shell.ts'
import { onChain } from './admin-key.ts'

export async function withEvmLedger<T>(shell: Shell, work: (opened: OpenEvmLedger) => Promise<T>): Promise<T> {
  return withStore(async (store) => {
    const { config, database } = store
    if (config.evm === undefined) throw new ConfigError('EVM_RPC_URLS', 'is required: no chain is configured')
    const secretBox = await prepareStore(store)
    const opened = await openEvmLedger(config.evm, { database, clock: systemClock, secretBox })
    try {
      return await onChain(() => work(opened))
    } finally {
      await opened.close()
    }
  }, shell.env)
}
