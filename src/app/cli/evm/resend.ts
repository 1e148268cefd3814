// tillgate evm resend: sends open transactions again. The gateway does so by itself; this is for a person who has just repaired
// something and does not want to wait.

import type { Shell } from '../shell.ts'
import { withEvmLedger } from './open-ledger.ts'

export async function resend(shell: Shell): Promise<void> {
  const sent = await withEvmLedger(shell, ({ ledger }) => ledger.resend())
  shell.print(sent === 0 ? 'no transaction is open' : `${sent} transactions were sent again`)
}
