// The ATM's line to the gateway: the SDK's client over a recorded fetch, and the journal of what happened on it.

import { type AccountsClient, createAccountsClient } from '@tillgate/sdk'
import { type Cable, type Exchange, recordingFetch, rrnOf } from './exchange.ts'
import type { Answer } from './orders.ts'
import { type Outcome, settle } from './settle.ts'

/** Which client the ATM signs its requests with. */
export interface LineCredentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly partnerId: string
}

/** What the ATM did or found out, in a sentence. */
export interface Note {
  readonly kind: 'note'
  readonly id: number
  readonly at: string
  readonly text: string
  readonly tone: 'info' | 'good' | 'warning' | 'bad'
}

export type JournalEntry = Exchange | Note

export interface LineParts {
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  now(): number
  wait(ms: number): Promise<void>
  cable(): Cable
  /** A message was lost at the pulled cable. */
  lost(): void
  /** The journal changed. */
  changed(journal: readonly JournalEntry[]): void
}

const KEPT_ENTRIES = 200
const TIMEOUT_MS = 30_000

export interface AtmLine {
  /** Sends once. The reason is shown beside the request. */
  send(credentials: LineCredentials, why: string, call: (client: AccountsClient) => Promise<Answer>): Promise<Answer>
  /** Sends until the outcome is known, or the attempts are used up. */
  settle(
    credentials: LineCredentials,
    why: string,
    call: (client: AccountsClient) => Promise<Answer>,
    options: { attempts: number; onRetry?: () => void },
  ): Promise<Outcome>
  tell(tone: Note['tone'], text: string): void
  /** Whether a request with this RRN has reached the gateway. The ATM cannot know; the page can. */
  hasArrived(rrn: string): boolean
  clear(): void
}

export function atmLine(parts: LineParts): AtmLine {
  let journal: readonly JournalEntry[] = []
  let lastId = 0
  let why = ''
  const put = (entry: JournalEntry) => {
    const at = journal.findIndex(({ id }) => id === entry.id)
    journal = at < 0 ? [entry, ...journal].slice(0, KEPT_ENTRIES) : journal.with(at, entry)
    parts.changed(journal)
  }
  const nextId = () => {
    lastId += 1
    return lastId
  }
  const fetch = recordingFetch({
    fetch: parts.fetch,
    now: parts.now,
    wait: parts.wait,
    cable: parts.cable,
    lost: parts.lost,
    why: () => why,
    record: put,
    nextId,
  })
  const tell: AtmLine['tell'] = (tone, text) =>
    put({ kind: 'note', id: nextId(), at: new Date(parts.now()).toISOString(), tone, text })
  const send: AtmLine['send'] = (credentials, reason, call) => {
    // The SDK calls fetch before it first waits, so the reason is still this one.
    why = reason
    return call(createAccountsClient({ ...credentials, baseUrl: parts.baseUrl, fetch, timeoutMs: TIMEOUT_MS }))
  }
  return {
    send,
    tell,
    settle: (credentials, reason, call, { attempts, onRetry }) => {
      let isRetry = false
      return settle(() => send(credentials, isRetry ? `${reason} Sent again with the same RRN.` : reason, call), {
        attempts,
        wait: parts.wait,
        onRetry: (attempt, problem) => {
          isRetry = true
          tell(
            'warning',
            problem === 'no answer'
              ? `No answer to attempt ${attempt}. The ATM cannot tell whether the gateway did it, so it repeats the same request under the same RRN: that can never do it twice.`
              : `Attempt ${attempt} got ${problem}, which decides nothing. The ATM repeats the same request under the same RRN.`,
          )
          onRetry?.()
        },
      })
    },
    hasArrived: (rrn) =>
      journal.some(
        (entry) =>
          entry.kind === 'exchange' &&
          rrnOf(entry.requestBody) === rrn &&
          (entry.delivery === 'delivered' || entry.delivery === 'answer-lost'),
      ),
    clear: () => {
      journal = []
      parts.changed(journal)
    },
  }
}
