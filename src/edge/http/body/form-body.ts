// Parses a form-encoded body. Each field may be sent once.

import { invalidFields, type ProblemDetail } from '../../../platform/kernel/problems/problem.ts'
import { safeKey } from './json-walk.ts'

const MAX_FIELDS = 50

/** The fields of a form; throws a Problem `invalid` that lists the fields sent twice. */
export function parseFormBody(text: string): Readonly<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null)
  const faults: ProblemDetail[] = []
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > MAX_FIELDS) {
      faults.push({ path: 'body', message: `has more than ${MAX_FIELDS} fields` })
      break
    }
    if (name in fields) faults.push({ path: safeKey(name), message: 'is sent twice' })
    // The decoder puts U+FFFD in place of bytes that are not UTF-8; no real value contains it.
    if (name.includes('\uFFFD') || value.includes('\uFFFD')) {
      faults.push({ path: safeKey(name), message: 'is not valid UTF-8' })
    }
    fields[name] = value
  }
  if (faults.length > 0) throw invalidFields(faults)
  return fields
}
