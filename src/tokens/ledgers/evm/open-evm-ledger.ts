// Opens the EVM ledger. Loaded only by gateways that have one: its packages take time and memory.

import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { ViewLog } from './chain/chain-view.ts'
import type { ChainRpc } from './chain/rpc/chain-rpc.ts'
import { NodesRpc } from './chain/rpc/nodes-rpc.ts'
import { EvmLedger } from './evm-ledger.ts'
import type { EvmSettings } from './evm-settings.ts'
import { openSigner } from './keys/open-signer.ts'
import { nameSecretOf } from './name-secret.ts'
import { OnChainNames } from './on-chain-names.ts'

export interface EvmLedgerWorld {
  readonly database: Database
  /** Real time: a chain does not follow the sandbox's business date. */
  readonly clock: Clock
  readonly secretBox: SecretBox
  /** The property `halted-after`; absent: never, as for commands, which see too little of the chain. */
  haltedAfterMs?(): number
  readonly log?: ViewLog | undefined
  /** False: the first sight of the chain and the contract does not bind the database to them. */
  readonly binds?: boolean
}

export interface OpenEvmLedger {
  readonly ledger: EvmLedger
  readonly rpc: ChainRpc
  close(): Promise<void>
}

/** Asks nothing of the chain: a gateway starts while it is away. Throws an Error that names a wrong setting. */
export async function openEvmLedger(
  settings: EvmSettings,
  { database, clock, secretBox, haltedAfterMs = () => 0, log, binds = true }: EvmLedgerWorld,
): Promise<OpenEvmLedger> {
  const names = new OnChainNames(nameSecretOf(settings, secretBox))
  const signer = await openSigner(settings.key)
  const rpc = new NodesRpc(settings.rpcUrls)
  return {
    ledger: new EvmLedger({ database, clock, rpc, signer, names, settings, haltedAfterMs, log, binds }),
    rpc,
    async close() {
      rpc.close()
      await signer.close()
    },
  }
}
