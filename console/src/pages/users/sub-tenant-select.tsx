// Chooses a sub-tenant of an institution. Draws nothing for an institution that has none.

import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'

export function SubTenantSelect({ institutionId, ...select }: SelectProps & { readonly institutionId: string }) {
  const { data } = useQuery({
    queryKey: ['sub-tenants', 'choices', institutionId],
    queryFn: () => ask(admin.listSubTenants({ size: 200 }, { institutionId })),
    enabled: institutionId !== '',
    staleTime: 60_000,
  })
  const open = (data?.content ?? []).filter(({ status }) => status !== 'CLOSED')
  if (institutionId === '' || open.length === 0) return null
  return (
    <Select
      label="Sub-tenant"
      description="Leave it empty for a user who sees the whole institution."
      placeholder="The whole institution"
      clearable
      searchable
      {...select}
      data={open.map(({ id, tenantCode, name }) => ({ value: id, label: `${tenantCode} · ${name}` }))}
    />
  )
}
