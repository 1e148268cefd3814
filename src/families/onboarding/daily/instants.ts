// Timestamps that callers send.

import { Type } from 'typebox'

/** A timestamp that exists and can be kept. */
export function instant(description: string, example: string, limits: { readonly maxLength?: number } = {}) {
  const schema = Type.String({
    description,
    format: 'date-time',
    ...limits,
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})$',
    expected: `must be a timestamp such as ${example}`,
  })
  return Type.Refine(schema, isInstant)
}

/** Both the pattern and Date.parse accept 30 February, so that is checked here; years must have four digits. */
export function isInstant(text: string): boolean {
  const date = text.slice(0, 10)
  const day = new Date(`${date}T00:00:00Z`)
  // In UTC it may lie in another year than the one that was written.
  const year = new Date(text).getUTCFullYear()
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date) && year >= 1 && year <= 9999
}
