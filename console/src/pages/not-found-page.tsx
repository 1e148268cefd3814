// An address that leads nowhere.

import { Stack, Text, Title } from '@mantine/core'
import { PageLink } from '../kit/page/page-link.tsx'

export function NotFoundPage() {
  return (
    <Stack align="flex-start" p="lg">
      <Title order={1}>There is no such page</Title>
      <Text>The address may be mistyped, or what it showed has moved.</Text>
      <PageLink to="/">To the start page</PageLink>
    </Stack>
  )
}
