// tillgate rules check: reads the decision tables of a folder as the gateway would, runs their examples, and prints one
// line each. Exits 1 when a file cannot be used or a table answers otherwise.

import { ConfigError, readConfig } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { checkExamples } from '../rules/check-examples.ts'
import { RuleBook } from '../rules/rule-book.ts'
import { ZenProcess } from '../rules/zen/zen-process.ts'
import type { Shell } from './shell.ts'

export async function checkRules({ dir }: { readonly dir?: string }, shell: Shell): Promise<void> {
  const folder = dir ?? readConfig(process.env).rulesDir
  const zen = new ZenProcess()
  const book = new RuleBook({ folder, clock: systemClock, zen, lockedInputs: ['usedToday'] })
  let [passed, failed] = [0, 0]
  try {
    for await (const { name, title, fault } of checkExamples(folder, book)) {
      shell.print(fault === undefined ? `✓ ${name}: ${title}` : `✗ ${name}: ${title}\n    ${fault}`)
      if (fault === undefined) passed++
      else failed++
    }
  } finally {
    zen.close()
  }
  if (passed + failed === 0) throw new ConfigError('--dir', `names a folder without decision tables: ${folder}`)
  shell.print(`${passed} kept, ${failed} broken`)
  if (failed > 0) process.exitCode = 1
}
