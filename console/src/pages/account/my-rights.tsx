// What the user's role grants, module by module.

import { Badge, Group, Table, Text } from '@mantine/core'
import { EmptyState } from '../../kit/empty-state.tsx'
import { formatWord } from '../../kit/format.ts'
import { Section } from '../../kit/section.tsx'
import { useUser } from '../../session/session.ts'

export function MyRights() {
  const { modules, role } = useUser()
  return (
    <Section
      title="My rights"
      description={`What the role “${role}” grants. An administrator can change it; the change counts at once.`}
      flush
    >
      {modules.length === 0 ? (
        <EmptyState title="No rights" hint="The role grants nothing, or is disabled." />
      ) : (
        <Table.ScrollContainer minWidth={480}>
          <Table aria-label="My rights">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w="40%">Module</Table.Th>
                <Table.Th>Actions</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {modules.map(({ moduleId, moduleName, actionId }) => (
                <Table.Tr key={moduleId}>
                  <Table.Td>
                    {moduleName}{' '}
                    <Text span size="xs" c="dimmed">
                      {moduleId}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Group gap={6}>
                      {actionId.map((action) => (
                        <Badge key={action} variant="light" color="gray" radius="sm" tt="none">
                          {formatWord(action)}
                        </Badge>
                      ))}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  )
}
