// What response codes of account services mean. Their titles come with the SDK, so that everyone reads words; causes and
// remedies are in the catalogue of error codes, for users who may read it.

import { useQuery } from '@tanstack/react-query'
import { type onboarding, RESPONSE_CODES } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { useMay } from '../../session/entitlements.ts'

/** In the order of the codes. */
export const RESPONSE_CODE_CHOICES: readonly { readonly value: string; readonly label: string }[] = Object.keys(
  RESPONSE_CODES,
)
  .sort()
  .map((value) => ({ value, label: responseCodeText(value) }))

/** `110 · Insufficient funds`. */
export function responseCodeText(code: string): string {
  const title = RESPONSE_CODES[code]
  return title === undefined ? code : `${code} · ${title}`
}

/** `110, insufficient funds`, for a sentence. */
export function responseCodeInWords(code: string): string {
  return [code, RESPONSE_CODES[code]?.toLowerCase()].filter(Boolean).join(', ')
}

/** Undefined until it is read, for an approval, and for users who may not read the catalogue. */
export function useCatalogueEntry(code: string): onboarding.ErrorCode | undefined {
  const mayRead = useMay()('ERROR_CODES', 'VIEW')
  const { data } = useQuery({
    queryKey: ['error-codes', 'response-code', code],
    queryFn: () => ask(admin.getErrorCode({ code: `A-${code}` })),
    enabled: mayRead && code !== '000',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
