// tillgate serve: the gateway itself.

import { readConfig } from '../config.ts'
import { runGateway } from '../main.ts'
import { start } from '../wire.ts'

export async function serve(): Promise<void> {
  await runGateway(readConfig(process.env), start)
}
