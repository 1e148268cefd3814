// What an asset is called on the chain, for commands.

import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { nameSecretOf } from '../../../tokens/ledgers/evm/name-secret.ts'
import { OnChainNames } from '../../../tokens/ledgers/evm/on-chain-names.ts'
import { readConfig } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import { loadMasterKeys } from '../../config/master-key.ts'
import type { Shell } from '../shell.ts'

export function assetNumberOf(assetId: string, shell: Shell): bigint {
  const config = readConfig(shell.env)
  if (config.evm === undefined) throw new ConfigError('EVM_RPC_URLS', 'is required')
  return new OnChainNames(nameSecretOf(config.evm, new SecretBox(loadMasterKeys(config)))).asset(assetId)
}
