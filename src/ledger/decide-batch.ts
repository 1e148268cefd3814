// Between the two round trips: decides every order of a batch in turn, in memory. Each order stands on its own, so a
// decline or a duplicate never harms its neighbours, and a later order sees what the earlier ones did.

import { newId } from '../kernel/ids.ts'
import type { Entry } from './journal.ts'
import {
  APPROVED_CODE,
  type Decision,
  DUPLICATE_CODE,
  type Original,
  type Posted,
  type Posting,
  type Refuse,
  recordKey,
} from './posting.ts'
import type { StoredRecord } from './read-batch.ts'
import type { WorkingBooks } from './working-books.ts'

/** An order that broke the code that handles it. The batch must be read again and run without it. */
export class PoisonedOrder extends Error {
  readonly posting: Posting

  constructor(posting: Posting, cause: unknown) {
    super('an order could not be decided', { cause })
    this.name = 'PoisonedOrder'
    this.posting = posting
  }
}

/** One answered order, as it will be recorded. */
export interface Recorded {
  readonly posting: Posting
  readonly transactionId: string
  readonly code: string
  readonly reply: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly authId?: string
  readonly entries: readonly Entry[]
  readonly originalId?: string
  readonly originalRrn?: string
  /** Set when this reversal came before its original. */
  readonly buries?: string
}

export interface Decided {
  readonly results: PromiseSettledResult<Posted>[]
  readonly recorded: Recorded[]
}

export function decideBatch(
  postings: readonly Posting[],
  books: WorkingBooks,
  records: Map<string, StoredRecord>,
  authIds: string[],
): Decided {
  const recorded: Recorded[] = []
  const results = postings.map((posting): PromiseSettledResult<Posted> => {
    const key = recordKey(posting.partnerId, posting.rrn)
    const known = records.get(key)
    if (known !== undefined) return fulfilled(repeated(posting, known, books))
    const record = decided(posting, books, authIds)
    if ('problem' in record) return { status: 'rejected', reason: record.problem }
    recorded.push(record)
    records.set(key, { fingerprint: posting.fingerprint, code: record.code, reply: record.reply })
    return fulfilled({ code: record.code, reply: record.reply, replayed: false })
  })
  return { results, recorded }
}

/** The RRN was answered before: the same bytes for the same content, a decline for other content. */
function repeated(posting: Posting, known: StoredRecord, books: WorkingBooks): Posted {
  if (known.fingerprint === posting.fingerprint) return { code: known.code, reply: known.reply, replayed: true }
  const reply = posting.answer({ code: DUPLICATE_CODE, businessDate: books.businessDate, account: () => undefined })
  return { code: DUPLICATE_CODE, reply, replayed: false }
}

function decided(posting: Posting, books: WorkingBooks, authIds: string[]): Recorded | Refuse {
  try {
    const decision = posting.decide(books)
    return decision.kind === 'refuse' ? decision : applied(posting, decision, books, authIds)
  } catch (cause) {
    throw new PoisonedOrder(posting, cause)
  }
}

type Answerable = Exclude<Decision, Refuse>

/** Changes the books as decided, has the order answered, and lets the rest of the batch find it. */
function applied(posting: Posting, decision: Answerable, books: WorkingBooks, authIds: string[]): Recorded {
  const transactionId = newId(books.nowMs)
  if (decision.kind === 'post') books.apply(decision, transactionId, () => newId(books.nowMs))
  if (decision.kind === 'tombstone') books.bury(posting.partnerId, decision.originalRrn)
  const record = answered(posting, decision, transactionId, books, authIds)
  books.remember(asOriginal(record, books))
  return record
}

function answered(
  posting: Posting,
  decision: Answerable,
  transactionId: string,
  books: WorkingBooks,
  authIds: string[],
): Recorded {
  const { businessDate } = books
  const code = decision.kind === 'decline' ? decision.code : APPROVED_CODE
  const authId = decision.kind === 'decline' ? undefined : authIds.pop()
  const authorised = authId !== undefined && { authId }
  const reversed = decision.kind === 'post' ? decision.reverses : undefined
  return {
    posting,
    transactionId,
    code,
    reply: posting.answer({ code, ...authorised, businessDate, account: (accountId) => books.account(accountId) }),
    // A reversal is recorded with what it took back, in the original's currency.
    amountMinor: reversed?.amountMinor ?? posting.amountMinor,
    currency: reversed?.original.currency ?? posting.currency,
    entries: decision.kind === 'post' ? decision.entries : [],
    ...authorised,
    ...(reversed !== undefined && { originalId: reversed.original.transactionId }),
    ...(posting.original?.rrn !== undefined && { originalRrn: posting.original.rrn }),
    ...(decision.kind === 'tombstone' && { buries: decision.originalRrn }),
  }
}

/** A record of this batch as a later reversal sees it. */
function asOriginal(record: Recorded, books: WorkingBooks): Original {
  const { posting } = record
  return {
    ...posting,
    transactionId: record.transactionId,
    beneficiaryAccountId: posting.beneficiaryAccountId ?? null,
    terminalId: posting.terminalId ?? null,
    amountMinor: record.amountMinor,
    currency: record.currency,
    responseCode: record.code,
    authId: record.authId ?? null,
    panHash: posting.panHash ?? null,
    businessDate: books.businessDate,
    recordedAtMs: books.nowMs,
    reversedMinor: 0n,
  }
}

function fulfilled(value: Posted): PromiseFulfilledResult<Posted> {
  return { status: 'fulfilled', value }
}
