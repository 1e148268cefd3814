// Names of the codes of an account. Without the right to read a list, its codes stay alone.

import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { useMay } from '../../session/entitlements.ts'
import { useCapabilities } from '../account-types/use-capabilities.ts'
import { useInstitution } from '../terminals/use-institution.ts'
import type { Account } from './customer-words.ts'

export interface AccountNames {
  readonly accountType: string | undefined
  readonly branch: string | undefined
  readonly capability: string | undefined
}

export function useNamesOf(account: Account): AccountNames {
  const { institutionId, branchId, txnCapability } = account
  const institution = useInstitution(institutionId)
  const capabilities = useCapabilities()
  return {
    accountType: useAccountTypeName(account),
    branch: institution?.branches.find(({ id }) => id === branchId)?.name,
    capability: capabilities.find(({ code }) => code === txnCapability)?.description,
  }
}

export function useAccountTypeName({ institutionId, accountType }: Account): string | undefined {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['account-types', 'names', institutionId],
    queryFn: () => ask(admin.listAccountTypes({ size: 200 }, { institutionId })),
    enabled: may('ACCOUNT_TYPES', 'VIEW'),
    staleTime: 60_000,
  })
  return data?.content.find(({ code }) => code === accountType)?.description
}
