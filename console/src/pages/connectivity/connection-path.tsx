// The way of a connection from its draft to traffic, with the result of the last test.

import { Alert, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { Section } from '../../kit/page/section.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { StatePath } from '../../kit/show/state-path.tsx'
import { Instant } from '../../kit/show/values.tsx'
import { settings } from '../../settings.ts'
import { serverMessage } from '../../texts/server-messages.ts'
import type { Connection } from './connection.ts'

const PLACES: Readonly<Record<Connection['status'], number>> = { DRAFT: 0, TESTED: 1, ACTIVE: 2, INACTIVE: 1 }

const NEXT: Readonly<Record<Connection['status'], string>> = {
  DRAFT: 'Test it. Only settings that have passed a test can be activated.',
  TESTED: 'It has passed its test. Activate it, and orders go through it at once.',
  ACTIVE: 'Orders go through it. To change its address or credentials, set up another connection and activate that.',
  INACTIVE: 'It was active before and can be activated again. A changed address or credential makes it a draft.',
}

export function ConnectionPath({ connection }: { connection: Connection }) {
  const { status, environment, lastTest } = connection
  return (
    <Section title="From draft to traffic" description={NEXT[status]}>
      <Stack gap="lg">
        <StatePath
          label="States of a connection"
          states={[
            { title: 'Draft', hint: 'Settings are saved' },
            { title: 'Tested', hint: status === 'INACTIVE' ? 'Inactive now' : 'The core answered' },
            { title: 'Active', hint: 'Orders go through it' },
          ]}
          at={PLACES[status]}
        />
        {lastTest !== null && (
          <Alert
            color={lastTest.status === 'PASSED' ? 'green' : 'red'}
            icon={lastTest.status === 'PASSED' ? <IconCircleCheck /> : <IconCircleX />}
            title={lastTest.status === 'PASSED' ? 'The last test passed' : 'The last test failed'}
          >
            <Text size="sm">{serverMessage(lastTest.message)}</Text>
            <Text size="sm" c="dimmed">
              It took {formatCount(lastTest.latencyMs)} ms, <Instant at={lastTest.at} />.
            </Text>
          </Alert>
        )}
        {environment !== settings.environment && (
          <Text size="sm">
            It belongs to {environment}, and this gateway runs in {settings.environment}: it can be tested there only.
          </Text>
        )}
      </Stack>
    </Section>
  )
}
