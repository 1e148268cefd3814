// What is measured for alert rules. The rules themselves are kept with other records (record-administration.ts).

import type { Logger } from 'pino'
import { isRemoteCore } from '../../../administration/institutions/core-types.ts'
import { type Directory, takesOrders } from '../../../administration/institutions/directory.ts'
import type { ChannelOf } from '../../../channels/channel/channel.ts'
import { AlertWatch } from '../../../oversight/alerts/alert-watch.ts'
import { readLateDays } from '../../../oversight/business-days/late-days.ts'
import type { Exceptions } from '../../../oversight/exceptions/exceptions.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { withTimeout } from '../../../platform/kernel/time/timeout.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Wiring } from '../wiring.ts'
import type { Mails } from './mails.ts'

const PROBE_LIMIT_MS = 2_000
const PROBED_AT_ONCE = 50

export interface AlertParts {
  readonly database: Database
  readonly clock: Clock
  /** The clock of transactions, which the sandbox can move. */
  readonly businessClock: Clock
  readonly directory: Directory
  readonly exceptions: Exceptions
  readonly channelOf: ChannelOf
  /** How far this node's clock is off the database's. */
  clockOffMs(): number
  readonly mails: Mails
  publicUrl(): string
  readonly logger: Logger
  readonly wiring: Wiring
}

export function openAlerts(parts: AlertParts): Sweep {
  const { database, clock, businessClock, directory, exceptions, mails, wiring } = parts
  const alertWatch = wiring.make(AlertWatch, {
    database,
    clock,
    outbox: mails.outbox,
    mailQueued: () => mails.mailSender.wake(),
    publicUrl: () => parts.publicUrl(),
    log: parts.logger,
    sources: {
      database,
      clock,
      businessClock,
      openExceptions: (scope) => exceptions.openByKind(scope),
      async oldestException(scope) {
        const oldestFirst = { page: 1, size: 1, sort: { field: 'createdAt', direction: 'asc' } } as const
        const { items } = await exceptions.list(scope, { state: ['OPEN'] }, oldestFirst)
        return items[0]?.createdAt
      },
      coresDown: (scope) => coresDown(directory, parts.channelOf, scope),
      lateDays: () => readLateDays(database, businessClock),
      institutionIds: () => [...directory.institutions()].map(({ institutionId }) => institutionId),
      clockOffMs: () => parts.clockOffMs(),
    },
  })
  return alertWatch.sweep()
}

/** Institutions whose core does not answer. The built-in core, which many share, is asked once. */
async function coresDown(
  directory: Directory,
  channelOf: ChannelOf,
  { institutionId: only }: Scope,
): Promise<string[]> {
  const asked = [...directory.institutions()].filter(
    (one) => takesOrders(one) && one.coreType !== 'NONE' && [undefined, one.institutionId].includes(only),
  )
  const byCore = [...Map.groupBy(asked, ({ coreType, institutionId }) => (isRemoteCore(coreType) ? institutionId : ''))]
  const down: string[] = []
  for (let first = 0; first < byCore.length; first += PROBED_AT_ONCE) {
    const some = byCore.slice(first, first + PROBED_AT_ONCE)
    const answers = await Promise.all(some.map(([, [one]]) => isAnswering(channelOf, one?.institutionId)))
    down.push(
      ...some.flatMap(([, served], place) => (answers[place] === true ? [] : served.map((one) => one.institutionId))),
    )
  }
  return down.sort()
}

async function isAnswering(channelOf: ChannelOf, institutionId: string | undefined): Promise<boolean> {
  if (institutionId === undefined) return true
  try {
    await withTimeout(channelOf(institutionId).probe(), PROBE_LIMIT_MS)
    return true
  } catch {
    return false
  }
}
