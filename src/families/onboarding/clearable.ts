// Optional fields: absent keeps what is there, null sets it back to its default.

import { type TSchema, Type } from 'typebox'
import { explain, type Findings } from '../../http/body/validation.ts'

/** The value or null. A wrong value is explained as the schema explains it, field by field. */
export function clearable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()], {
    inspect(value: unknown, path: string, found: Findings) {
      if (value !== null) explain(schema, value, path, found)
    },
  })
}
