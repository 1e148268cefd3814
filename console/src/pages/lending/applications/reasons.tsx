// Reasons in words, with their codes.

import { Code, Group, List, Text } from '@mantine/core'
import { formatWord } from '../../../kit/show/format.ts'
import { REASONS } from '../lending-words.ts'

export function Reasons({ codes, none }: { codes: readonly string[]; none: string }) {
  if (codes.length === 0) return <Text size="sm">{none}</Text>
  return (
    <List size="sm" spacing={4}>
      {codes.map((code) => (
        <List.Item key={code}>
          <Group gap="xs" component="span" display="inline-flex">
            <span>{REASONS[code] ?? formatWord(code)}</span>
            <Code>{code}</Code>
          </Group>
        </List.Item>
      ))}
    </List>
  )
}
