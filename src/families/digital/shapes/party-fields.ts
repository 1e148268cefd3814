// Fields that institutions and users share on the wire.

import { Type } from 'typebox'
import { chosen } from '../../../edge/http/operation.ts'
import { isCountry } from '../../../platform/kernel/identifiers/countries.ts'

export function country(description: string) {
  const schema = Type.String({
    description,
    pattern: '^[A-Z]{2}$',
    expected: 'must be an ISO 3166 country code such as US',
  })
  return Type.Refine(schema, isCountry)
}

/** An id of another system. */
export function externalId(description: string) {
  return chosen(
    Type.String({
      description,
      pattern: '^[A-Za-z0-9_.-]{1,35}$',
      expected: 'must be 1 to 35 letters, digits, dots, hyphens or underscores',
    }),
  )
}
