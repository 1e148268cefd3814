// What response codes of account services mean, from the catalogue of error codes.

import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { useMay } from '../../session/entitlements.ts'

export type ResponseCode = onboarding.ErrorCode

const NONE: ReadonlyMap<string, ResponseCode> = new Map()

/** By response code, `110`. Empty until it is loaded, and for users who may not read the catalogue. */
export function useResponseCodes(): ReadonlyMap<string, ResponseCode> {
  const mayRead = useMay()('ERROR_CODES', 'VIEW')
  const { data } = useQuery({
    queryKey: ['error-codes', 'response-codes'],
    queryFn: async () => {
      const { content } = await ask(admin.listErrorCodes({ family: 'A', size: 200 }))
      return new Map(content.map((code) => [code.responseCode ?? code.code, code]))
    },
    enabled: mayRead,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? NONE
}
