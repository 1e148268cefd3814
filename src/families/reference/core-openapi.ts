// contract/core.json: the API that a bank's own core implements and the gateway calls. Written for the bank's team, who
// see nothing else of us; the schemas are those that the adapter checks answers with.

import type { TSchema } from 'typebox'
import {
  CORE_ERRORS,
  type CoreError,
  errorSchema,
  healthSchema,
  inquirySchema,
  lookupOutcomeSchema,
  lookupSchema,
  orderSchema,
  orderStateSchema,
  outcomeSchema,
} from '../../channels/core/rest/messages.ts'
import { type Json, SchemaComponents } from '../../edge/http/openapi/openapi-schema.ts'
import {
  APPROVED,
  CANCELLED,
  DECLINED,
  INQUIRY,
  LISTED,
  LOOKUP,
  ORDERS,
  REFERENCE,
  type WireExamples,
} from './core-examples.ts'
import { CORE_RULES, DECLINE_TABLE } from './core-rules.ts'

const VERSION = '1.0.0'

interface CoreOperation {
  readonly id: string
  readonly method: 'get' | 'put' | 'post'
  readonly path: string
  readonly tag: 'Orders' | 'Inquiries' | 'Health'
  readonly summary: string
  readonly description: string
  readonly body?: { readonly schema: TSchema; readonly examples: WireExamples }
  readonly answer: { readonly description: string; readonly schema: TSchema; readonly examples: WireExamples }
  readonly refusals: readonly CoreError[]
}

const ORDER_PATH = '/institutions/{institutionId}/orders/{reference}'
const ALWAYS: readonly CoreError[] = ['UNAUTHENTICATED', 'FORBIDDEN', 'UNKNOWN_INSTITUTION', 'UNAVAILABLE']

const OPERATIONS: readonly CoreOperation[] = [
  {
    id: 'ExecuteOrder',
    method: 'put',
    path: ORDER_PATH,
    tag: 'Orders',
    summary: 'Execute an order, once',
    description: [
      'Executes the order unless the reference is known, and answers what became of it:',
      '',
      '| The reference is | Do | Answer |',
      '|---|---|---|',
      '| unknown | decide; book it if approved; remember reference, content and outcome, all in one commit | 200 `EXECUTED` |',
      '| executed, same content | nothing | 200 `EXECUTED` with the first outcome, to the last digit |',
      '| executed, other content | nothing | 409 `CONFLICT` |',
      '| being executed by another request | wait for it | as if it had come later |',
      '| cancelled | nothing | 200 `CANCELLED` |',
      '',
      'The content is the body without `origin`: a repetition may carry another RRN, correlation id, terminal or date. ' +
        'Answer only after the commit is on disk.',
    ].join('\n'),
    body: { schema: orderSchema, examples: ORDERS },
    answer: {
      description: 'What became of the order. Approvals and declines are both 200.',
      schema: orderStateSchema,
      examples: { approved: APPROVED, declined: DECLINED, cancelled: CANCELLED },
    },
    refusals: ['MALFORMED', ...ALWAYS, 'CONFLICT'],
  },
  {
    id: 'FindOrder',
    method: 'get',
    path: ORDER_PATH,
    tag: 'Orders',
    summary: 'What became of an order?',
    description:
      'Asked when the answer to an order was lost. It changes nothing: an order that is not known yet may still arrive ' +
      'and must then be executed. Wait for an execution that is under way.',
    answer: {
      description: 'What became of the order.',
      schema: orderStateSchema,
      examples: { executed: APPROVED, cancelled: CANCELLED },
    },
    refusals: ['MALFORMED', ...ALWAYS, 'UNKNOWN_ORDER'],
  },
  {
    id: 'CancelOrder',
    method: 'post',
    path: `${ORDER_PATH}/cancel`,
    tag: 'Orders',
    summary: 'Make sure that an order is not executed any more',
    description:
      'Asked when the gateway gives up on an order whose outcome it does not know. An unknown reference becomes ' +
      '`CANCELLED`, for good: remember it on disk before you answer, because the order itself may still be on its way and ' +
      'must then not be executed. An executed order stays as it is and the answer is its outcome; this is not a reversal. ' +
      'When an execution and a cancellation arrive at the same time, exactly one wins. Repeating it changes nothing.',
    answer: {
      description: 'What became of the order; never anything but executed or cancelled.',
      schema: orderStateSchema,
      examples: { cancelled: CANCELLED, executed: APPROVED },
    },
    refusals: ['MALFORMED', ...ALWAYS],
  },
  {
    id: 'LookUpAccounts',
    method: 'post',
    path: '/institutions/{institutionId}/lookups',
    tag: 'Inquiries',
    summary: 'List the accounts of a card or a customer',
    description:
      'Checks the card first (111, 118, then its state: 101, 104, 125, 208, 209). An unknown customer is 114. Closed ' +
      'accounts are left out. It moves nothing and is not remembered.',
    body: { schema: lookupSchema, examples: { byCard: LOOKUP } },
    answer: { description: 'The accounts, or a decline.', schema: lookupOutcomeSchema, examples: { listed: LISTED } },
    refusals: ['MALFORMED', ...ALWAYS],
  },
  {
    id: 'InquireBalance',
    method: 'post',
    path: '/institutions/{institutionId}/balances',
    tag: 'Inquiries',
    summary: 'Show the balances of an account',
    description:
      'Declines 111, 118, the state of the card, 114, 182 (frozen or closed) and 119. It moves nothing and is not remembered.',
    body: { schema: inquirySchema, examples: { inquiry: INQUIRY } },
    answer: {
      description: 'The balances, or a decline.',
      schema: outcomeSchema,
      examples: { shown: APPROVED.outcome, declined: { code: '114' } },
    },
    refusals: ['MALFORMED', ...ALWAYS],
  },
  {
    id: 'Health',
    method: 'get',
    path: '/health',
    tag: 'Health',
    summary: 'Can orders be executed?',
    description: 'Asked every few seconds; answer within half a second. UP means that orders can be executed and kept.',
    answer: { description: 'UP or DOWN.', schema: healthSchema, examples: { up: { status: 'UP' } } },
    refusals: ['UNAUTHENTICATED', 'UNAVAILABLE'],
  },
]

