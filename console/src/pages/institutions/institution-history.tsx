// What happened to an institution, newest first, with what each change did.

import { Button, Group, Stack, Text, Timeline } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { PageLoading } from '../../kit/page/page-loading.tsx'
import { Section } from '../../kit/page/section.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { RecordDiff } from '../../kit/show/record-diff.tsx'
import { Instant } from '../../kit/show/values.tsx'
import type { Institution } from './institution.ts'

const PAGE = 20

const WORDS: Readonly<Record<string, string>> = {
  'institution.create': 'Drafted',
  'institution.update': 'Changed',
  'institution.submit': 'Submitted for approval',
  'institution.approve': 'Approved',
  'institution.reject': 'Rejected',
  'institution.activate': 'Activated',
  'institution.suspend': 'Suspended',
  'institution.resume': 'Resumed',
  'institution.terminate': 'Terminated',
}

export function InstitutionHistory({ institution: { id } }: { institution: Institution }) {
  const history = useInfiniteQuery({
    queryKey: ['institutions', 'history', id],
    queryFn: ({ pageParam }) => ask(admin.getInstitutionHistory({ id, page: pageParam, size: PAGE })),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  })
  const records = history.data?.pages.flatMap(({ content }) => content) ?? []
  const total = history.data?.pages[0]?.totalElements ?? 0
  return (
    <Section
      title="History"
      description="Every change of the record, from the audit log. Nothing in it can be altered."
    >
      {history.isError && <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />}
      {history.isPending && <PageLoading />}
      <Timeline bulletSize={14} lineWidth={2}>
        {records.map((record) => (
          <Timeline.Item key={record.id} title={titleOf(record)}>
            <Stack gap={6}>
              <Text size="sm" c="dimmed">
                <Instant at={record.at} /> · {record.actorEmail ?? 'the platform'}
              </Text>
              <Reason record={record} />
              {record.action === 'institution.update' && <RecordDiff before={record.before} after={record.after} />}
            </Stack>
          </Timeline.Item>
        ))}
      </Timeline>
      {history.data !== undefined && records.length === 0 && (
        <Text size="sm">Nothing has been recorded: it came with the sandbox.</Text>
      )}
      {history.hasNextPage && (
        <Group mt="md">
          <Button variant="default" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Show older ({formatCount(total - records.length)})
          </Button>
        </Group>
      )}
    </Section>
  )
}

function titleOf({ action, outcome }: onboarding.AuditRecord): string {
  const words = WORDS[action] ?? action
  return outcome === 'FAILURE' ? `${words} (refused)` : words
}

/** Records keep the reason of the last move; a change of other fields has none. */
function Reason({ record: { action, after } }: { record: onboarding.AuditRecord }) {
  if (action === 'institution.update') return null
  const reason = (after as { statusReason?: unknown } | null)?.statusReason
  if (typeof reason !== 'string') return null
  return <Text size="sm">Reason: {reason}</Text>
}
