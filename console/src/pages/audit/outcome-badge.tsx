// Whether what was tried was done.

import { StatusBadge } from '../../kit/values.tsx'

export function OutcomeBadge({ outcome }: { outcome: string }) {
  return <StatusBadge status={outcome} color={outcome === 'SUCCESS' ? 'green' : 'red'} />
}
