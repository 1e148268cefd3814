// Opens the EVM ledger of the configured store for a command.

import { systemClock } from '../../../platform/kernel/time/clock.ts'
import { type OpenEvmLedger, openEvmLedger } from '../../../tokens/ledgers/evm/open-evm-ledger.ts'
import { ConfigError } from '../../config/config-error.ts'
import { type OpenedStore, prepareStore, withStore, withUnchangedStore } from '../open-store.ts'
import type { Shell } from '../shell.ts'
import { onChain } from './admin-key.ts'

type Work<T> = (opened: OpenEvmLedger) => Promise<T>

export async function withEvmLedger<T>(shell: Shell, work: Work<T>): Promise<T> {
  return withStore(
    async (store) => withOpened({ ...store, secretBox: await prepareStore(store) }, { binds: true }, work),
    shell.env,
  )
}

/** For commands that only look: the first use of a chain is not theirs. */
export async function withUnchangedEvmLedger<T>(shell: Shell, work: Work<T>): Promise<T> {
  return withUnchangedStore((store) => withOpened(store, { binds: false }, work), shell.env, { isReadOnly: true })
}

async function withOpened<T>(
  { config, database, secretBox }: OpenedStore,
  { binds }: { readonly binds: boolean },
  work: Work<T>,
): Promise<T> {
  if (config.evm === undefined) throw new ConfigError('EVM_RPC_URLS', 'is required: no chain is configured')
  const opened = await openEvmLedger(config.evm, { database, clock: systemClock, secretBox, binds })
  try {
    return await onChain(() => work(opened))
  } finally {
    await opened.close()
  }
}
