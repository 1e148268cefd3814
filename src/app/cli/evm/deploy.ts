// tillgate evm deploy: puts the contract on the chain, with the signing key as its admin, and prints the settings of the gateway.

import { deployLedger, setNewAssetLimits } from '../../../tokens/ledgers/evm/administer-contract.ts'
import type { Hex } from '../../../tokens/ledgers/evm/evm-settings.ts'
import { openSigner } from '../../../tokens/ledgers/evm/keys/open-signer.ts'
import { ConfigError } from '../../config/config-error.ts'
import { readEvmKey } from '../../config/config-evm.ts'
import type { Shell } from '../shell.ts'
import {
  type AdminOptions,
  addressOf,
  checkNewAssetLimits,
  environmentOf,
  type LimitOptions,
  limitsOf,
  withAdmin,
} from './admin-key.ts'

export interface DeployOptions extends AdminOptions, LimitOptions {
  readonly operator?: string
  readonly guardian?: string
}

export async function deploy(options: DeployOptions, shell: Shell): Promise<void> {
  const limits = limitsOf(options)
  if (limits !== undefined) checkNewAssetLimits(limits, shell)
  const operator =
    options.operator === undefined ? await configuredOperator(shell) : addressOf('--operator', options.operator)
  await withAdmin(options, shell, async (admin) => {
    const { address } = admin.signer
    if (address === operator) {
      throw new ConfigError('--key', "is the operator's: a stolen operator key must not be able to raise its limits")
    }
    const guardian = options.guardian === undefined ? address : addressOf('--guardian', options.guardian)
    const chainId = await admin.rpc.chainId()
    const ledger = await deployLedger(admin, { operator, guardian })
    if (limits !== undefined) await setNewAssetLimits(admin, ledger, limits)
    shell.print(`# chain ${chainId}, admin ${address}, operator ${operator}, guardian ${guardian}`)
    shell.print(
      limits === undefined
        ? '# a token is issued once it has limits: `tillgate evm administer --asset <institution>:<currency> --ceiling … --daily-limit …`'
        : `# each new asset: at most ${limits.ceiling} in all, ${limits.dailyLimit} issued on one day, in minor units`,
    )
    shell.print(`EVM_LEDGER_ADDRESS=${ledger}`)
  })
}

/** The address of the key that the gateway will sign with. */
async function configuredOperator(shell: Shell): Promise<Hex> {
  const key = readEvmKey((name) => shell.env[name]?.trim() || undefined, environmentOf(shell))
  if (key === undefined) throw new ConfigError('--operator', 'is required when no key of the operator is configured')
  if (key.kind === 'remote') return key.address
  const signer = await openSigner(key)
  await signer.close()
  return signer.address
}
