// Application properties on the wire: what is sent, what comes back, and an example of each.

import { type TSchema, Type } from 'typebox'
import { PROPERTY_SOURCES } from '../../../../administration/properties/effective-properties.ts'
import type { PropertyRecord } from '../../../../administration/properties/property-records.ts'
import { VALUE_TYPES } from '../../../../administration/properties/property-values.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { orNull } from '../../../../edge/resource/nullable.ts'
import {
  freeTextOrEmpty,
  recordExample,
  recordFields,
  searchText,
  timestamp,
  uuid,
} from '../../../../edge/resource/record-shapes.ts'
import { ENVIRONMENTS } from '../../../../platform/kernel/environment.ts'

const MAX_ITEMS = 200
const MAX_VALUE = 8_192

export const environment = Type.Enum([...ENVIRONMENTS], {
  description: 'An environment',
  expected: `must be one of ${ENVIRONMENTS.join(', ')}`,
})

export const application = Type.String({
  description: 'An application; `*` is all',
  pattern: '^(\\*|[A-Za-z0-9_.-]{1,35})$',
  expected: 'must be * or 1 to 35 letters, digits, dots, hyphens or underscores',
})

export const key = Type.String({
  description: 'Its name',
  pattern: '^[a-z0-9.-]{1,128}$',
  expected: 'must be 1 to 128 lower-case letters, digits, dots or hyphens',
})

const value = Type.Refine(
  Type.String({
    description: 'The value, as text of its type',
    maxLength: MAX_VALUE,
    expected: `must be at most ${MAX_VALUE} characters without control characters other than tabs and line breaks`,
  }),
  isText,
)

/** Certificates and JSON have lines. */
function isText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point.
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(text) && text.isWellFormed()
}

const valueType = Type.Enum([...VALUE_TYPES], {
  description: 'What the value is; `DURATION` is ISO 8601, such as PT30S',
  expected: `must be one of ${VALUE_TYPES.join(', ')}`,
})

const isSecret = Type.Boolean({ description: 'The value is stored encrypted and cannot be read; for good' })
const isActive = Type.Boolean({ description: 'Whether it has effect' })
const description = freeTextOrEmpty('What it is for')

const optional = {
  isSecret: Type.Optional(chosen(isSecret)),
  description: Type.Optional(chosen(orNull(description))),
  isActive: Type.Optional(chosen(isActive)),
}

/** An institution of family A, or one of digital banking, whose ids are UUIDs. */
export function institution(description: string) {
  return Type.String({
    description,
    pattern: '^([A-Za-z0-9_.-]{1,35}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$',
    expected: 'must be 1 to 35 letters, digits, dots, hyphens or underscores, or the UUID of a digital institution',
  })
}

const institutionId = Type.Optional(chosen(orNull(institution('The institution it holds for; none is all'))))

export const newProperty = Type.Object({
  environment: chosen(environment),
  application: chosen(application),
  institutionId,
  key: chosen(key),
  value: chosen(value),
  valueType: chosen(valueType),
  ...optional,
})

export const propertyChange = Type.Object({
  version: recordFields.version,
  environment: Type.Optional(chosen(environment)),
  application: Type.Optional(chosen(application)),
  institutionId,
  key: Type.Optional(chosen(key)),
  value: Type.Optional(chosen(value)),
  valueType: Type.Optional(chosen(valueType)),
  ...optional,
})

const oneOf = <Schema extends TSchema>(item: Schema, what: string) =>
  Type.Array(item, {
    description: 'One of these; none is any',
    maxItems: MAX_ITEMS,
    expected: `must be at most ${MAX_ITEMS} ${what}`,
  })

export const propertyFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the key or the description, in any letter case'))),
  environment: Type.Optional(chosen(oneOf(environment, 'environments'))),
  application: Type.Optional(chosen(application)),
  institutionId: Type.Optional(chosen(institution('The institution'))),
  key: Type.Optional(chosen(key)),
  valueType: Type.Optional(chosen(oneOf(valueType, 'types'))),
  isSecret: Type.Optional(chosen(isSecret)),
  isActive: Type.Optional(chosen(isActive)),
})

const shownValue = Type.String({ description: 'The value; ******** when it is secret' })
const valueSet = Type.Boolean({ description: 'Whether there is a value: true' })

export const property = Type.Object(
  {
    ...recordFields,
    environment: chosen(environment),
    application: chosen(application),
    institutionId: Type.Optional(chosen(institution('The institution it holds for; none is all'))),
    key: chosen(key),
    value: chosen(shownValue),
    valueSet: chosen(valueSet),
    valueType: chosen(valueType),
    isSecret: chosen(isSecret),
    description: chosen(Type.String({ description: 'What it is for' })),
    isActive: chosen(isActive),
  },
  { component: 'ApplicationProperty' },
)

export function propertyReply(record: PropertyRecord) {
  return { ...record, valueSet: true }
}

export const propertyVersion = Type.Object(
  {
    version: recordFields.version,
    value: chosen(shownValue),
    valueType: chosen(valueType),
    isSecret: chosen(isSecret),
    description: chosen(Type.String({ description: 'What it is for' })),
    isActive: chosen(isActive),
    updatedAt: chosen(timestamp('When the version was made')),
    updatedBy: chosen(Type.String({ description: 'Who made it' })),
  },
  { component: 'ApplicationPropertyVersion' },
)

export const effectiveProperty = Type.Object(
  {
    key: chosen(key),
    value: chosen(shownValue),
    valueType: chosen(valueType),
    isSecret: chosen(isSecret),
    source: chosen(Type.Enum([...PROPERTY_SOURCES], { description: 'What the value holds for' })),
    id: chosen(uuid('The property that the value comes from')),
  },
  { component: 'EffectiveProperty' },
)

export const NEW_PROPERTY = {
  environment: 'sandbox',
  application: '*',
  key: 'export.keep-days',
  value: '14',
  valueType: 'INT',
  description: 'How long exports are kept',
}

export const PROPERTY = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e91'),
  ...NEW_PROPERTY,
  valueSet: true,
  isSecret: false,
  isActive: true,
}
