// tillgate evm list-address: lets the owner of an address hold one token and move it, or takes that back.

import { delistAddress, listAddress } from '../../../tokens/ledgers/evm/administer-contract.ts'
import { ConfigError } from '../../config/config-error.ts'
import type { Shell } from '../shell.ts'
import { type AdminOptions, addressOf, withAdmin } from './admin-key.ts'
import { assetNumberOf } from './asset-number.ts'

export interface ListAddressOptions extends AdminOptions {
  readonly address?: string
  readonly asset?: string
  readonly remove?: boolean
}

export async function listAddressOn(options: ListAddressOptions, shell: Shell): Promise<void> {
  const ledger = addressOf('EVM_LEDGER_ADDRESS', shell.env.EVM_LEDGER_ADDRESS?.trim() ?? '')
  const { remove = false, asset } = options
  const address = addressOf('--address', options.address ?? '')
  if (!remove && asset === undefined) throw new ConfigError('--asset', 'is required: <institution>:<currency>')
  const number = asset === undefined ? undefined : assetNumberOf(asset, shell)
  await withAdmin(options, shell, async (admin) => {
    if (remove || number === undefined) await delistAddress(admin, ledger, address)
    else await listAddress(admin, ledger, address, number)
  })
  shell.print(remove ? `${address} is off the list` : `${address} may hold and move ${asset}`)
}
