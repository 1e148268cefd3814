// A customer's id, as a link to everything that is known of the customer.

import { PageLink } from '../../kit/page/page-link.tsx'
import { Id } from '../../kit/show/values.tsx'
import { useMay } from '../../session/entitlements.ts'

export interface CustomerLinkProps {
  readonly institutionId: string
  readonly customerId: string
}

export function CustomerLink({ institutionId, customerId }: CustomerLinkProps) {
  const may = useMay()
  if (!may('ACCOUNTS', 'VIEW')) return <Id>{customerId}</Id>
  return (
    <PageLink to={`/customers/${encodeURIComponent(institutionId)}/${encodeURIComponent(customerId)}`}>
      {customerId}
    </PageLink>
  )
}
