// Tells what the gateway refused or could not do, and how to go on.

import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import { GatewayError } from '../../api/gateway-error.ts'

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
  return (
    <Alert
      color={isPassing ? 'yellow' : 'red'}
      icon={isPassing ? <IconPlugConnectedX /> : <IconAlertTriangle />}
      title={title ?? titleOf(known)}
      role="alert"
    >
      <Text size="sm">{message ?? (error instanceof Error ? error.message : String(error))}</Text>
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
  if (error.isStale) return 'Somebody else changed this record'
  if (error.status === 409) return 'This is not possible in the present state'
  if (error.status >= 500) return 'The gateway failed'
  return 'Please check what you entered'
}
