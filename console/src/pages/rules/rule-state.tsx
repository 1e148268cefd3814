// Whether rules run.

import { Badge } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { StatusBadge } from '../../kit/show/values.tsx'

export function RuleState({ rule: { state, error } }: { rule: Pick<onboarding.Rule, 'state' | 'error'> }) {
  // Earlier rules go on while their changed file cannot be used.
  if (state === 'ACTIVE' && error !== undefined) {
    return (
      <Badge color="yellow" variant="light" radius="sm" tt="none">
        Active, file refused
      </Badge>
    )
  }
  return <StatusBadge status={state} />
}
