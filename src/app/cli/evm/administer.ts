// tillgate evm administer: limits, roles and the pause of a contract that is deployed.

import {
  type Admin,
  grantRole,
  pause,
  revokeRole,
  setLimits,
  setNewAssetLimits,
  unpause,
} from '../../../tokens/ledgers/evm/administer-contract.ts'
import type { Hex } from '../../../tokens/ledgers/evm/evm-settings.ts'
import { ConfigError } from '../../config/config-error.ts'
import type { Shell } from '../shell.ts'
import {
  type AdminOptions,
  addressOf,
  checkNewAssetLimits,
  type LimitOptions,
  limitsOf,
  withAdmin,
} from './admin-key.ts'
import { assetNumberOf } from './asset-number.ts'

export interface AdministerOptions extends AdminOptions, LimitOptions {
  readonly asset?: string
  readonly grantOperator?: string
  readonly revokeOperator?: string
  readonly grantGuardian?: string
  readonly revokeGuardian?: string
  readonly grantAdmin?: string
  readonly revokeAdmin?: string
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

const ROLES = [
  { option: 'Operator', role: 'operator', may: 'execute' },
  { option: 'Guardian', role: 'guardian', may: 'pause' },
  { option: 'Admin', role: 'admin', may: 'administer' },
] as const

/** In this order: a new key is there before the old one goes. */
function stepsOf(options: AdministerOptions, shell: Shell): Step[] {
  const limits = limitsOf(options)
  const steps: Step[] = []
  if (options.pause === true) steps.push({ said: 'paused', run: pause })
  if (limits !== undefined && options.asset !== undefined) {
    const asset = assetNumberOf(options.asset, shell)
    steps.push({
      said: `limits of ${options.asset} set`,
      run: (admin, ledger) => setLimits(admin, ledger, asset, limits),
    })
  } else if (limits !== undefined) {
    checkNewAssetLimits(limits, shell)
    steps.push({ said: 'limits of new assets set', run: (admin, ledger) => setNewAssetLimits(admin, ledger, limits) })
  } else if (options.asset !== undefined) {
    throw new ConfigError('--ceiling', 'is required with --asset')
  }
  for (const { option, role, may } of ROLES) {
    const granted = options[`grant${option}`]
    if (granted === undefined) continue
    const address = addressOf(`--grant-${role}`, granted)
    steps.push({ said: `${address} may ${may}`, run: (admin, ledger) => grantRole(admin, ledger, role, address) })
  }
  for (const { option, role, may } of ROLES) {
    const revoked = options[`revoke${option}`]
    if (revoked === undefined) continue
    const address = addressOf(`--revoke-${role}`, revoked)
    steps.push({ said: `${address} may not ${may}`, run: (admin, ledger) => revokeRole(admin, ledger, role, address) })
  }
  if (options.unpause === true) steps.push({ said: 'the pause is lifted', run: unpause })
  return steps
}
