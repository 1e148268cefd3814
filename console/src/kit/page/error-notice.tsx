// Tells what the gateway refused or could not do, and how to go on.

import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import { GatewayError } from '../../api/gateway-error.ts'
import { SentForApproval } from '../../api/sent-for-approval.ts'
import { serverMessage } from '../../texts/server-messages.ts'
import { SentForApprovalNotice } from './sent-for-approval-notice.tsx'
import { useUrlState } from './url-state.ts'

export interface ErrorNoticeProps {
  readonly error: unknown
  /** Shown as a button when trying again makes sense. */
  readonly onRetry?: (() => void) | undefined
  /** Above the message; by default what kind of error it is. */
  readonly title?: string | undefined
  /** Instead of the error's own message. */
  readonly message?: string | undefined
}

export function ErrorNotice({ error, onRetry, title, message }: ErrorNoticeProps) {
  const known = error instanceof GatewayError ? error : undefined
  const isPassing = known?.isPassing === true
  const [{ partner }] = useUrlState()
  if (error instanceof SentForApproval) return <SentForApprovalNotice error={error} />
  // One code for every refusal: its words tell whether it is the partner or the role.
  if (partner !== undefined && known?.code === 'FORBIDDEN' && /\bfor this partner\b/.test(known.message)) {
    return (
      <Alert color="red" icon={<IconAlertTriangle />} title={`You may not act for ${partner}`} role="alert">
        <Text size="sm">
          It works for no institution of yours, does not offer this service, or does not exist. Choose another partner
          at the top of the page. If you were sent this link, ask an administrator for access.
        </Text>
      </Alert>
    )
  }
  return (
    <Alert
      color={isPassing ? 'yellow' : 'red'}
      icon={isPassing ? <IconPlugConnectedX /> : <IconAlertTriangle />}
      title={title ?? titleOf(known)}
      role="alert"
    >
      <Text size="sm">{message ?? serverMessage(error instanceof Error ? error.message : String(error))}</Text>
      {known !== undefined && (known.code !== '' || known.correlationId !== undefined) && (
        <Text size="xs" c="dimmed" mt={4}>
          {[known.code, known.correlationId && `correlation id ${known.correlationId}`].filter(Boolean).join(' · ')}
        </Text>
      )}
      {onRetry !== undefined && (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  )
}

function titleOf(error: GatewayError | undefined): string {
  if (error === undefined) return 'Something went wrong'
  if (error.status === 0) return 'No connection to the gateway'
  if (error.isPassing) return 'The gateway cannot do this just now'
  if (error.isSignedOut) return 'Your session had ended'
  if (error.status === 403) return 'You may not do this'
  if (error.status === 404) return 'Not found'
  if (error.isStale) return 'Another person changed this record'
  if (error.status === 409) return 'This is not possible in the present state'
  if (error.status >= 500) return 'The gateway failed'
  return 'Please check what you entered'
}
