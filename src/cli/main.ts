// The `tillgate` command line, as a process.

import { runCommand } from './commands.ts'
import { PROCESS } from './shell.ts'

const code = await runCommand(process.argv.slice(2), PROCESS)
// Without a failure the gateway goes on, and a command may have set another code.
if (code !== 0) process.exit(code)
