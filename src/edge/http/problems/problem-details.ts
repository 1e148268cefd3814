// The error body of contracts C and D: RFC 9457 problem details with a stable code and a pointer to every invalid field.

import { type TSchema, Type } from 'typebox'
import type { IsoReason } from '../../../platform/kernel/identifiers/iso-reason.ts'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import { chosen } from '../operation.ts'
import { jsonPointerOf } from './json-pointer.ts'
import type { ProblemContext, RenderedProblem } from './problem-renderer.ts'

export const PROBLEM_DETAILS_TYPE = 'application/problem+json'

/** What a family's catalogue says of a problem. */
export interface ProblemEntry {
  /** `LOAN_NOT_FOUND` */
  readonly code: string
  readonly httpStatus: number
  readonly title: string
  readonly cause: string
  readonly retryable: boolean
  readonly isoReason?: IsoReason
}

/** The code of a field whose fault has none of its own. */
const FIELD_INVALID = 'INVALID'

export function problemDetails(entry: ProblemEntry, problem: Problem, about: ProblemContext) {
  const { code, httpStatus: status, title, retryable } = entry
  const isoReason = problem.isoReason ?? entry.isoReason
  const { resource, candidates } = problem
  const transaction = transactionOf(about.body)
  const errors = problem.details.map((detail) => ({
    pointer: jsonPointerOf(detail.path),
    code: detail.code ?? FIELD_INVALID,
    message: detail.message,
  }))
  return {
    type: `urn:tillgate:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    // A fault's own message may name internals; the catalogue's cause is written for callers.
    detail: status >= 500 ? entry.cause : problem.message,
    instance: about.path,
    code,
    correlationId: about.correlationId,
    timestamp: about.timestamp,
    retryable,
    ...(isoReason !== undefined && { isoReason }),
    ...(transaction !== undefined && { transaction }),
    ...(resource !== undefined && { resource }),
    ...(errors.length > 0 && { errors }),
    ...(candidates.length > 0 && { candidates }),
  }
}

export function renderProblemDetails(entry: ProblemEntry, problem: Problem, about: ProblemContext): RenderedProblem {
  return {
    status: entry.httpStatus,
    contentType: PROBLEM_DETAILS_TYPE,
    body: JSON.stringify(problemDetails(entry, problem, about)),
    responseCode: entry.code,
  }
}

/**
 * The code that all faults of a problem share, or undefined. A family that has a row for it gives the whole problem that
 * code: INVALID_JSON rather than VALIDATION_FAILED.
 */
export function sharedFaultCode({ details }: Problem): string | undefined {
  const code = details[0]?.code
  return details.every((detail) => detail.code === code) ? code : undefined
}

const REFERENCE = /^[A-Za-z0-9._:-]{1,64}$/

/** `transaction.ref` and `.type` of the request, as far as they are well-formed: nothing else is echoed. */
function transactionOf(body: unknown): { ref?: string; type?: string } | undefined {
  const transaction = member(body, 'transaction')
  const ref = textOf(member(transaction, 'ref'))
  const type = textOf(member(transaction, 'type'))
  if (ref === undefined && type === undefined) return undefined
  return { ...(ref !== undefined && { ref }), ...(type !== undefined && { type }) }
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && REFERENCE.test(value) ? value : undefined
}

/** The body's schema, for the OpenAPI document of a family with these codes. */
export function problemDetailsSchema(codes: readonly string[]): TSchema {
  const text = (description: string) => chosen(Type.String({ description }))
  return chosen(
    Type.Object(
      {
        type: text('`urn:tillgate:problem:` and the code in kebab case'),
        title: text('The code in a few words'),
        status: chosen(Type.Integer({ description: 'The HTTP status' })),
        detail: text('What happened, for people'),
        instance: text('The path of the request'),
        code: chosen(Type.Enum([...codes], { description: 'Stable: what programs decide by' })),
        correlationId: chosen(Type.String({ format: 'uuid' })),
        timestamp: chosen(Type.String({ format: 'date-time' })),
        retryable: chosen(Type.Boolean({ description: 'Whether the same request may succeed later' })),
        isoReason: Type.Optional(text('ISO 20022 reason')),
        transaction: Type.Optional(
          chosen(Type.Object({ ref: Type.Optional(text('As sent')), type: Type.Optional(text('As sent')) })),
        ),
        resource: Type.Optional(
          chosen(
            Type.Object({ type: text('What it is'), id: text('Its id'), state: Type.Optional(text('Its state')) }),
          ),
        ),
        errors: Type.Optional(
          chosen(
            Type.Array(
              Type.Object({
                pointer: text('JSON pointer to the field; of a parameter or header its name'),
                code: text('The rule that it breaks'),
                message: text('What is wrong with it'),
              }),
            ),
          ),
        ),
        candidates: Type.Optional(
          chosen(Type.Array(Type.Object({ id: text('Its id'), label: Type.Optional(text('Its label')) }))),
        ),
      },
      { component: 'ProblemDetails' },
    ),
  )
}
