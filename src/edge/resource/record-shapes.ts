// Shapes that several resources of onboarding share: paging, ids, names, the fields of every record.

import { type TObject, type TOptional, type TProperties, type TSchema, Type } from 'typebox'
import { hasCardNumber } from '../../platform/kernel/identifiers/pan.ts'
import { isPlainText } from '../http/body/plain-text.ts'
import { chosen, given } from '../http/operation.ts'

const MAX_PAGE_SIZE = 200

/** `page` and `size`, as every list takes them. */
const paging = {
  page: given(
    Type.Optional(
      Type.Integer({
        description: 'From 1',
        minimum: 1,
        maximum: 100_000_000,
        default: 1,
        expected: 'must be a whole number from 1',
      }),
    ),
  ),
  size: given(
    Type.Optional(
      Type.Integer({
        description: 'Records on a page',
        minimum: 1,
        maximum: MAX_PAGE_SIZE,
        default: 10,
        expected: `must be a whole number from 1 to ${MAX_PAGE_SIZE}`,
      }),
    ),
  ),
}

export const pagingQuery = Type.Object(paging)

/** The query of a list, with `sort` when there are fields to sort by. */
export function pageQuery(sorts: readonly string[] = []): typeof pagingQuery {
  if (sorts.length === 0) return pagingQuery
  const sort = Type.String({
    description: 'A field and a direction',
    pattern: `^(${sorts.join('|')}):(asc|desc)$`,
    expected: `must be one of ${sorts.join(', ')}, a colon, and asc or desc`,
  })
  return Type.Object({ ...paging, sort: Type.Optional(chosen(sort)) })
}

/** One page of a list. */
export function pageShape(item: TSchema) {
  return Type.Object({
    content: chosen(Type.Array(item)),
    page: chosen(Type.Integer()),
    size: chosen(Type.Integer()),
    totalElements: chosen(Type.Integer()),
    totalPages: chosen(Type.Integer()),
  })
}

export function uuid(description: string) {
  return Type.String({
    description,
    format: 'uuid',
    pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
    expected: 'must be a UUID',
  })
}

/** An identifier chosen by people. */
export function identifier(description: string) {
  return Type.String({
    description,
    pattern: '^[A-Za-z0-9_.-]{1,35}$',
    expected: 'must be 1 to 35 letters, digits, dots, hyphens or underscores',
  })
}

/** An institution of family A, or a digital institution by its UUID. */
export function anyInstitution(description: string) {
  return Type.String({
    description,
    pattern: '^[A-Za-z0-9_.-]{1,36}$',
    expected: 'must be 1 to 36 letters, digits, dots, hyphens or underscores',
  })
}

/** Text of one line without control characters. */
export function line(description: string, maxLength: number) {
  const schema = Type.String({
    description,
    minLength: 1,
    maxLength,
    expected: `must be 1 to ${maxLength} characters without control characters`,
  })
  return Type.Refine(schema, isLine)
}

/** A part of what is looked for. It is not kept, so it may look like anything. */
export const searchText = (description: string) => line(description, 120)

/** A line that people type. A card number in it would stay in the audit log for good. */
export function typedLine(description: string, maxLength: number) {
  const schema = Type.String({
    description,
    minLength: 1,
    maxLength,
    expected: `must be 1 to ${maxLength} characters without control characters and card numbers`,
  })
  return Type.Refine(schema, (value) => isLine(value) && !hasCardNumber(value))
}

export const name = (description: string) => typedLine(description, 120)
export const freeText = (description: string) => typedLine(description, 255)

/** The name of a record: without invisible characters, so that it cannot pass for another. */
export function recordName(description: string) {
  const schema = Type.String({
    description,
    minLength: 1,
    maxLength: 120,
    expected:
      'must be 1 to 120 characters without control characters, invisible ones, card numbers and blanks at the ends',
  })
  return Type.Refine(
    schema,
    (value) => isLine(value) && value.trim() === value && !/\p{Cf}/u.test(value) && !hasCardNumber(value),
  )
}

/** Free text that may be left empty. */
export function freeTextOrEmpty(description: string) {
  const schema = Type.String({
    description,
    maxLength: 255,
    expected: 'must be at most 255 characters without control characters and card numbers, and not blank',
  })
  return Type.Refine(schema, (value) => value === '' || (isLine(value) && !hasCardNumber(value)))
}

function isLine(value: string): boolean {
  return isPlainText(value) && !/[\u2028\u2029]/.test(value) && value.trim() !== ''
}

