// One audit record: who did what to which record, and what it changed.

import { Code, Text } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { RecordLink } from '../../kit/page/record-link.tsx'
import { useRecordPath } from '../../kit/page/record-path.ts'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { RecordDiff } from '../../kit/show/record-diff.tsx'
import { Id, Instant } from '../../kit/show/values.tsx'
import { InstitutionLabel } from '../digital/parties/institution-names.tsx'
import { actorOf, auditWords } from './audit-words.ts'
import { OutcomeBadge } from './outcome-badge.tsx'

type AuditRecord = onboarding.AuditRecord

export default function AuditRecordPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Audit record"
      list={['Audit log', '/audit']}
      queryKey={['audit', id]}
      load={() => ask(admin.getAuditLog({ id }))}
      frame={(record) => ({
        title: auditWords(record.action),
        badge: <OutcomeBadge outcome={record.outcome} />,
      })}
    >
      {(record) => <Record record={record} />}
    </RecordFrame>
  )
}

function Record({ record }: { record: AuditRecord }) {
  return (
    <>
      <Section title="What happened">
        <Facts
          facts={[
            ['When', <Instant key="at" at={record.at} />],
            ['Who', <Who key="who" record={record} />],
            ['From the address', record.ip],
            ['Action', <Id key="action">{record.action}</Id>],
            ['Record', <What key="what" record={record} />],
            [
              'Institution',
              record.institutionId === null ? (
                'The platform itself'
              ) : (
                <InstitutionLabel key="institution" id={record.institutionId} />
              ),
            ],
            record.subTenantId !== null && ['Sub-tenant', <Id key="tenant">{record.subTenantId}</Id>],
            record.correlationId !== null && [
              'Correlation id',
              <PageLink key="request" to="/audit" search={{ correlationId: record.correlationId }}>
                {record.correlationId}
              </PageLink>,
            ],
          ]}
        />
      </Section>
      <Section title={titleOf(record)} description="Secrets are never written to the log: they are shown as hidden.">
        <RecordDiff before={record.before} after={record.after} />
      </Section>
      <Section
        title="Place in the chain"
        description="The hash covers this record and the hash of the one before it. “Verify the chain” in the audit log computes all of them again."
      >
        <Facts
          columns={1}
          facts={[
            ['Position', formatCount(record.position)],
            ['Hash of this record', <Code key="hash">{record.hash}</Code>],
            [
              'Hash of the record before',
              /^0+$/.test(record.prevHash) ? 'This is the first record.' : <Code key="prev">{record.prevHash}</Code>,
            ],
            ['Id', <Id key="id">{record.id}</Id>],
          ]}
        />
      </Section>
    </>
  )
}

function titleOf({ before, after, outcome }: AuditRecord): string {
  if (outcome === 'FAILURE') return 'What was recorded about it'
  if (before === null && after === null) return 'Changes'
  return before === null ? 'Recorded values' : after === null ? 'The record as it was' : 'Changes'
}

function Who({ record }: { record: AuditRecord }) {
  return (
    <RecordLink resource="user" id={record.actorId}>
      {actorOf(record)}
    </RecordLink>
  )
}

function What({ record: { resource, resourceId, after, before } }: { record: AuditRecord }) {
  const to = useRecordPath()(resource, resourceId)
  const words = auditWords(resource)
  if (to !== undefined) return <PageLink to={to}>{words}</PageLink>
  return (
    <>
      <Text span size="sm">
        {words}
      </Text>{' '}
      {resourceId !== null && <Id>{resourceId}</Id>}
      <PartnerOfClient resource={resource} snapshot={after ?? before} />
    </>
  )
}

/** A client has no page of its own: it stands on its partner's. */
function PartnerOfClient({ resource, snapshot }: { resource: string; snapshot: unknown }) {
  const partnerId = (snapshot as { partnerId?: unknown } | null)?.partnerId
  if (resource !== 'client' || typeof partnerId !== 'string') return null
  return (
    <>
      {' '}
      of{' '}
      <PageLink to="/partners" search={{ search: partnerId }}>
        {partnerId}
      </PageLink>
    </>
  )
}
