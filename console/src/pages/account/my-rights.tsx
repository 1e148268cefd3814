// What the user's role grants: modules × actions.

import { Table, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { EmptyState } from '../../kit/page/empty-state.tsx'
import { Section } from '../../kit/page/section.tsx'
import { formatWord } from '../../kit/show/format.ts'
import type { Action } from '../../session/entitlements.ts'
import { useUser } from '../../session/session.ts'
import { word } from '../../texts/translate.ts'

const ACTIONS: readonly Action[] = [
  'VIEW',
  'CREATE',
  'UPDATE',
  'DELETE',
  'ACTIVATE',
  'APPROVE',
  'EXPORT',
  'REVEAL',
  'TEST',
]

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
        <Table.ScrollContainer minWidth={740}>
          <Table aria-label="My rights" verticalSpacing={6} highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Module</Table.Th>
                {ACTIONS.map((action) => (
                  <Table.Th key={action} ta="center" w={72}>
                    {formatWord(action)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {modules.map(({ moduleId, moduleName, actionId }) => (
                <Table.Tr key={moduleId}>
                  <Table.Td>
                    {word(moduleName)}{' '}
                    <Text span size="xs" c="dimmed">
                      {moduleId}
                    </Text>
                  </Table.Td>
                  {ACTIONS.map((action) => (
                    <Table.Td key={action} ta="center">
                      {actionId.includes(action) && <IconCheck size={16} aria-hidden />}
                      <VisuallyHidden>{actionId.includes(action) ? 'Yes' : 'No'}</VisuallyHidden>
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  )
}
