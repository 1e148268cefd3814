// What the EVM ledger tells of itself: figures of its work, and the traits of its contract.

import type { Hex } from './evm-settings.ts'

export interface EvmFigures {
  /** Operations, assets and accounts without a place in a transaction, and those in one that is not final. */
  readonly waiting: number
  readonly placed: number
  /** Transactions whose nonce is not used up in a final block. */
  readonly open: number
  readonly oldestMs: number | undefined
  readonly address: string
  readonly nextNonce: bigint | undefined
  readonly minedNonce: bigint | undefined
  readonly latestBlock: bigint | undefined
  readonly finalBlock: bigint | undefined
  readonly finalTimeMs: number | undefined
  readonly gasUsed: bigint
  readonly feesWei: bigint
  readonly keyBalanceWei: bigint | undefined
  readonly neededBalanceWei: bigint
  /** Counted by this process. */
  readonly resends: number
  readonly replacements: number
  readonly reorganisations: number
  readonly reverted: number
  readonly taken: number
  /** Why it cannot be used. */
  readonly trouble: string | undefined
}

export interface ContractTraits {
  readonly address: Hex
  /** False: the first version of the contract, which cannot tell that another caller used an id. */
  readonly keepsContents: boolean
  /** What an asset can be issued up to without the admin's word. */
  readonly newAssets: { readonly ceilingMinor: bigint; readonly dailyLimitMinor: bigint }
}
