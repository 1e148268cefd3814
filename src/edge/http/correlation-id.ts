// The optional correlation id of a request.

import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import type { Call } from './call.ts'

const CORRELATION_ID = 'x-correlation-id'

/** The server replaces a malformed id with one of its own; reject it so that the caller learns of it. */
export function checkCorrelationId(call: Call): void {
  const sent = call.headers[CORRELATION_ID]
  if (sent === undefined || (typeof sent === 'string' && isUuid(sent))) return
  throw invalidFields([{ path: CORRELATION_ID, message: 'must be a UUID' }])
}
