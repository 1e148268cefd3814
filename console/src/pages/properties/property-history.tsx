// The versions of a property, newest first, each with what it changed.

import { Button, Group, Stack, Text, Timeline } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { PageLoading } from '../../kit/page/page-loading.tsx'
import { Section } from '../../kit/page/section.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { Instant } from '../../kit/show/values.tsx'
import { keptBy } from './property-words.ts'
import { VersionChanges } from './version-changes.tsx'

type Version = onboarding.ApplicationPropertyVersion

const PAGE = 20

export function PropertyHistory({ property }: { property: onboarding.ApplicationProperty }) {
  const { id } = property
  const history = useInfiniteQuery({
    queryKey: ['properties', id, 'history'],
    queryFn: ({ pageParam }) => ask(admin.getApplicationPropertyHistory({ id, page: pageParam, size: PAGE })),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  })
  // A version made between two readings moves the others to a later page, where they are read again.
  const read = [
    ...new Map(
      history.data?.pages.flatMap(({ content }) => content.map((version) => [version.version, version] as const)),
    ).values(),
  ]
  // The oldest one read has nothing to be compared with until the next page is there.
  const shown = history.hasNextPage ? read.slice(0, -1) : read
  const total = history.data?.pages[0]?.totalElements ?? 0
  return (
    <Section title="Versions" description="Newest first. Each is compared with the version before it.">
      {history.isError && <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />}
      {history.isPending && <PageLoading />}
      <Timeline bulletSize={14} lineWidth={2} active={-1} aria-label="Versions of the property">
        {shown.map((version, at) => (
          <Timeline.Item key={version.version} title={<VersionTitle version={version} present={property.version} />}>
            <VersionBody property={property} version={version} before={read[at + 1]} />
          </Timeline.Item>
        ))}
      </Timeline>
      {history.hasNextPage && (
        <Group mt="md">
          <Button variant="default" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Show older ({formatCount(total - shown.length)})
          </Button>
        </Group>
      )}
    </Section>
  )
}

function VersionTitle({ version, present }: { version: Version; present: number }) {
  return (
    <Group gap="xs">
      <Text span fw={600} size="sm">
        Version {version.version}
        {version.version === present && ' (present)'}
      </Text>
      <Text span size="xs" c="dimmed">
        <Instant at={version.updatedAt} /> by {version.updatedBy}
      </Text>
    </Group>
  )
}

interface VersionBodyProps {
  readonly property: onboarding.ApplicationProperty
  readonly version: Version
  /** Absent for the first version. */
  readonly before: Version | undefined
}

function VersionBody({ property, version, before }: VersionBodyProps) {
  const { id, key } = property
  return (
    <Stack gap="xs" mt={6} pb="xs">
      <VersionChanges before={before} after={version} />
      {version.version !== property.version && (
        <Allowed module="APP_PROPERTIES" action="UPDATE" scope={keptBy(property)}>
          <div>
            <ActionButton
              label={`Roll back to version ${version.version}`}
              size="xs"
              confirm={{
                title: `Roll ${key} back to version ${version.version}?`,
                message: (
                  <Stack gap="sm">
                    <Text size="sm">
                      Its value, type and description come back as a new version, at once and on every node. Nothing of
                      the history is lost. Whether it is active or secret stays as it is now.
                    </Text>
                    {!property.isSecret && (
                      <VersionChanges before={property} after={{ ...version, isActive: property.isActive }} />
                    )}
                  </Stack>
                ),
                label: 'Roll back',
              }}
              run={() => ask(admin.rollbackApplicationProperty({ id }, { version: version.version }))}
              invalidates={[['properties']]}
              done={`${key} has the value of version ${version.version} again.`}
            />
          </div>
        </Allowed>
      )}
    </Stack>
  )
}
