// The OpenAPI document of a partner family: the parts that do not come from its operations. What the family has in common
// with the others is derived from its declaration, the rest are its own words.

import { Type } from 'typebox'
import { CATALOGUE, type CatalogueCode } from '../../platform/kernel/catalogue/catalogue.ts'
import {
  PROBLEM_STATUS,
  Problem,
  type ProblemDetail,
  type ProblemKind,
} from '../../platform/kernel/problems/problem.ts'
import { type FamilyDescription, openApiDocument } from '../http/openapi/openapi.ts'
import type { Json } from '../http/openapi/openapi-schema.ts'
import { type DocumentedOperation, type Example, given, type OwnError } from '../http/operation.ts'
import { PROBLEM_DETAILS_TYPE, problemDetails, problemDetailsSchema } from '../http/problems/problem-details.ts'
import type { PartnerFamily } from './partner-family.ts'
import type { PartnerOperation } from './partner-operation.ts'
import { entryOf, isOutcome } from './partner-problems.ts'

/** The words of a family. */
export interface PartnerDocument<Code extends CatalogueCode> {
  readonly title: string
  /** What the family is for, and what a success looks like. */
  readonly introduction: readonly string[]
  /** What else holds for every operation; comes after the paragraph about credentials. */
  readonly conventions: readonly string[]
  readonly tags: FamilyDescription['tags']
  /** The path of the examples of problems: `/loans`. */
  readonly examplePath: string
  /** The codes of a 400, each with the faults of its example, in the order of the document. */
  readonly badRequests: Partial<Record<Code, readonly ProblemDetail[]>>
  /** What cannot be reached in a 503, and the codes that say so besides the general one. */
  readonly unavailable: { readonly description: string; readonly codes?: readonly Code[] }
  /** Descriptions of statuses that only some operations answer, where they differ from the general ones. */
  readonly ownDescriptions: Readonly<Record<number, string>>
}

const API_VERSION = '1.0.0'
const CORRELATION_ID = '3f2b8c1e-5d0a-4f7e-9b6c-2a1d8e4f7c30'
const TIMESTAMP = '2026-01-15T10:00:00.000Z'

export function partnerOpenApi<Code extends CatalogueCode>(
  family: PartnerFamily<Code, object>,
  document: PartnerDocument<Code>,
  operations: readonly PartnerOperation<never, Code>[],
): Json {
  const { basePath, partnerHeader, repeats, problems } = family
  const codes = problems.catalogue.filter((code) => !isOutcome(code)).map((code) => entryOf(code).code)
  const problemSchema = problemDetailsSchema(codes)
  const errors = errorsOf(family, document)

  function errorExample(code: Code): Example {
    const entry = entryOf(code)
    const problem = new Problem('invalid', entry.cause, { details: document.badRequests[code] ?? [] })
    const about = { correlationId: CORRELATION_ID, timestamp: TIMESTAMP, path: basePath + document.examplePath }
    return {
      name: entry.code.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary: entry.title,
      value: problemDetails(entry, problem, about),
    }
  }

  /** Grouped by status; of a status that every operation has, the own codes come after the general ones. */
  function ownErrors({ errors: own, replays }: PartnerOperation<never, Code>): OwnError[] {
    const listed = new Set([...own, ...(replays === true ? [repeats.reused] : [])])
    const descriptions = { ...ownDescriptions(repeats.noun), ...document.ownDescriptions }
    return [...Map.groupBy(listed, (code) => CATALOGUE[code].httpStatus)]
      .sort(([one], [other]) => one - other)
      .map(([status, ownCodes]) => {
        const general = errors.find((error) => error.status === status)?.codes ?? []
        return {
          status,
          description: descriptions[status] ?? 'Refused.',
          schema: problemSchema,
          examples: [...general, ...ownCodes].map(errorExample),
        }
      })
  }

  function documented(operation: PartnerOperation<never, Code>): DocumentedOperation {
    const { action, module } = operation.access
    return {
      ...operation,
      description: `${operation.description}\n\nAn operator needs \`${action}\` on \`${module}\`.`,
      ownErrors: ownErrors(operation),
    }
  }

  return openApiDocument({
    title: document.title,
    version: API_VERSION,
    description: descriptionOf(family, document),
    basePath,
    tags: document.tags,
    securitySchemes: SECURITY_SCHEMES,
    securityAlternatives: [['clientId', 'clientSecret'], ['bearer']],
    headers: [
      {
        name: partnerHeader,
        required: true,
        description: 'The partner that the resources belong to.',
        schema: given(Type.String()),
        example: 'PARTNER01',
      },
      {
        name: 'X-Correlation-Id',
        required: false,
        description: 'A UUID to find the request by; made when absent, and echoed. Anything else is refused: 400.',
        schema: given(Type.String({ format: 'uuid' })),
        example: CORRELATION_ID,
      },
      ...(repeats.header === undefined ? [] : [repeats.header]),
    ],
    problem: { contentType: PROBLEM_DETAILS_TYPE, schema: problemSchema },
    errors: errors.map(({ codes: shown, ...error }) => ({ ...error, examples: shown.map(errorExample) })),
    openErrors: [],
    operations: operations.map(documented),
  })
}

