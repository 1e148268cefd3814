// tillgate evm administer: limits, roles and the pause of a contract that is deployed.

import { readConfig } from '../../config.ts'
import { ConfigError } from '../../config-error.ts'
import { SecretBox } from '../../kernel/secrets.ts'
import { loadMasterKeys } from '../../master-key.ts'
import {
  type Admin,
  grantOperator,
  pause,
  revokeOperator,
  setLimits,
  setNewAssetLimits,
  unpause,
} from '../../tokens/ledgers/evm/administer-contract.ts'
import type { Hex } from '../../tokens/ledgers/evm/evm-settings.ts'
import { nameSecretOf } from '../../tokens/ledgers/evm/name-secret.ts'
import { OnChainNames } from '../../tokens/ledgers/evm/on-chain-names.ts'
import type { Shell } from '../shell.ts'
import { type AdminOptions, addressOf, type LimitOptions, limitsOf, withAdmin } from './admin-key.ts'

export interface AdministerOptions extends AdminOptions, LimitOptions {
  readonly asset?: string
  readonly grantOperator?: string
  readonly revokeOperator?: string
  readonly pause?: boolean
  readonly unpause?: boolean
}

interface Step {
  readonly said: string
  run(admin: Admin, ledger: Hex): Promise<void>
}

export async function administer(options: AdministerOptions, shell: Shell): Promise<void> {
  const ledger = addressOf('EVM_LEDGER_ADDRESS', shell.env.EVM_LEDGER_ADDRESS?.trim() ?? '')
  const steps = stepsOf(options, shell)
  if (steps.length === 0) throw new ConfigError('--help', 'shows what can be changed')
  await withAdmin(options, shell, async (admin) => {
    for (const { said, run } of steps) {
      await run(admin, ledger)
      shell.print(said)
    }
  })
}

/** In this order: a new operator is there before the old one goes. */
function stepsOf(options: AdministerOptions, shell: Shell): Step[] {
  const limits = limitsOf(options)
  const steps: Step[] = []
  if (options.pause === true) steps.push({ said: 'paused', run: pause })
  if (limits !== undefined && options.asset !== undefined) {
    const asset = assetOf(options.asset, shell)
    steps.push({
      said: `limits of ${options.asset} set`,
      run: (admin, ledger) => setLimits(admin, ledger, asset, limits),
    })
  } else if (limits !== undefined) {
    steps.push({ said: 'limits of new assets set', run: (admin, ledger) => setNewAssetLimits(admin, ledger, limits) })
  } else if (options.asset !== undefined) {
    throw new ConfigError('--ceiling', 'is required with --asset')
  }
  if (options.grantOperator !== undefined) {
    const address = addressOf('--grant-operator', options.grantOperator)
    steps.push({ said: `${address} may execute`, run: (admin, ledger) => grantOperator(admin, ledger, address) })
  }
  if (options.revokeOperator !== undefined) {
    const address = addressOf('--revoke-operator', options.revokeOperator)
    steps.push({ said: `${address} may not execute`, run: (admin, ledger) => revokeOperator(admin, ledger, address) })
  }
  if (options.unpause === true) steps.push({ said: 'the pause is lifted', run: unpause })
  return steps
}

/** Its name on the chain. */
function assetOf(assetId: string, shell: Shell): bigint {
  const config = readConfig(shell.env)
  if (config.evm === undefined) throw new ConfigError('EVM_RPC_URLS', 'is required')
  return new OnChainNames(nameSecretOf(config.evm, new SecretBox(loadMasterKeys(config)))).asset(assetId)
}
