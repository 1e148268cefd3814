// The versions of a property, newest first, each with what it changed.

import { Group, Pagination, Stack, Text, Timeline } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Allowed } from '../../kit/allowed.tsx'
import { Loaded } from '../../kit/record-query.tsx'
import { Section } from '../../kit/section.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Instant } from '../../kit/values.tsx'
import { keptBy } from './property-words.ts'
import { VersionChanges } from './version-changes.tsx'

type Version = onboarding.ApplicationPropertyVersion

const SIZE = 50

export function PropertyHistory({ property }: { property: onboarding.ApplicationProperty }) {
  const { id, version: present } = property
  const [url, changeUrl] = useUrlState()
  const page = Math.max(1, Number(url.page) || 1)
  const query = useQuery({
    queryKey: ['properties', id, 'history', page],
    queryFn: () => ask(admin.getApplicationPropertyHistory({ id, page, size: SIZE })),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query}>
      {({ content, totalPages }) => (
        <Section title="Versions" description="Newest first. Each is compared with the version before it.">
          <Stack>
            <Timeline bulletSize={14} lineWidth={2} active={-1} aria-label="Versions of the property">
              {content.map((version, at) => (
                <Timeline.Item key={version.version} title={<VersionTitle version={version} present={present} />}>
                  <VersionBody
                    property={property}
                    version={version}
                    before={content[at + 1]}
                    current={content.find((one) => one.version === present)}
                  />
                </Timeline.Item>
              ))}
            </Timeline>
            {totalPages > 1 && (
              <Pagination
                size="sm"
                total={totalPages}
                value={page}
                onChange={(next) => changeUrl({ page: next === 1 ? undefined : String(next) })}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
                getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
              />
            )}
          </Stack>
        </Section>
      )}
    </Loaded>
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
  /** Absent for the first version, and where it is on the next page. */
  readonly before: Version | undefined
  /** The present version, when it is on this page. */
  readonly current: Version | undefined
}

function VersionBody({ property, version, before, current }: VersionBodyProps) {
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
                    {current !== undefined && !property.isSecret && (
                      <VersionChanges before={current} after={{ ...version, isActive: current.isActive }} />
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
