// Whether what was tried was done.

import { StatusBadge } from '../../kit/show/values.tsx'

export function OutcomeBadge({ outcome }: { outcome: string }) {
  return <StatusBadge status={outcome} color={outcome === 'SUCCESS' ? 'green' : 'red'} />
}
