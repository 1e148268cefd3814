// An inquiry, and what its record keeps.

import type { BankReading } from '../../core/builtin/books/bank-reading.ts'

/** What the record of an inquiry keeps. */
export interface InquiryFields {
  readonly institutionId: string
  readonly partnerId: string
  readonly rrn: string
  readonly type: string
  readonly accountId?: string
  readonly maskedPan?: string
  readonly terminalId?: string
  readonly correlationId: string
  readonly receivedAtMs: number
  /** Whether an approval carries the authorization id. */
  readonly authorised: boolean
}

/** What is recorded of an answer. */
export interface InquiryAnswer {
  readonly code: string
  /** The stop that it was declined for. */
  readonly stopId?: string | undefined
}

export interface Inquiry<Answer extends InquiryAnswer> extends InquiryFields {
  readonly customerId?: string
  readonly panHash?: string
  answer(reading: BankReading, authId: string): Answer
}

export type AnyInquiry = Inquiry<InquiryAnswer>
