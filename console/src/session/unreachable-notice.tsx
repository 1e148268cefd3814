// The gateway could not say whether the session lives. The page says so instead of asking for a password.

import { Container, Stack, Text, Title } from '@mantine/core'
import { ErrorNotice } from '../kit/page/error-notice.tsx'
import { resume } from './session.ts'

export function UnreachableNotice({ error }: { error: unknown }) {
  return (
    <Container size="xs" py={96}>
      <Stack>
        <Title order={1}>The gateway does not answer</Title>
        <Text>You may still be signed in: the console could not ask. It goes on as soon as the gateway answers.</Text>
        <ErrorNotice error={error} onRetry={() => void resume()} />
      </Stack>
    </Container>
  )
}
