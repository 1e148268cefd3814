// What the desk is asked, and what of the books the answer may look at.

import type { Account } from '../account.ts'
import type { Books } from '../posting.ts'

/** The books as an inquiry sees them. */
export interface Reading extends Pick<Books, 'businessDate' | 'account' | 'card'> {
  accountsOfCustomer(customerId: string): Account[]
  /** An authorization id for the answer. */
  readonly authId: string
}

export interface Inquiry<Answer extends { readonly code: string }> {
  readonly institutionId: string
  readonly partnerId: string
  readonly rrn: string
  readonly type: string
  readonly accountId?: string
  readonly customerId?: string
  readonly panHash?: string
  readonly maskedPan?: string
  readonly terminalId?: string
  readonly correlationId: string
  readonly receivedAtMs: number
  answer(reading: Reading): Answer
  /** Whether the answer carries the authorization id. */
  readonly authorised: boolean
}

export type AnyInquiry = Inquiry<{ readonly code: string }>
