// Settings of the EVM ledger. The process reads them from its environment (src/app/config/config-evm.ts).

/** Text of hexadecimal digits after 0x. The same type as viem's. */
export type Hex = `0x${string}`

export interface EvmSettings {
  /** May carry credentials, so they are shown nowhere. */
  readonly rpcUrls: readonly string[]
  /** The contract TillgateLedger. */
  readonly ledgerAddress: Hex
  readonly key: KeySettings
  readonly finality: FinalitySettings
  readonly fees: FeeSettings
  /** A file with the secret of names on chain; without it the secret derives from the master key. */
  readonly nameSecretFile?: string
}

export type KeySettings =
  /** A keystore of version 3 and its password. */
  | { readonly kind: 'keystore'; readonly file: string; readonly passwordFile: string }
  /** 64 hexadecimal digits; in the sandbox only. */
  | { readonly kind: 'raw'; readonly file: string }
  /** Speaks eth_signTransaction, as Web3Signer and Clef do. The URL may carry credentials. */
  | { readonly kind: 'remote'; readonly url: string; readonly address: Hex }

export type FinalitySettings =
  /** Every block is final: QBFT, IBFT. */
  | { readonly kind: 'instant' }
  /** The node's tag `finalized`. */
  | { readonly kind: 'finalized' }
  /** A block is final when so many follow it. */
  | { readonly kind: 'depth'; readonly blocks: number }

export interface FeeSettings {
  readonly mode: 'eip1559' | 'legacy' | 'zero'
  /** The most that is paid per gas. */
  readonly maxFeeWei: bigint
}
