// Figures that a scrape asks the parts for.

import { shiftOf } from '../../../administration/event-delivery/delivery-time.ts'
import { readEventFigures } from '../../../administration/event-delivery/event-stats.ts'
import { withTimeout } from '../../../platform/kernel/time/timeout.ts'
import { evmStats } from '../rooms/evm.ts'
import type { Opened } from '../serving.ts'
import type { StartedWith } from '../started-with.ts'
import { tokenStats } from './token-stats.ts'

/** For a figure that is read from the database or from a chain. */
const SCRAPE_LIMIT_MS = 1_000

export function watchFigures({ database }: StartedWith, opened: Opened): void {
  const { metrics } = opened.watching
  const { clock, realClock } = opened.store
  const { evm } = opened.business
  const within = <T>(figures: Promise<T>) => withTimeout(figures, SCRAPE_LIMIT_MS)
  metrics.watchOutbox(() => within(opened.administration.services.mailSender.backlog()))
  const shiftMs = shiftOf(clock)
  metrics.events.watch(() => within(readEventFigures(database, shiftMs())))
  metrics.watchTokens(() => within(tokenStats(database)))
  if (evm !== undefined) metrics.watchEvm(async () => evmStats(await within(evm.ledger.figures()), realClock.now()))
  metrics.watchClock(() => realClock.state().offMs / 1_000)
  metrics.watchBusinessDays(() => opened.duties.endOfDay.lags())
}
