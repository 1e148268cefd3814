// Administration of connections to cores, account types and transaction capabilities.

import { AccountTypes } from '../../../administration/institutions/account-types/account-types.ts'
import { Capabilities } from '../../../administration/institutions/capabilities/capabilities.ts'
import type { PartnerServices } from '../../../administration/institutions/change-directory.ts'
import { Connections } from '../../../administration/institutions/connectivity/connections.ts'
import { ORDER_WRITES } from '../../../channels/channel/builtin/order-writes.ts'
import { connectionTester } from '../../../channels/core/test-connection.ts'
import type { Dialect } from '../../../channels/iso8583/dialect.ts'
import { RateLimiter } from '../../../edge/http/limits/rate-limit.ts'
import type { OnboardingServices } from '../../../families/onboarding/onboarding-operation.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import { monotonicMs } from '../../../platform/kernel/time/clock.ts'
import { WriteProbe } from '../../../platform/storage/connections/write-probe.ts'
import type { Wiring } from '../wiring.ts'

/** Tests of remote cores that a person may run: as many at once, and as many a second from then on. */
const TEST_BURST = 60
const TESTS_PER_SECOND = 0.5

export interface CoreAdministrationParts extends PartnerServices {
  readonly environment: Environment
  readonly dialects: ReadonlyMap<string, Dialect>
  readonly wiring: Wiring
}

export function openCoreAdministration({
  wiring,
  ...parts
}: CoreAdministrationParts): Pick<OnboardingServices, 'connections' | 'accountTypes' | 'capabilities'> {
  const { environment, secretBox, database, dialects } = parts
  const writeProbe = wiring.make(WriteProbe, database, ORDER_WRITES)
  const tests = wiring.make(RateLimiter)
  const tester = connectionTester({ environment, secretBox, dialects, probeStore: () => writeProbe.check() })
  return {
    connections: wiring.make(Connections, {
      ...parts,
      test: tester.test,
      admitTest: (userId) => (tester.isBusy() ? 1 : tests.take(userId, TESTS_PER_SECOND, monotonicMs(), TEST_BURST)),
    }),
    accountTypes: wiring.make(AccountTypes, parts),
    capabilities: wiring.make(Capabilities, parts),
  }
}
