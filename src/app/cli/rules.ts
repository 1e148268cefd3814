// tillgate rules check: reads the decision tables of a folder as the gateway would, runs their examples, and prints one
// line each. Exits 1 when a file cannot be used or a table answers otherwise.

import { systemClock } from '../../platform/kernel/time/clock.ts'
import { checkExamples, type ExampleResult } from '../../rules/check-examples.ts'
import { RuleBook } from '../../rules/rule-book.ts'
import { ZenProcess } from '../../rules/zen/zen-process.ts'
import { readConfig } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Shell } from './shell.ts'

export async function checkRules({ dir }: { readonly dir?: string }, shell: Shell): Promise<void> {
  const folder = dir ?? readConfig(process.env).rulesDir
  let [passed, failed] = [0, 0]
  for await (const { name, title, fault } of checkRuleFolder(folder)) {
    shell.print(fault === undefined ? `✓ ${name}: ${title}` : `✗ ${name}: ${title}\n    ${fault}`)
    if (fault === undefined) passed++
    else failed++
  }
  if (passed + failed === 0) throw new ConfigError('--dir', `names a folder without decision tables: ${folder}`)
  shell.print(`${passed} kept, ${failed} broken`)
  if (failed > 0) process.exitCode = 1
}

/** The results of the examples of a folder's tables, which are read as the gateway reads them. */
export async function* checkRuleFolder(folder: string): AsyncGenerator<ExampleResult> {
  const zen = new ZenProcess()
  const book = new RuleBook({ folder, clock: systemClock, zen, lockedInputs: ['usedToday'] })
  try {
    yield* checkExamples(folder, book)
  } finally {
    zen.close()
  }
}