const SECURITY_SCHEMES = {
  clientId: { type: 'apiKey', in: 'header', name: 'X-Client-Id', description: 'The client of the partner.' },
  clientSecret: { type: 'apiKey', in: 'header', name: 'X-Client-Secret', description: 'Paired with X-Client-Id.' },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a user who acts for the partner, in place of the client headers.',
  },
}

/** What every operation can answer, with the codes worth an example. */
function errorsOf<Code extends CatalogueCode>(
  { problems, repeats }: PartnerFamily<Code, object>,
  { badRequests, unavailable }: PartnerDocument<Code>,
) {
  const error = (kind: ProblemKind, name: string, description: string, more: ErrorMore<Code> = {}) => {
    const general = problems.codes[kind]
    const codes = more.codes ?? (general === undefined ? [] : [general])
    return { status: PROBLEM_STATUS[kind], name, description, ...more, codes }
  }
  const unreachable = [problems.codes.unavailable, ...(unavailable.codes ?? [])].filter((code) => code !== undefined)
  return [
    error(
      'invalid',
      'BadRequest',
      'Fields, parameters or headers are missing or invalid; `errors` names each of them.',
      { codes: Object.keys(badRequests) as Code[] },
    ),
    error('unauthenticated', 'Unauthorized', 'The client, or the bearer token, is not accepted.'),
    error('forbidden', 'Forbidden', 'The caller may not do this.'),
    error('method-not-allowed', 'MethodNotAllowed', 'The path takes another method.', { headers: ['allow'] }),
    error('too-large', 'TooLarge', 'The body exceeds 256 KiB.'),
    error('unsupported-media-type', 'UnsupportedMediaType', 'The body is not JSON.'),
    error('rate-limited', 'TooManyRequests', 'The partner is over its rate limit.', { headers: ['retry-after'] }),
    error('internal', 'InternalError', 'An unexpected failure.'),
    error('unavailable', 'Unavailable', unavailable.description, { headers: ['retry-after'], codes: unreachable }),
    error('timeout', 'Timeout', `The outcome is unknown. Repeat with the same \`${repeats.sentAs}\`.`),
  ]
}

interface ErrorMore<Code> {
  readonly headers?: NonNullable<FamilyDescription['errors'][number]['headers']>
  readonly codes?: readonly Code[]
}

function ownDescriptions(noun: string): Readonly<Record<number, string>> {
  return {
    403: 'The caller may not do this.',
    404: 'There is no such resource of the partner.',
    409: `The state of the resource forbids it, or the ${noun} was used before with other content.`,
    422: 'A rule forbids it.',
  }
}

function descriptionOf<Code extends CatalogueCode>(
  { partnerHeader, requiresClientHeaders, problems: { catalogue } }: PartnerFamily<Code, object>,
  { introduction, conventions }: PartnerDocument<Code>,
): string {
  const hasIsoReasons = catalogue.some((code) => entryOf(code).isoReason !== undefined)
  const outcomes = catalogue.some(isOutcome)
    ? 'Those without an HTTP status are never errors: they are the `outcome` of a resource that ended without success.\n\n'
    : ''
  return [
    ...introduction,
    `**Credentials.** A partner sends \`X-Client-Id\`, \`X-Client-Secret\` and \`${partnerHeader}\`` +
      `${requiresClientHeaders === true ? '; a missing one is 400' : ''}. A user who is signed in to administration sends a ` +
      `bearer token in place of the client headers and acts for the partner in \`${partnerHeader}\`: the role must grant the ` +
      'action that the operation names, and the scope must cover the partner. A user of an institution may act for partners ' +
      'that work for no other institution. Both kinds of credentials at once: 400.',
    ...conventions,
    'A partner sees its own resources only: others are 404. Errors are problem details (RFC 9457) with a stable `code`' +
      `${hasIsoReasons ? ' and, where there is one, the ISO 20022 reason' : ''}.`,
    '`x-basis` says of each part whether the specification gives it or it was chosen where the specification is silent.',
    `## Error codes\n\n${outcomes}${codeTable(catalogue, hasIsoReasons)}`,
  ].join('\n\n')
}

function codeTable(codes: readonly CatalogueCode[], hasIsoReasons: boolean): string {
  const columns = ['Code', 'HTTP', ...(hasIsoReasons ? ['ISO 20022'] : []), 'Meaning', 'Cause and remedy']
  const rows = codes.map((listed) => {
    const { code, httpStatus, title, cause, remedy, isoReason = '' } = entryOf(listed)
    const status = isOutcome(listed) ? '' : httpStatus
    return [code, status, ...(hasIsoReasons ? [isoReason] : []), title, `${cause} ${remedy}`]
  })
  const lines = [columns, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.toSpliced(1, 0, `|${'---|'.repeat(columns.length)}`).join('\n')
}
