// Records what the ATM and the gateway say to each other, and plays the network cable between them.

export type CableBreak = 'before-request' | 'during-answer'

export interface Cable {
  readonly isPulled: boolean
  /** What gets lost while it is pulled. */
  readonly when: CableBreak
  /** Plugged in again by itself after one lost message. */
  readonly once: boolean
}

/** What became of a request. Only a delivered answer is known to the ATM. */
export type Delivery = 'under-way' | 'delivered' | 'never-sent' | 'answer-lost' | 'failed'

export interface Exchange {
  readonly kind: 'exchange'
  readonly id: number
  readonly at: string
  /** What the ATM did it for. */
  readonly why: string
  readonly operation: string
  readonly method: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: unknown
  readonly delivery: Delivery
  readonly status?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly responseBody?: unknown
  readonly durationMs?: number
}

const OPERATIONS: readonly (readonly [path: string, operation: string])[] = [
  ['/preferences/retrieve', 'GetPreferences'],
  ['/preferences/delete', 'DeletePreferences'],
  ['/preferences', 'AddPreferences'],
  ['/accounts/balance', 'BalanceInquiry'],
  ['/accounts', 'AccountLookup'],
  ['/transactions/debits/reverse', 'DebitsReverse'],
  ['/transactions/debits', 'Debits'],
  ['/transactions/credits/reverse', 'CreditsReverse'],
  ['/transactions/credits', 'Credits'],
  ['/transactions/transfers/reverse', 'TransfersReverse'],
  ['/transactions/transfers', 'Transfers'],
  ['/transactions/billpayments', 'BillPayments'],
  ['/transactions/cardless', 'CardlessWithdrawal'],
]

/** Headers of an answer that an integrator looks at. */
const TELLING_HEADERS = ['x-correlation-id', 'x-idempotent-replay', 'retry-after', 'content-type']

export interface RecorderParts {
  readonly fetch: typeof globalThis.fetch
  now(): number
  wait(ms: number): Promise<void>
  /** Asked once per message. */
  cable(): Cable
  why(): string
  /** Called when a request is made, and again when its end is known. */
  record(exchange: Exchange): void
  /** A message was lost at the pulled cable. */
  lost(): void
  nextId(): number
}

/** How long the ATM waits for an answer that is lost. A real one waits about half a minute. */
const LOST_ANSWER_MS = 2_000

/** A fetch for the SDK's client. */
export function recordingFetch(parts: RecorderParts): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = String(input)
    const startedAt = parts.now()
    const cable = parts.cable()
    const request: Exchange = {
      kind: 'exchange',
      id: parts.nextId(),
      at: new Date(startedAt).toISOString(),
      why: parts.why(),
      operation: operationOf(url),
      method: init.method ?? 'GET',
      url,
      requestHeaders: { ...(init.headers as Record<string, string>) },
      requestBody: parsed(typeof init.body === 'string' ? init.body : ''),
      delivery: 'under-way',
    }
    parts.record(request)
    const ended = (end: Partial<Exchange>) =>
      parts.record({ ...request, durationMs: Math.round(parts.now() - startedAt), ...end })

    if (cable.isPulled && cable.when === 'before-request') {
      await parts.wait(LOST_ANSWER_MS)
      ended({ delivery: 'never-sent' })
      parts.lost()
      throw noAnswer()
    }
    let response: Response
    let text: string
    try {
      response = await parts.fetch(input, init)
      text = await response.clone().text()
    } catch (error) {
      ended({ delivery: 'failed' })
      throw error
    }
    const answer = {
      status: response.status,
      responseHeaders: tellingHeaders(response.headers),
      responseBody: parsed(text),
    }
    if (cable.isPulled) {
      await parts.wait(LOST_ANSWER_MS)
      ended({ ...answer, delivery: 'answer-lost' })
      parts.lost()
      throw noAnswer()
    }
    ended({ ...answer, delivery: 'delivered' })
    return response
  }
}

function noAnswer(): DOMException {
  return new DOMException('No answer came in time', 'TimeoutError')
}

function operationOf(url: string): string {
  return OPERATIONS.find(([path]) => url.endsWith(path))?.[1] ?? url
}

function tellingHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    TELLING_HEADERS.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The RRN of a request, if it has one. */
export function rrnOf(body: unknown): string | undefined {
  const rrn = (body as { transaction?: { rrn?: unknown } } | null | undefined)?.transaction?.rrn
  return typeof rrn === 'string' ? rrn : undefined
}

/** Headers as they are shown: the secret only when it may be known to all, and then masked all the same. */
export function shownHeaders(exchange: Exchange, publishedSecrets: readonly string[]): [string, string][] {
  return Object.entries(exchange.requestHeaders).map(([name, value]) => {
    if (name !== 'client_secret') return [name, value]
    return [name, publishedSecrets.includes(value) ? '••••••••  (the sandbox’s published secret)' : '••••••••']
  })
}

/** A command line that sends the same request again. A secret that is not published is left to be filled in. */
export function asCurl(exchange: Exchange, publishedSecrets: readonly string[]): string {
  const headers = Object.entries(exchange.requestHeaders).map(([name, value]) => {
    const shown = name === 'client_secret' && !publishedSecrets.includes(value) ? 'YOUR_CLIENT_SECRET' : value
    return `  -H ${quoted(`${name}: ${shown}`)}`
  })
  const lines = [`curl -i -X ${exchange.method} ${quoted(exchange.url)}`, ...headers]
  if (exchange.requestBody !== '') lines.push(`  -d ${quoted(JSON.stringify(exchange.requestBody))}`)
  return lines.join(' \\\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
