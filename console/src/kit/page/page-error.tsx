// A page that failed while it was drawn: a defect of the console, or a part of it that could not be loaded.

import { Button, Code, Stack, Text, Title } from '@mantine/core'
import { GatewayError } from '../../api/gateway-error.ts'
import { isReachable } from '../../api/reachable.ts'
import { ErrorNotice } from './error-notice.tsx'

export function PageError({ error, reset }: { error: unknown; reset?: () => void }) {
  return (
    <Stack align="flex-start" p="lg" role="alert">
      <Title order={1}>This page could not be shown</Title>
      {error instanceof GatewayError ? (
        <ErrorNotice error={error} onRetry={() => void loadAgain()} />
      ) : (
        <>
          <Text>If the gateway was updated while the console was open, loading the page again helps.</Text>
          <Code>{error instanceof Error ? error.message : String(error)}</Code>
          <Button onClick={() => (reset === undefined ? window.location.reload() : reset())}>Try again</Button>
        </>
      )}
    </Stack>
  )
}

/** Without the gateway the browser would show its own error page instead. */
async function loadAgain(): Promise<void> {
  if (await isReachable()) window.location.reload()
}
