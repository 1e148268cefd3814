// The operations of account services that a partner may call.

import { List, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Section } from '../../kit/page/section.tsx'
import { OPERATION_GROUPS } from './partner-words.ts'

export function GrantedOperations({ operations }: { operations: readonly string[] }) {
  const granted = new Set(operations)
  const groups = OPERATION_GROUPS.map(
    ([group, known]) => [group, known.filter(([id]) => granted.has(id))] as const,
  ).filter(([, known]) => known.length > 0)
  return (
    <Section title="Operations of account services">
      {groups.length === 0 ? (
        <Text size="sm" c="dimmed">
          None: every call is refused until some are granted.
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
          {groups.map(([group, known]) => (
            <Stack key={group} gap={4}>
              <Title order={3} size="sm">
                {group}
              </Title>
              <List size="sm" spacing={2}>
                {known.map(([id, name]) => (
                  <List.Item key={id}>
                    {name}{' '}
                    <Text span size="xs" c="dimmed">
                      {id}
                    </Text>
                  </List.Item>
                ))}
              </List>
            </Stack>
          ))}
        </SimpleGrid>
      )}
    </Section>
  )
}
