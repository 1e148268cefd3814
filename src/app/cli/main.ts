// Entry point of the `tillgate` command line.

import { runCommand } from './commands.ts'
import { PROCESS } from './shell.ts'

const code = await runCommand(process.argv.slice(2), PROCESS)
// On success do not exit: the gateway keeps running, and a command may have set process.exitCode.
if (code !== 0) process.exit(code)
