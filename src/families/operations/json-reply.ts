// Answers of this family: plain JSON, written here because there is no schema to speed it up.

import type { Reply } from '../../http/family.ts'

export function jsonReply(body: unknown, status = 200): Reply {
  return { status, body: JSON.stringify(body) }
}
