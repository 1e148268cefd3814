// Users who can be given exceptions, as choices. Who may not hand out still finds the own ones.

import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../../api/ask.ts'
import { admin } from '../../../../api/gateway.ts'
import { useMay } from '../../../../session/entitlements.ts'
import { useUser } from '../../../../session/session.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

export function useAssignees(institutionId?: string): readonly Choice[] {
  const may = useMay()
  const me = useUser()
  const { data } = useQuery({
    queryKey: ['exception-assignees', institutionId],
    queryFn: () => ask(admin.listExceptionAssignees(institutionId === undefined ? {} : { institutionId })),
    enabled: may('EXCEPTIONS', 'UPDATE'),
  })
  const others = (data ?? []).filter(({ userId }) => userId !== me.id)
  return [
    { value: me.id, label: `${me.userName} (you)` },
    ...others.map(({ userId, firstName, lastName, mailID }) => ({
      value: userId,
      label: `${firstName} ${lastName}, ${mailID}`,
    })),
  ]
}
