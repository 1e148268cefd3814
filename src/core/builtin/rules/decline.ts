// A decline as the ledger takes it, with its code checked against the port's list.

import type { Decline } from '../../../ledger/posting.ts'
import type { DeclineCode } from '../../outcome.ts'

export function decline(code: DeclineCode): Decline {
  return { kind: 'decline', code }
}
