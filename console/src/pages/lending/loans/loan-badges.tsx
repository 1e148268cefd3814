// How a loan stands.

import { Group } from '@mantine/core'
import { StatusBadge } from '../../../kit/show/values.tsx'
import type { Loan } from './loan-states.ts'

export function LoanBadges({ loan }: { loan: Pick<Loan, 'status' | 'subStatus'> }) {
  return (
    <Group gap={4}>
      <StatusBadge
        status={loan.status}
        {...(loan.status === 'APPROVED' && { color: 'blue' })}
        {...(loan.status === 'CLOSED' && { color: 'gray' })}
      />
      {loan.subStatus !== undefined && <StatusBadge status={loan.subStatus} />}
    </Group>
  )
}
