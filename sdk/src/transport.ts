// How a call travels: JSON over fetch, with the credentials of the client and a correlation id of its own.

/** An answer of the gateway. A declined transaction is an answer too; look at `body.status.responseCode`. */
export interface Reply<Status extends number, Body> {
  readonly status: Status
  readonly headers: Headers
  readonly body: Body
}

export interface CallOptions {
  /** A UUID v4 to find this call by in the gateway's log; one is made when absent. */
  readonly correlationId?: string
  readonly signal?: AbortSignal
}

export interface Call {
  readonly operationId: string
  readonly method: string
  readonly path: string
}

export type Send = <Answer extends Reply<number, unknown>>(
  call: Call,
  body: unknown,
  options?: CallOptions,
) => Promise<Answer>

export interface Connection {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly partnerId: string
  /** What to send with; the global fetch when absent. */
  readonly fetch?: typeof globalThis.fetch
  /** How long to wait for an answer; 30 seconds when absent. */
  readonly timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 30_000

export function overFetch(connection: Connection): Send {
  const send = connection.fetch ?? globalThis.fetch
  const baseUrl = connection.baseUrl.replace(/\/+$/, '')
  return async <Answer extends Reply<number, unknown>>(call: Call, body: unknown, options: CallOptions = {}) => {
    const timeout = AbortSignal.timeout(connection.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    const response = await send(baseUrl + call.path, {
      method: call.method,
      headers: {
        accept: 'application/json',
        'x-correlation-id': options.correlationId ?? crypto.randomUUID(),
        client_id: connection.clientId,
        client_secret: connection.clientSecret,
        partnerId: connection.partnerId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
      // A redirect would hand the credentials to whoever it names.
      redirect: 'error',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // The contract types every answer; whoever stands in between and answers otherwise is found by its status.
    return { status: response.status, headers: response.headers, body: await readBody(response) } as unknown as Answer
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
