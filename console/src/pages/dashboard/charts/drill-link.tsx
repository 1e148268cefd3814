// A figure that leads to the transactions behind it, for users who may see them.

import { PageLink } from '../../../kit/page/page-link.tsx'
import { formatCount } from '../../../kit/show/format.ts'
import { useMay } from '../../../session/entitlements.ts'
import type { Search } from './drill-down.ts'

export function DrillLink({ count, of, search }: { count: number; of: string; search: Search }) {
  const may = useMay()
  if (count === 0 || !may('QUERY', 'VIEW')) return formatCount(count)
  return (
    <PageLink to="/transactions" search={search} aria-label={`${formatCount(count)} ${of}`}>
      {formatCount(count)}
    </PageLink>
  )
}
