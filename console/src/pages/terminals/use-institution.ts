// What a form wants to know about the chosen institution. Without the right to see it, the form does without.

import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { useMay } from '../../session/entitlements.ts'

export function useInstitution(institutionId: string | null): onboarding.Institution | undefined {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['institutions', 'by-code', institutionId],
    queryFn: async () => {
      const { content } = await ask(admin.listInstitutions({ size: 50 }, { search: institutionId ?? '' }))
      return content.find((found) => found.institutionId === institutionId) ?? null
    },
    enabled: institutionId !== null && may('INSTITUTIONS', 'VIEW'),
    staleTime: 60_000,
  })
  return data ?? undefined
}

export function useSubTenants(institutionId: string | null): { value: string; label: string }[] {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['sub-tenants', 'choices', institutionId],
    queryFn: () => ask(admin.listSubTenants({ size: 200 }, { institutionId: institutionId ?? '' })),
    enabled: institutionId !== null && may('SUB_TENANTS', 'VIEW'),
    staleTime: 60_000,
  })
  return (data?.content ?? [])
    .filter(({ status }) => status !== 'CLOSED')
    .map(({ id, tenantCode, name }) => ({ value: id, label: `${tenantCode} · ${name}` }))
}
