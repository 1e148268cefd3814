// The state of every service the platform is made of, read again by itself.

import { Alert, Button, Group, Table, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { Section } from '../../kit/page/section.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { Id, Instant, StatusBadge } from '../../kit/show/values.tsx'
import { serverMessage } from '../../texts/server-messages.ts'
import { serviceWords } from './service-words.ts'

type Health = onboarding.HealthStatusReply['data']

const EVERY_MS = 10_000

export default function HealthPage() {
  const [isPaused, setPaused] = useState(false)
  const query = useQuery({
    queryKey: ['health'],
    queryFn: () => ask(admin.healthStatus({ fetchAllMicroServiceHealth: true })),
    refetchInterval: isPaused ? false : EVERY_MS,
    staleTime: 0,
  })
  return (
    <PageFrame
      title="Service health"
      description={isPaused ? 'Paused: shows the last reading.' : 'Refreshes every 10 seconds.'}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={query.isFetching && !query.isPending}
            onClick={() => void query.refetch()}
          >
            Refresh now
          </Button>
          <Button
            variant="default"
            leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? 'Continue' : 'Pause'}
          </Button>
        </>
      }
    >
      {query.isError && query.data !== undefined && (
        <ErrorNotice error={query.error} title="The health could not be read again: what is below is old" />
      )}
      <Loaded query={query}>
        {(health) => (
          <>
            <Overall health={health} />
            <Services health={health} />
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

function Overall({ health: { status, services } }: { health: Health }) {
  const affected = services.filter((service) => service.status !== 'UP').map(({ name }) => serviceWords(name)[0])
  if (status === 'UP') {
    return (
      <Alert color="green" icon={<IconCircleCheck />} title="Everything works">
        All {services.length} services answer in time.
      </Alert>
    )
  }
  const named = affected.join(', ')
  return status === 'DOWN' ? (
    <Alert color="red" icon={<IconCircleX />} title="The platform does not work">
      Without {named} no request can be served.
    </Alert>
  ) : (
    <Alert color="yellow" icon={<IconAlertTriangle />} title="Some of it does not work as it should">
      Affected: {named}. Everything else works.
    </Alert>
  )
}

function Services({ health: { services } }: { health: Health }) {
  return (
    <Section title="Services" flush>
      <Table.ScrollContainer minWidth={720}>
        <Table className="list" aria-label="Services">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Service</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th className="numeric">Answered in</Table.Th>
              <Table.Th>Version</Table.Th>
              <Table.Th>Checked</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {services.map(({ name, status, latencyMs, version, checkedAt, error }) => {
              const [title, purpose] = serviceWords(name)
              return (
                <Table.Tr key={name}>
                  <Table.Td data-title="Service">
                    <Group gap="xs">
                      {title} <Id>{name}</Id>
                    </Group>
                    <Text size="xs" c="dimmed">
                      {purpose}
                    </Text>
                  </Table.Td>
                  <Table.Td data-title="Status">
                    <StatusBadge status={status} />
                    {(error !== undefined || status === 'DEGRADED') && (
                      <Text size="xs" mt={4}>
                        {error === undefined ? 'It answers, but slowly' : serverMessage(error)}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td data-title="Answered in" className="numeric">
                    {formatCount(latencyMs)} ms
                  </Table.Td>
                  <Table.Td data-title="Version">{version ?? '—'}</Table.Td>
                  <Table.Td data-title="Checked">
                    <Instant at={checkedAt} />
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}
