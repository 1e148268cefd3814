// What is stopped in which order: nobody is served any more before what served them goes.

import { cumulativeOf } from '../../observability/summed-metrics.ts'
import type { Opened, Serving } from '../serving.ts'
import type { StartedWith } from '../started-with.ts'
import type { StopStep } from './stop-steps.ts'

export function stopOrder(
  { database, threads, logger, link }: StartedWith,
  { store, watching, business, administration, duties }: Opened,
  { publicListener, switchListener, managementListener }: Serving,
): StopStep[] {
  const { metrics, tracer } = watching
  return [
    {
      name: 'listeners',
      limitMs: 16_000,
      run: () => Promise.all([publicListener.close(), switchListener?.close()]),
    },
    { name: 'accepted work', limitMs: 4_000, run: () => business.bank.drained() },
    { name: 'sweeps', limitMs: 4_000, run: () => duties.sweeps.close() },
    { name: 'EVM ledger', limitMs: 1_000, run: async () => business.evm?.close() },
    { name: 'cores', limitMs: 2_000, run: () => business.bank.close() },
    { name: 'rules', limitMs: 1_000, run: () => business.rules.close() },
    ...administration.stopSteps,
    {
      name: 'counters',
      limitMs: 1_000,
      isOptional: true,
      run: async () => link?.counted(cumulativeOf(await metrics.raw())),
    },
    { name: 'client usage', limitMs: 1_000, isOptional: true, run: () => duties.clientUsage.flush() },
    { name: 'management listener', limitMs: 3_000, run: () => managementListener.close() },
    { name: 'traces', limitMs: 3_000, isOptional: true, run: () => tracer?.close() },
    {
      name: 'followers of changes',
      limitMs: 1_000,
      run() {
        duties.refreshes.close()
        store.close()
      },
    },
    { name: 'database', limitMs: 10_000, run: () => database.close() },
    { name: 'worker threads', limitMs: 1_000, run: () => threads.close() },
    // The reader of the log may have stalled.
    { name: 'log', limitMs: 2_000, isOptional: true, run: () => new Promise((resolve) => logger.flush(resolve)) },
  ]
}
