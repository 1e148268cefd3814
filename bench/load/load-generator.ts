// Puts HTTP load on a gateway: wrk when it is installed, whose figures are those of record, autocannon otherwise.

import { isInstalled } from '../figures/machine.ts'
import type { BenchOptions } from '../options.ts'
import type { LoadGenerator } from './load.ts'
import { autocannon } from './load-autocannon.ts'
import { wrk } from './load-wrk.ts'

export function chooseLoadGenerator(asked: BenchOptions['generator']): LoadGenerator {
  if (asked === 'autocannon') return autocannon
  if (isInstalled('wrk')) return wrk
  if (asked === 'wrk') throw new Error('wrk is not installed (Debian: apt-get install wrk)')
  return autocannon
}
