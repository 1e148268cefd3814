// Counts the open exceptions now and then, for the metric.

import { MINUTE_MS } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { OpenExceptions } from '../exception-records.ts'
import type { Exceptions } from '../exceptions.ts'

export interface ExceptionsObserver {
  open(counts: readonly OpenExceptions[]): void
}

export function openExceptionsSweep(exceptions: Exceptions, observer: ExceptionsObserver): Sweep {
  return {
    name: 'count-open-exceptions',
    everyMs: MINUTE_MS,
    async run() {
      observer.open(await exceptions.openByKind({}))
    },
  }
}
