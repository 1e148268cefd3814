// Makes the part of the sandbox's data that takes commands of the bank, so once they can be given.

import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Sweep } from '../../platform/kernel/work/sweep.ts'
import { sandboxProperties, seedSandboxTokens, type TokenSeedParts } from '../../sandbox/digital/seed-sandbox-tokens.ts'
import { type LoanSeedParts, seedSandboxLoans } from '../../sandbox/lending/seed-sandbox-loans.ts'
import { seedSandboxTraffic } from '../../sandbox/traffic/seed-sandbox-traffic.ts'
import { PLATFORM_PROPERTIES } from './platform-properties.ts'

export interface CommandSeedParts extends LoanSeedParts, Omit<TokenSeedParts, 'directory' | 'properties'> {
  readonly secretBox: SecretBox
  readonly hasTraffic: boolean
}

/** False when a part waits for a ledger: another call goes on. */
export async function seedByCommands(parts: CommandSeedParts): Promise<boolean> {
  const { database, clock, secretBox, digitalSettings } = parts
  // First: it looks whether there are transactions.
  if (parts.hasTraffic) await seedSandboxTraffic({ database, clock })
  const readers = PLATFORM_PROPERTIES
  const properties = sandboxProperties({ database, clock, secretBox, followers: [digitalSettings], readers })
  const [, tokens] = await Promise.all([seedSandboxLoans(parts), seedSandboxTokens({ ...parts, properties })])
  return tokens !== 'later'
}

/** Goes on with what a start could not finish because a ledger was away. */
export function seedSweep(seed: () => Promise<boolean>): Sweep {
  let isComplete = false
  return {
    name: 'sandbox-seed',
    everyMs: 5_000,
    async run() {
      if (!isComplete) isComplete = await seed()
    },
  }
}
