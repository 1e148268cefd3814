// The latest audit records of one record, with a link to all of them. Draws nothing for users who may not read the log.

import { Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Instant } from '../../kit/show/values.tsx'
import { useMay } from '../../session/entitlements.ts'
import { actorOf, auditWords } from './audit-words.ts'
import { OutcomeBadge } from './outcome-badge.tsx'

export interface AuditTrailProps {
  readonly title: string
  readonly resource: string
  readonly resourceId: string
  /** Further links. */
  readonly more?: ReactNode
}

const SHOWN = 5

export function AuditTrail({ title, resource, resourceId, more }: AuditTrailProps) {
  const canRead = useMay()('AUDIT', 'VIEW')
  const query = useQuery({
    queryKey: ['audit', 'trail', resource, resourceId],
    queryFn: () => ask(admin.listAuditLogs({ size: SHOWN }, { resource, resourceId })),
    enabled: canRead,
  })
  if (!canRead) return null
  return (
    <Section
      title={title}
      flush
      actions={
        <Group gap="md">
          {more}
          <PageLink to="/audit" search={{ resource, resourceId }}>
            All in the audit log
          </PageLink>
        </Group>
      }
    >
      <Loaded query={query}>
        {({ content }) =>
          content.length === 0 ? (
            <Text size="sm" c="dimmed" px="lg" pb="lg">
              Nothing is recorded yet.
            </Text>
          ) : (
            <Table.ScrollContainer minWidth={480}>
              <Table className="list" aria-label={title}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>What</Table.Th>
                    <Table.Th>When</Table.Th>
                    <Table.Th>Who</Table.Th>
                    <Table.Th>Outcome</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {content.map(({ id, action, at, outcome, ...actor }) => (
                    <Table.Tr key={id}>
                      <Table.Td data-title="What">
                        <PageLink to={`/audit/${id}`}>{auditWords(action)}</PageLink>
                      </Table.Td>
                      <Table.Td data-title="When">
                        <Instant at={at} />
                      </Table.Td>
                      <Table.Td data-title="Who">{actorOf(actor)}</Table.Td>
                      <Table.Td data-title="Outcome">
                        <OutcomeBadge outcome={outcome} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Loaded>
    </Section>
  )
}
