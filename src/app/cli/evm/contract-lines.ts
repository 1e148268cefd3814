// What `evm status` says of the contract, with and without the database.

import type { ContractTraits } from '../../../tokens/ledgers/evm/evm-figures.ts'

export function contractLines({ address, keepsContents, newAssets }: ContractTraits): [what: string, value: string][] {
  const { ceilingMinor, dailyLimitMinor } = newAssets
  const isOpen = ceilingMinor > 0n && dailyLimitMinor > 0n
  return [
    [
      'contract',
      keepsContents
        ? address
        : `${address}, first version: it goes on, but an id that a stolen key used first is taken for ours (docs/evm.md, "A new contract")`,
    ],
    [
      'new tokens',
      isOpen
        ? `up to ${ceilingMinor} each, ${dailyLimitMinor} a day, without the admin's word: set both to 0 on a chain of value`
        : 'need limits from the admin',
    ],
  ]
}
