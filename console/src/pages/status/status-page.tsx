// What the person on duty looks at: everything in one view that fits a telephone, what is wrong first.

import { Badge, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { Instant, StatusBadge } from '../../kit/show/values.tsx'
import { useMay } from '../../session/entitlements.ts'
import { serverMessage } from '../../texts/server-messages.ts'

type StatusGroup = onboarding.StatusGroup

const EVERY_MS = 10_000

const TITLES: readonly (readonly [group: StatusGroup['group'], title: string, calm: string])[] = [
  ['ALERTS', 'Alerts raised', 'No alert is raised.'],
  ['DAYS', 'Business days', 'Every day is closed in time.'],
  ['CORES', 'Cores', 'No core is in use.'],
  ['SERVICES', 'Services of the platform', ''],
  ['CHAINS', 'Chains and ledgers', ''],
  ['SWITCHES', 'Switches', 'No switch may connect.'],
  ['WEBHOOKS', 'Webhooks', 'None was switched off.'],
  ['QUEUES', 'Queues', ''],
  ['JOBS', 'Jobs', ''],
  ['CLOCKS', 'Clocks', ''],
]

export default function StatusPage() {
  const query = useQuery({
    queryKey: ['status'],
    queryFn: () => ask(admin.getPlatformStatus()),
    refetchInterval: EVERY_MS,
    staleTime: 0,
  })
  return (
    <PageFrame
      title="Status"
      description="Everything that the person on duty looks at. Refreshes every 10 seconds."
      badge={query.data && <StatusBadge status={query.data.status} />}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={query.isFetching && !query.isPending}
          onClick={() => void query.refetch()}
        >
          Refresh now
        </Button>
      }
    >
      {query.isError && query.data !== undefined && (
        <ErrorNotice error={query.error} title="The status could not be read again: what is below is old" />
      )}
      <Loaded query={query}>
        {({ groups }) => (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
            {TITLES.map(([name, title, calm]) => {
              const group = groups.find((one) => one.group === name)
              return group && <GroupCard key={name} group={group} title={title} calm={calm} />
            })}
          </SimpleGrid>
        )}
      </Loaded>
    </PageFrame>
  )
}

/** What works is only counted where there is much of it. */
const MOST_SHOWN = 8

function GroupCard({ group, title, calm }: { group: StatusGroup; title: string; calm: string }) {
  const wrong = group.items.filter(({ status }) => status !== 'UP')
  const shown = group.items.length <= MOST_SHOWN ? group.items : wrong
  const hidden = group.items.length - shown.length
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text fw={600}>{title}</Text>
        <StatusBadge status={group.status} />
      </Group>
      <Stack gap={6}>
        {group.items.length === 0 && (
          <Text size="sm" c="dimmed">
            {calm}
          </Text>
        )}
        {shown.map(({ name, status, note, since }) => (
          <div key={name}>
            <Group gap="xs" wrap="nowrap" justify="space-between">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
              {status !== 'UP' && <StatusBadge status={status} />}
            </Group>
            {note !== undefined && (
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {serverMessage(note)}
              </Text>
            )}
            {status !== 'UP' && since !== undefined && (
              <Text size="xs" c="dimmed">
                <Instant at={since} />
              </Text>
            )}
          </div>
        ))}
        {hidden > 0 && <Badge variant="light">{`${hidden} more work`}</Badge>}
        <More group={group.group} />
      </Stack>
    </Card>
  )
}

/** Where to go on. */
function More({ group }: { group: StatusGroup['group'] }) {
  const may = useMay()
  if (group === 'ALERTS' && may('ALERTS', 'VIEW')) return <PageLink to="/alerts">Open the alerts</PageLink>
  if (group === 'SERVICES') return <PageLink to="/health">Open service health</PageLink>
  if (group === 'CORES' && may('CORE_CONNECTIVITY', 'VIEW'))
    return <PageLink to="/connectivity">Open the connections</PageLink>
  if (group === 'WEBHOOKS' && may('PARTNERS', 'VIEW')) return <PageLink to="/webhooks">Open the webhooks</PageLink>
  return null
}
