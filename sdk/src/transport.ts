// How a call travels: over fetch, with the headers that its client adds and a correlation id of its own.

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

type ParameterValue = string | number | boolean

export interface Call {
  readonly operationId: string
  readonly method: string
  /** With its parameters in braces: `/users/{id}`. */
  readonly path: string
  readonly inPath?: Readonly<Record<string, ParameterValue>>
  /** What is undefined is not sent. */
  readonly query?: Readonly<Record<string, ParameterValue | undefined>>
  /** The body is a form, not JSON. */
  readonly form?: boolean
  /** It needs a bearer token. */
  readonly bearer?: boolean
  /** Success is a redirect, which is returned and not followed. */
  readonly redirects?: boolean
}

export type Send = <Answer extends Reply<number, unknown>>(
  call: Call,
  body: unknown,
  options?: CallOptions,
) => Promise<Answer>

export interface Endpoint {
  readonly baseUrl: string
  /** What to send with; the global fetch when absent. */
  readonly fetch?: typeof globalThis.fetch
  /** How long to wait for an answer; 30 seconds when absent. */
  readonly timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 30_000

/** Sends calls to a gateway, each with the headers given here. */
export function overFetch(endpoint: Endpoint, headers: Readonly<Record<string, string>> = {}): Send {
  const send = endpoint.fetch ?? globalThis.fetch
  const baseUrl = endpoint.baseUrl.replace(/\/+$/, '')
  return async <Answer extends Reply<number, unknown>>(call: Call, body: unknown, options: CallOptions = {}) => {
    const address = baseUrl + pathOf(call) + queryOf(call)
    const timeout = AbortSignal.timeout(endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    const response = await send(address, {
      method: call.method,
      headers: {
        accept: 'application/json',
        'x-correlation-id': options.correlationId ?? crypto.randomUUID(),
        ...headers,
        ...(body !== undefined && { 'content-type': contentType(call) }),
      },
      signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
      // Followed, a redirect would hand the credentials to whoever it names.
      redirect: call.redirects === true ? 'manual' : 'error',
      ...(body !== undefined && { body: call.form === true ? formOf(body) : JSON.stringify(body) }),
    })
    // The contract types every answer; whoever stands in between and answers otherwise is found by its status.
    return { status: response.status, headers: response.headers, body: await readBody(response) } as unknown as Answer
  }
}

function pathOf({ operationId, path, inPath = {} }: Call): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = String(inPath[name] ?? '')
    // Nothing and dots would lead to another operation's path: `/users/..` is `/`.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${operationId}: "${value}" cannot be the parameter ${name}`)
    return encodeURIComponent(value)
  })
}

function queryOf({ query = {} }: Call): string {
  const text = formOf(query)
  return text === '' ? '' : `?${text}`
}

/** Names and values as addresses and forms have them. */
function formOf(fields: unknown): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields as Record<string, unknown>)) {
    if (value !== undefined) form.append(name, String(value))
  }
  return form.toString()
}

function contentType({ form }: Call): string {
  return form === true ? 'application/x-www-form-urlencoded' : 'application/json'
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
