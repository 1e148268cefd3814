// Fields that a change may clear by sending null.

import { type TSchema, Type } from 'typebox'
import { explain, type Findings } from '../http/body/validation.ts'

/** The schema or null. A wrong value is explained as one of the schema, down to the member that is wrong. */
export function orNull<Schema extends TSchema>(schema: Schema) {
  const { description } = schema as { readonly description?: string }
  return Type.Union([schema, Type.Null()], {
    ...(description !== undefined && { description }),
    inspect: (value: unknown, path: string, found: Findings) => {
      if (value !== null) explain(schema, value, path, found)
    },
  })
}
