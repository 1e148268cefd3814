// The operations of account services that a partner may call.

import { Text } from '@mantine/core'
import { GroupedValues } from '../../kit/choices/grouped-values.tsx'
import { Section } from '../../kit/page/section.tsx'
import { OPERATION_GROUPS } from './partner-words.ts'

export function GrantedOperations({ operations }: { operations: readonly string[] }) {
  return (
    <Section title="Operations of account services">
      <GroupedValues
        groups={OPERATION_GROUPS}
        values={operations}
        none={
          <Text size="sm" c="dimmed">
            None: every call is refused until some are granted.
          </Text>
        }
      />
    </Section>
  )
}
