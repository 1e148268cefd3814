// Runs a CLI command inside the test process: starting a process takes longer than most commands. What needs a process
// (the launcher, signals, a real standard input) is tested with child processes.

import { Readable } from 'node:stream'
import { runCommand } from '../../../src/app/cli/commands.ts'

export interface EndedCommand {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export async function runInProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<EndedCommand> {
  const said = { stdout: '', stderr: '' }
  const code = await runCommand(args, {
    env,
    input: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    print(line) {
      said.stdout += `${line}\n`
    },
    printError(line) {
      said.stderr += `${line}\n`
    },
  })
  return { code, ...said }
}
