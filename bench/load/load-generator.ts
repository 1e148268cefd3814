// Chooses the HTTP load generator: wrk if installed, whose figures are the official ones, otherwise autocannon.

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
