// Says that a change waits for a second user. Who may carry it out in an emergency is offered that.

import { Alert, Group, Text } from '@mantine/core'
import { IconUrgent, IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import type { SentForApproval } from '../../api/sent-for-approval.ts'
import { CarryOutNow } from '../actions/carry-out-now.tsx'
import { SecretOnce } from '../show/secret-once.tsx'
import { secretsIn } from '../show/secrets-in.ts'
import { PageLink } from './page-link.tsx'

export function SentForApprovalNotice({ error: { changeRequestId: id, message } }: { error: SentForApproval }) {
  const [isDone, setDone] = useState(false)
  const [secrets, setSecrets] = useState<ReturnType<typeof secretsIn>>()
  const { data: request } = useQuery({
    queryKey: ['change-requests', id],
    queryFn: () => ask(admin.getChangeRequest({ id })),
  })
  return (
    <Alert
      color={isDone ? 'yellow' : 'blue'}
      icon={isDone ? <IconUrgent /> : <IconUserCheck />}
      title={isDone ? 'Carried out in an emergency' : 'Sent for approval'}
      role="status"
    >
      <Text size="sm">{isDone ? 'The change is made. Another user has to review it.' : message}</Text>
      <PageLink to={`/change-requests/${id}`}>Open the change request</PageLink>
      {!isDone && request?.mayBreakGlass === true && (
        <Group mt="sm">
          <CarryOutNow
            changeRequestId={id}
            onDone={(answer) => {
              setDone(true)
              setSecrets(secretsIn(answer))
            }}
          />
        </Group>
      )}
      <SecretOnce title="Shown once" secrets={secrets} onClose={() => setSecrets(undefined)} />
    </Alert>
  )
}