const REFUSALS: Readonly<Record<CoreError, string>> = {
  MALFORMED: 'the request is not as this document says',
  UNAUTHENTICATED: 'no credentials, or wrong ones',
  FORBIDDEN: 'the credentials do not allow this',
  UNKNOWN_ORDER: 'not executed so far; it still may be',
  UNKNOWN_INSTITUTION: 'this core does not keep the institution',
  UNKNOWN_PATH: 'there is no such path',
  CONFLICT: 'the reference stands for another order',
  UNAVAILABLE: 'orders cannot be executed now',
}

export function coreOpenApi(): Json {
  const components = new SchemaComponents()
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationObject(operation, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Core bank over REST',
      version: VERSION,
      description: `${CORE_RULES}\n\n## Declines\n\n${DECLINE_TABLE}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'https://core.bank.example/v1', description: "The bank's own core" }],
    tags: [
      { name: 'Orders', description: 'What moves money, once per reference.' },
      { name: 'Inquiries', description: 'What moves nothing.' },
      { name: 'Health', description: 'Whether the core is there.' },
    ],
    paths,
    components: {
      schemas: components.sorted(),
      parameters: {
        institutionId: pathParameter('institutionId', 'The institution whose books are meant.', {}, 'FI001'),
        reference: pathParameter(
          'reference',
          'Names an order for good. Compare it without regard to case.',
          { format: 'uuid' },
          REFERENCE,
        ),
        correlationId: {
          name: 'X-Correlation-ID',
          in: 'header',
          required: true,
          description: 'A UUID that joins your log with ours.',
          schema: { type: 'string', format: 'uuid' },
          example: '5b0c1d3e-2f4a-4b6c-8d7e-9f0a1b2c3d4e',
        },
      },
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'User name and password of the connectivity record.' },
      },
    },
  }
}

function operationObject(operation: CoreOperation, components: SchemaComponents): Json {
  const { id, tag, summary, description, body, answer, refusals, path } = operation
  const names = Array.from(path.matchAll(/{(\w+)}/g), ([, name]) => name)
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    // The empty requirement: a core may do without.
    security: [{ basic: [] }, {}],
    parameters: [...names, 'correlationId'].map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...(body !== undefined && { requestBody: { required: true, content: jsonContent(body, components) } }),
    responses: {
      200: { description: answer.description, content: jsonContent(answer, components) },
      ...refusalResponses(refusals, components),
    },
  }
}

/** One response for each status; several refusals may share it. */
function refusalResponses(refusals: readonly CoreError[], components: SchemaComponents): Record<string, Json> {
  const statuses = [...new Set(refusals.map((error) => CORE_ERRORS[error]))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const errors = refusals.filter((error) => CORE_ERRORS[error] === status)
      const said = errors.map((error) => `\`${error}\`: ${REFUSALS[error]}.`).join(' ')
      const examples = Object.fromEntries(errors.map((error) => [error, { error }]))
      const content = jsonContent({ schema: errorSchema, examples }, components)
      return [status, { description: `Nothing was done. ${said}`, content }]
    }),
  )
}

function jsonContent(
  { schema, examples }: { readonly schema: TSchema; readonly examples: WireExamples },
  components: SchemaComponents,
): Json {
  const shown = Object.entries(examples).map(([name, value]): [string, Json] => [name, { value: value as Json }])
  return { 'application/json': { schema: components.emit(schema), examples: Object.fromEntries(shown) } }
}

function pathParameter(name: string, description: string, schema: { format?: string }, example: string): Json {
  return { name, in: 'path', required: true, description, schema: { type: 'string', ...schema }, example }
}
