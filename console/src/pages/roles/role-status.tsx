// Whether a role grants anything.

import { StatusBadge } from '../../kit/show/values.tsx'

export function RoleStatus({ isEnabled }: { isEnabled: boolean }) {
  return <StatusBadge status={isEnabled ? 'ENABLED' : 'DISABLED'} color={isEnabled ? 'green' : 'yellow'} />
}
