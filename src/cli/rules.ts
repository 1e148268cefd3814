// tillgate rules check: reads the decision tables of a folder as the gateway would, runs their examples, and prints one
// line each. Exits 1 when a file cannot be used or a table answers otherwise.

import { ConfigError, readConfig } from '../config.ts'
import { checkRuleFolder } from './check-rule-folder.ts'
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
