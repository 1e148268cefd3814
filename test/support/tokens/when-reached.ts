// Sends a request for tokens again while its ledger does not answer within two seconds, which a busy machine may keep it from.
// Nothing is stored by then.

import { Problem } from '../../../src/platform/kernel/problems/problem.ts'
import { until } from '../until.ts'

const isLedgerLate = ({ reason }: Problem) => reason === 'tokens.ledger-unavailable'

/** `isPassing` is whether to send again after a problem. */
export async function whenReached<T>(
  send: () => Promise<T>,
  isPassing: (problem: Problem) => boolean = isLedgerLate,
): Promise<T> {
  const { sent } = await until(async () => {
    try {
      return { sent: await send() }
    } catch (error) {
      if (error instanceof Problem && isPassing(error)) return undefined
      throw error
    }
  }, 'the ledger is reached')
  return sent
}
