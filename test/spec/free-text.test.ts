// Free text of every request of administration, digital banking and lending refuses card numbers: it is kept for good, in the audit log too.
// The fields are those of the schemas that the server checks with; a new one is refused here until it is decided what it is.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Check } from 'typebox/value'
import { openEdge as openDigital } from '../../src/families/digital/edge.fixture.ts'
import { DIGITAL_OPERATIONS } from '../../src/families/digital/operations.ts'
import { openEdge as openLending } from '../../src/families/lending/edge.fixture.ts'
import { LENDING_OPERATIONS } from '../../src/families/lending/operations.ts'
import { keptFault } from '../../src/families/lending/shapes/kept-fields.ts'
import { ONBOARDING_OPERATIONS } from '../../src/families/onboarding/operations.ts'
import { setField, type Tree } from './request-bodies.ts'
import { assertNames } from './schema-faults.ts'

const ID = '01978a2e-6f00-7000-8000-00000000c0de'
const PAN = '4111111111111111'
const TEXTS = [
  PAN,
  `card ${PAN}`,
  'card 4111 1111 1111 1111',
  '4111-1111-1111-1111, please',
  '５５５５５５５５５５５５４４４４',
]

/** Text that is something else than free: by the route and the field. */
const NOT_FREE_TEXT: readonly (readonly [why: string, fields: RegExp])[] = [
  ['looked for, not kept', / (search|text|search\.text|cursor)$/],
  [
    'references of other systems',
    / (externalReference|paymentReference\.reference|remittance\.endToEndId|kyc\.reference)$/,
  ],
  ['ids', / (institutionId|refundAccount|accountType|txnCapability|coreCode|modules\[\]\.\w+(\[\])?|services\[\])$/],
  ['of one value', / tokenAmount\.tokenType$/],
  ['taken and not used', /^POST \/roles createdBy$/],
  [
    'who signs in, and secrets',
    /^POST \/(login\/|auth\/|token |validateOtp|verify-invite-url)|^(POST|PATCH) \/users\/(mail|password)/,
  ],
  ['the way to a core', / (userName|password|adminPassword|baseUrl|host|iso8583\.acceptor\w+)$/],
  ['a setting', /\/application-properties(\/:id)? value$/],
  ['of any kind', /^POST \/risk-signals signals\[\]\.value$/],
]

interface Schema {
  readonly type?: string
  readonly pattern?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

interface Sent {
  readonly route: string
  readonly requestExamples?: readonly { readonly value: unknown }[] | undefined
}

interface Leaf {
  readonly path: string
  readonly schema: Schema
}

/** Fields that take any text, and those of lists. */
function textsOf(schema: Schema, path = ''): Leaf[] {
  const isOpen = [schema.pattern, schema.format, schema.enum, schema.const].every((bound) => bound === undefined)
  if (schema.type === 'string' && isOpen) return [{ path, schema }]
  if (schema.items !== undefined) return textsOf(schema.items, `${path}[]`)
  if (schema.anyOf?.some(({ type }) => type === 'string')) return [{ path, schema }]
  return [
    ...(schema.anyOf ?? []).flatMap((one) => textsOf(one, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      textsOf(member, path === '' ? name : `${path}.${name}`),
    ),
  ]
}

const FAMILIES = [
  ['administration', ONBOARDING_OPERATIONS],
  ['digital banking', DIGITAL_OPERATIONS],
  ['lending', LENDING_OPERATIONS],
] as const

/** A field of each kind, over HTTP. */
const SENT: [open: typeof openDigital | typeof openLending, route: string, path: string][] = [
  [openDigital, 'POST /interbank-transfers', 'remittance.info'],
  [openDigital, 'POST /interbank-transfers', 'beneficiary.name'],
  [openDigital, 'POST /users', 'user.firstName'],
  [openDigital, 'POST /institutions/:institutionId/status', 'status.reason'],
  [openLending, 'POST /loans', 'applicant.lastName'],
  [openLending, 'POST /loans', 'applicant.remarks'],
  [openLending, 'PATCH /loans/:loanId', 'contact.note'],
  [openLending, 'POST /loans/:loanId/close', 'note'],
  [openLending, 'POST /loans/:loanId/fees', 'reason'],
]

describe('a card number over HTTP', () => {
  for (const [open, route, path] of SENT)
    test(`${route} names ${path}, and nothing is asked of the bank`, async () => {
      const operations: readonly Sent[] = [...DIGITAL_OPERATIONS, ...LENDING_OPERATIONS]
      const operation = operations.find((one) => one.route === route)
      const body = structuredClone(operation?.requestExamples?.[0]?.value ?? {}) as Tree
      setField(body, path, `card ${PAN}`)
      const edge = open()
      const answer = await edge.call(route.replaceAll(/:\w+/g, ID), { body })
      assertNames(answer, path)
      assert.ok(!answer.text.includes(PAN))
      assert.equal(edge.asked.length, 0)
    })

  test("in a field of the caller's own, or a signal, a number alone is kept: it may be that of anything", () => {
    const { body } = LENDING_OPERATIONS.find(({ route }) => route === 'POST /risk-signals') ?? {}
    const [signal] = textsOf(body as unknown as Schema).filter(({ path }) => path === 'signals[].value')
    assert.ok(signal !== undefined)
    assert.deepEqual(
      [PAN, `card ${PAN}`].map((text) => Check(signal.schema as never, text)),
      [true, false],
    )
    assert.deepEqual(
      [PAN, `card ${PAN}`].map((text) => keptFault({ nationalId: text }, 'applicant')?.path),
      [undefined, 'applicant.nationalId'],
    )
  })
})

for (const [family, operations] of FAMILIES)
  describe(`free text of ${family}`, () => {
    for (const { route, body } of operations) {
      if (body === undefined) continue
      for (const { path, schema } of textsOf(body as unknown as Schema)) {
        const field = `${route} ${path}`
        if (NOT_FREE_TEXT.some(([, fields]) => fields.test(field))) continue
        test(field, () => {
          for (const text of TEXTS) assert.equal(Check(schema as never, text), false, text)
        })
      }
    }
  })
