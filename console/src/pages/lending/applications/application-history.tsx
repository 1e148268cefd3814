// What happened to an application.

import { Text, Timeline } from '@mantine/core'
import type { lending } from '@tillgate/sdk'
import { Section } from '../../../kit/page/section.tsx'
import { Instant } from '../../../kit/show/values.tsx'
import { HISTORY_EVENTS } from '../lending-words.ts'

export function ApplicationHistory({ history }: { history: readonly lending.ApplicationHistoryEntry[] }) {
  return (
    <Section title="History">
      <Timeline active={history.length} bulletSize={14} lineWidth={2}>
        {history.map((entry) => (
          <Timeline.Item
            key={`${entry.at} ${entry.event} ${entry.resourceId ?? ''}`}
            title={HISTORY_EVENTS[entry.event] ?? entry.event}
          >
            <Text size="xs" c="dimmed">
              <Instant at={entry.at} /> by {entry.by}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  )
}