export function emailAddress(description: string) {
  return Type.String({
    description,
    maxLength: 254,
    pattern:
      "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$",
    expected: 'must be an e-mail address',
  })
}

/** A value as the client encrypted it: a compact JWE. */
export function encrypted(description: string) {
  return Type.String({
    description: `${description}, encrypted: a compact JWE (RSA-OAEP-256, A256GCM) to a key of /auth/keys`,
    minLength: 1,
    maxLength: 4096,
    expected: 'must be an encrypted string of 1 to 4096 characters',
  })
}

export const version = chosen(
  Type.Integer({ description: 'Counts the changes', minimum: 1, expected: 'must be a whole number from 1' }),
)

/** A timestamp that we send. */
export const timestamp = (description: string) => Type.String({ description, format: 'date-time' })

/** What every record has besides its own fields. */
export const recordFields = {
  id: chosen(uuid('The record')),
  version,
  createdAt: chosen(timestamp('When it was made')),
  updatedAt: chosen(timestamp('When it was last changed')),
  createdBy: chosen(Type.String({ description: 'Who made it' })),
  updatedBy: chosen(Type.String({ description: 'Who changed it last' })),
}

/** The fields of a change: those of a new record, none of them required. */
type ChangedFields<Fields extends TProperties, Without extends keyof Fields> = {
  [Name in Exclude<keyof Fields, Without>]: TOptional<Fields[Name]>
} & { version: typeof version }

/**
 * What may be sent to change a record. `fixed` fields may be repeated as they are; those that are left out are changed by
 * an operation of their own, or not at all.
 */
export function changeOf<Fields extends TProperties, Without extends keyof Fields = never>(
  created: TObject<Fields>,
  { fixed, without = [] }: { readonly fixed: readonly (keyof Fields)[]; readonly without?: readonly Without[] },
): TObject<ChangedFields<Fields, Without>> {
  const kept = Object.entries(created.properties).filter(([name]) => !without.some((other) => other === name))
  const changed = kept.map(([name, field]) => [name, Type.Optional(fixed.includes(name) ? onlyAsItIs(field) : field)])
  return Type.Object({ version, ...Object.fromEntries(changed) }) as TObject<ChangedFields<Fields, Without>>
}

/** What is shown of a field where that is not what is sent: other words, or another schema. */
type Shown = string | TSchema

type ShownFields<Name extends PropertyKey> = Record<Name | keyof typeof recordFields, TSchema>

/**
 * A record as it is shown, made from the shape of a new one: the same fields, none of them optional, and then those of
 * `shown` that are not sent. A text is shown without the limits of what people may type.
 */
export function recordOf<Fields extends TProperties, Differing extends Readonly<Record<string, Shown>>>(
  created: TObject<Fields>,
  { component, shown }: { readonly component: string; readonly shown: Differing },
): TObject<ShownFields<keyof Fields | keyof Differing>> {
  const sent = Object.entries<TSchema>(Type.Required(created).properties).map(([name, field]) => [
    name,
    asShown(field, shown[name]),
  ])
  const own: Record<string, TSchema> = Object.fromEntries(sent)
  for (const [name, field] of Object.entries(shown)) {
    if (typeof field !== 'string') own[name] = chosen(field)
    else if (!Object.hasOwn(own, name)) throw new Error(`${component} shows ${name}, of which only the words are known`)
  }
  return Type.Object({ ...recordFields, ...own }, { component }) as TObject<ShownFields<keyof Fields | keyof Differing>>
}

function asShown(field: TSchema, shown?: Shown): TSchema {
  const { type, maxLength, description: sent, 'x-basis': basis } = field as Readonly<Record<string, unknown>>
  const description = typeof shown === 'string' ? shown : sent
  const words = typeof description === 'string' ? { description } : {}
  if (type !== 'string' || maxLength === undefined) return Type.With(field, words)
  return Type.String({ ...words, 'x-basis': basis })
}

function onlyAsItIs(field: TSchema): TSchema {
  return Type.With(field, { description: 'Only as it is: it cannot be changed' })
}

/** The fields of every record, as examples show them. */
export function recordExample(id: string) {
  return {
    id,
    version: 1,
    createdAt: '2026-01-15T10:00:00.000Z',
    updatedAt: '2026-01-15T10:00:00.000Z',
    createdBy: 'admin@sandbox.example',
    updatedBy: 'admin@sandbox.example',
  }
}
