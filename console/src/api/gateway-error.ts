// What the gateway refused or could not do, as one kind of error for all families.

export interface FieldError {
  /** As the request names it: `address.city`, `contacts.0.email`. */
  readonly path: string
  readonly message: string
}

export interface Refusal {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The catalogue's code: `B-REQ-001`, or `LIMIT_EXCEEDED` in digital banking and lending. */
  readonly code: string
  readonly message: string
  readonly fields: readonly FieldError[]
  readonly correlationId?: string | undefined
  /** The whole body, for what only one family says. */
  readonly body?: unknown
}

export class GatewayError extends Error implements Refusal {
  readonly status: number
  readonly code: string
  readonly fields: readonly FieldError[]
  readonly correlationId: string | undefined
  readonly body: unknown

  constructor({ status, code, message, fields, correlationId, body }: Refusal) {
    super(message)
    this.name = 'GatewayError'
    this.status = status
    this.code = code
    this.fields = fields
    this.correlationId = correlationId
    this.body = body
  }

  /** The request was not decided: no answer, or the gateway could not work. Sending it again is right. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502
  }

  /** The record was changed since it was read. */
  get isStale(): boolean {
    if (this.status !== 409) return false
    // Onboarding has one code for every conflict: its words tell them apart.
    return this.code === 'VERSION_CONFLICT' || /\bversion\b|was changed (since|in the meantime)/i.test(this.message)
  }

  get isSignedOut(): boolean {
    return this.status === 401 && (this.code === 'B-AUTH-001' || this.code === 'UNAUTHENTICATED')
  }
}

/** The error of a failed answer of any family. */
export function refusalOf(status: number, headers: Headers, body: unknown): GatewayError {
  const correlationId = headers.get('x-correlation-id') ?? undefined
  const read = isProblem(body)
    ? readProblem(body)
    : isEnvelope(body)
      ? readEnvelope(body)
      : isOauthError(body)
        ? { code: body.error, message: sentence(body.error_description ?? body.error), fields: [] }
        : unreadable(status)
  return new GatewayError({ status, correlationId, body, ...read })
}

type Read = Pick<Refusal, 'code' | 'message' | 'fields'>

interface Envelope {
  readonly message: string
}

function isEnvelope(body: unknown): body is Envelope {
  return typeof (body as Envelope | null)?.message === 'string'
}

/** `B-REQ-001: mailID is required; roleId must be a UUID`. */
function readEnvelope({ message }: Envelope): Read {
  const [, code = '', text = message] = /^([A-Z]-[A-Z0-9-]+): ([\s\S]*)$/.exec(message) ?? []
  const parts = text.split('; ').map((part) => /^([A-Za-z][\w.[\]]*) (.+)$/.exec(part))
  const fields = code.startsWith('B-REQ')
    ? parts.flatMap((part) =>
        part === null ? [] : [{ path: dotted(part[1] ?? ''), message: sentence(part[2] ?? '') }],
      )
    : []
  return { code, message: sentence(text), fields }
}

/** RFC 6749, of the exchange of a single sign-on's code. */
interface OauthError {
  readonly error: string
  readonly error_description?: string
}

function isOauthError(body: unknown): body is OauthError {
  return typeof (body as OauthError | null)?.error === 'string'
}

interface ProblemBody {
  readonly code?: string
  readonly title?: string
  readonly detail?: string
  readonly errors?: readonly { pointer?: string; path?: string; message: string }[]
}

function isProblem(body: unknown): body is ProblemBody {
  return typeof (body as ProblemBody | null)?.title === 'string'
}

function readProblem({ code = '', title = '', detail, errors = [] }: ProblemBody): Read {
  const fields = errors.map(({ pointer, path, message }) => ({
    path: path === undefined ? (pointer ?? '').replace(/^[#/]+/, '').replaceAll('/', '.') : dotted(path),
    message: sentence(message),
  }))
  return { code, message: sentence(detail ?? title), fields }
}

function unreadable(status: number): Read {
  return { code: '', message: `The gateway answered with status ${status}.`, fields: [] }
}

function dotted(path: string): string {
  return path.replaceAll(/\[(\d+)\]/g, '.$1')
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
