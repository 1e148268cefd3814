// What each response code of the account services means to an integrator.

import { RESPONSE_CODES } from '@tillgate/sdk'

export function meaningOf(code: string): string {
  return RESPONSE_CODES[code]?.toLowerCase() ?? 'see the catalogue of error codes'
}

/** `status.responseCode` of any answer, an error's too. */
export function responseCodeOf(body: unknown): string | undefined {
  const code = (body as { status?: { responseCode?: unknown } } | null | undefined)?.status?.responseCode
  return typeof code === 'string' ? code : undefined
}
