// What a promotion changes: a row per property.

import { Badge, Table, Text } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { Id } from '../../kit/show/values.tsx'
import { PropertyValue } from './property-value.tsx'
import { environmentWord } from './property-words.ts'

type Promotion = Pick<onboarding.PromoteApplicationPropertiesReply['data'], 'to' | 'changes'>

const ACTIONS = {
  CREATED: ['green', 'New'],
  UPDATED: ['blue', 'Changes'],
  UNCHANGED: ['gray', 'The same'],
} as const

export function PromotedChanges({ promotion }: { promotion: Promotion }) {
  const target = environmentWord(promotion.to)
  return (
    <Table.ScrollContainer minWidth={600} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table className="list" aria-label="Changes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Key</Table.Th>
            <Table.Th>What happens</Table.Th>
            <Table.Th>In {target} now</Table.Th>
            <Table.Th>After promoting</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {promotion.changes.map((change) => {
            const [color, word] = ACTIONS[change.action]
            return (
              <Table.Tr key={change.key}>
                <Table.Td data-title="Key">
                  <Id>{change.key}</Id>
                </Table.Td>
                <Table.Td data-title="What happens">
                  <Badge color={color} variant="light" radius="sm" tt="none">
                    {word}
                  </Badge>
                </Table.Td>
                <Table.Td data-title={`In ${target} now`}>
                  {change.before === null ? (
                    <Text span size="sm" c="dimmed">
                      not there
                    </Text>
                  ) : (
                    <PropertyValue value={change.before} valueType={change.valueType} isSecret={change.isSecret} />
                  )}
                </Table.Td>
                <Table.Td data-title="After promoting">
                  <PropertyValue value={change.after} valueType={change.valueType} isSecret={change.isSecret} />
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
