// The ceiling: what the gateway could answer at most if posting cost nothing. Wired as in src/app/wire (same listener,
// credentials, validation, rendering, log and metrics), but its core approves at once and keeps no books.

import type { AddressInfo } from 'node:net'
import { ClientUsage } from '../../src/administration/institutions/clients/client-usage.ts'
import { openDirectory } from '../../src/administration/institutions/directory-store.ts'
import { readConfig } from '../../src/app/config/config.ts'
import { loadMasterKeys } from '../../src/app/config/master-key.ts'
import { createMetrics } from '../../src/app/observability/metrics.ts'
import { PreferenceProfiles } from '../../src/channels/cards/preference-profiles.ts'
import type { Channel, Sent } from '../../src/channels/channel/channel.ts'
import { chooseChannel } from '../../src/channels/channel/choose-channel.ts'
import type { CashWithdrawalOrder } from '../../src/channels/core/core.ts'
import type { Branch } from '../../src/channels/core/outcome.ts'
import { createLogger } from '../../src/edge/http/log.ts'
import { createServer } from '../../src/edge/http/server/server.ts'
import { accountsFamily } from '../../src/families/accounts/family.ts'
import { authIdAt } from '../../src/platform/kernel/identifiers/ids.ts'
import { unavailable } from '../../src/platform/kernel/problems/problem.ts'
import { SecretBox } from '../../src/platform/kernel/secrets/secrets.ts'
import { businessDateAt, systemClock } from '../../src/platform/kernel/time/clock.ts'
import { openPostgres } from '../../src/platform/storage/open-database.ts'
import { openSandboxClock } from '../../src/sandbox/sandbox-clock.ts'

const config = readConfig(process.env)
const logger = createLogger({ level: config.logLevel })
const database = openPostgres(config.database.url ?? '', { connections: 2 })
const secretBox = new SecretBox(loadMasterKeys(config))
const { clock, close: closeClock } = await openSandboxClock({ database, base: systemClock })
const directory = await openDirectory({ database, environment: config.environment, log: logger })

const institution = directory.institution('FI001')
const branch = institution?.branches[0]
if (institution === undefined || branch === undefined) throw new Error('the sandbox has not been seeded')
const channel = approvingChannel(branch, businessDateAt(clock.now(), institution))

const server = createServer({
  families: [
    accountsFamily({
      channelOf: chooseChannel(directory, { BUILTIN: () => channel, SANDBOX: () => channel }),
      directory,
      clock,
      secretBox,
      preferenceProfiles: new PreferenceProfiles(database, secretBox, clock),
      healthProbes: { gateway: async () => {}, cores: () => [] },
      clientUse: new ClientUsage(database),
      environment: config.environment,
    }),
  ],
  clock,
  logger,
  observer: createMetrics().requests,
})
await server.listen({ host: config.host, port: config.port })
console.log(`gateway listening on http://${config.host}:${(server.server.address() as AddressInfo).port}`)

process.on('SIGTERM', async () => {
  await server.close()
  closeClock()
  directory.close()
  await database.close()
  logger.flush(() => process.exit(0))
})

function approvingChannel({ id, name, address }: Branch, businessDate: string): Channel {
  let approved = 0n
  const absent = () => Promise.reject(unavailable('the ceiling only knows withdrawals'))
  return {
    probe: async () => {},
    async withdrawCash(order: Sent<CashWithdrawalOrder>) {
      const { currency, minor } = order.amount
      const leftMinor = 10_000_000n - minor
      const reply = order.render({
        code: '000',
        authId: authIdAt(++approved),
        businessDate,
        branch: { id, name, address },
        balances: { currency, availableMinor: leftMinor, balanceMinor: leftMinor },
      })
      return { code: '000', reply, replayed: false }
    },
    lookUpAccounts: absent,
    inquireBalance: absent,
    withdrawCardless: absent,
    deposit: absent,
    transfer: absent,
    payBill: absent,
    reverseCashWithdrawal: absent,
    reverseDeposit: absent,
    reverseTransfer: absent,
    reverseCardless: absent,
    reverseBillPayment: absent,
  }
}
