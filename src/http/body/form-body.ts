// Reads a form-encoded body: names and values, each name once.

import { invalidFields, type ProblemDetail } from '../../kernel/problem.ts'
import { speakable } from './json-walk.ts'

const MAX_FIELDS = 50

/** The fields of a form; throws a Problem `invalid` that names what is sent twice. */
export function parseFormBody(text: string): Readonly<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null)
  const faults: ProblemDetail[] = []
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > MAX_FIELDS) {
      faults.push({ path: 'body', message: `has more than ${MAX_FIELDS} fields` })
      break
    }
    if (name in fields) faults.push({ path: speakable(name), message: 'is sent twice' })
    // Bytes that are not UTF-8 were decoded to this mark, and nobody sends it on purpose.
    if (name.includes('\uFFFD') || value.includes('\uFFFD')) {
      faults.push({ path: speakable(name), message: 'is not valid UTF-8' })
    }
    fields[name] = value
  }
  if (faults.length > 0) throw invalidFields(faults)
  return fields
}
