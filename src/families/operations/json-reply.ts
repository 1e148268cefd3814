// Plain JSON replies of this family, which has no reply schemas.

import type { Reply } from '../../edge/http/family.ts'

export function jsonReply(body: unknown, status = 200): Reply {
  return { status, body: JSON.stringify(body) }
}
