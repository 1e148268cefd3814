// A page that failed while it was drawn: a defect of the console, or a part of it that could not be loaded.

import { Button, Code, Stack, Text, Title } from '@mantine/core'

export function PageError({ error, reset }: { error: unknown; reset?: () => void }) {
  return (
    <Stack align="flex-start" p="lg" role="alert">
      <Title order={1}>This page could not be shown</Title>
      <Text>If the gateway was updated while the console was open, loading the page again helps.</Text>
      <Code>{error instanceof Error ? error.message : String(error)}</Code>
      <Button onClick={() => (reset === undefined ? window.location.reload() : reset())}>Try again</Button>
    </Stack>
  )
}
