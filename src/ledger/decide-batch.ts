// Between the two round trips: decides every order of a batch in turn, in memory. Each order stands on its own, so a
// decline or a duplicate never harms its neighbours, and a later order sees what the earlier ones did.

import { newId } from '../kernel/ids.ts'
import { APPROVED_CODE, type Decision, DUPLICATE_CODE, type Posted, type Posting } from './posting.ts'
import { recordKey, type StoredRecord } from './read-batch.ts'
import type { WorkingBooks } from './working-books.ts'
import type { Recorded } from './write-batch.ts'

/** An order that broke the code that handles it. The batch must be read again and run without it. */
export class PoisonedOrder extends Error {
  readonly posting: Posting

  constructor(posting: Posting, cause: unknown) {
    super('an order could not be decided', { cause })
    this.name = 'PoisonedOrder'
    this.posting = posting
  }
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
    const decision = decided(posting, books)
    if (decision.kind === 'refuse') return { status: 'rejected', reason: decision.problem }
    const record = answered(posting, decision, books, authIds)
    recorded.push(record)
    records.set(key, { fingerprint: posting.fingerprint, code: record.code, reply: record.reply })
    return fulfilled({ code: record.code, reply: record.reply, replayed: false })
  })
  return { results, recorded }
}

function decided(posting: Posting, books: WorkingBooks): Decision {
  try {
    return posting.decide(books)
  } catch (cause) {
    throw new PoisonedOrder(posting, cause)
  }
}

/** The RRN was answered before: the same bytes for the same content, a decline for other content. */
function repeated(posting: Posting, known: StoredRecord, books: WorkingBooks): Posted {
  if (known.fingerprint === posting.fingerprint) return { code: known.code, reply: known.reply, replayed: true }
  const reply = posting.answer({ code: DUPLICATE_CODE, businessDate: books.businessDate, account: () => undefined })
  return { code: DUPLICATE_CODE, reply, replayed: false }
}

function answered(
  posting: Posting,
  decision: Exclude<Decision, { kind: 'refuse' }>,
  books: WorkingBooks,
  authIds: string[],
): Recorded {
  const transactionId = newId(books.nowMs)
  const code = decision.kind === 'decline' ? decision.code : APPROVED_CODE
  const authId = decision.kind === 'decline' ? undefined : authIds.pop()
  const reversed = decision.kind === 'post' ? decision.reverses : undefined
  try {
    if (decision.kind === 'post') books.apply(decision, transactionId, () => newId(books.nowMs))
    if (decision.kind === 'tombstone') books.bury(posting.partnerId, decision.originalRrn)
    const record: Recorded = {
      posting,
      transactionId,
      code,
      reply: posting.answer({
        code,
        ...(authId !== undefined && { authId }),
        businessDate: books.businessDate,
        account: (accountId) => books.account(accountId),
      }),
      amountMinor: reversed?.amountMinor ?? posting.amountMinor,
      currency: reversed?.original.currency ?? posting.currency,
      entries: decision.kind === 'post' ? decision.entries : [],
      ...(authId !== undefined && { authId }),
      ...(reversed !== undefined && { originalId: reversed.original.transactionId }),
      ...(posting.original?.rrn !== undefined && { originalRrn: posting.original.rrn }),
      ...(decision.kind === 'tombstone' && { buries: decision.originalRrn }),
    }
    books.remember({
      ...posting,
      transactionId,
      beneficiaryAccountId: posting.beneficiaryAccountId ?? null,
      terminalId: posting.terminalId ?? null,
      amountMinor: record.amountMinor,
      currency: record.currency,
      responseCode: code,
      authId: authId ?? null,
      panHash: posting.panHash ?? null,
      businessDate: books.businessDate,
      recordedAtMs: books.nowMs,
      reversedMinor: 0n,
    })
    return record
  } catch (cause) {
    throw new PoisonedOrder(posting, cause)
  }
}

function fulfilled(value: Posted): PromiseFulfilledResult<Posted> {
  return { status: 'fulfilled', value }
}
