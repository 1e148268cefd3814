// Every institution that the user sees.

import { Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { listOf, present } from '../../kit/list/record-list.tsx'
import { ResourceListPage } from '../../kit/list/resource-list.tsx'
import { formatWord } from '../../kit/show/format.ts'
import { CalendarDate, Id, Instant, StatusBadge } from '../../kit/show/values.tsx'
import {
  INSTITUTION_STATUSES,
  INSTITUTION_TYPES,
  type Institution,
  type InstitutionStatus,
  typeName,
} from './institution.ts'

export default function InstitutionsPage() {
  return (
    <ResourceListPage
      title="Institutions"
      description="Banks, credit unions and others whose accounts the platform serves."
      noun="institution"
      path="/institutions"
      module="INSTITUTIONS"
      scope="platform"
      cacheKey="institutions"
      load={({ page, size, sort, filters }) =>
        ask(
          admin.listInstitutions(
            present({ page, size, sort }),
            present({
              search: filters.search,
              status: listOf<InstitutionStatus>(filters.status),
              type: listOf<Institution['type']>(filters.type),
            }),
          ),
        )
      }
      columns={[
        { title: 'Code', sort: 'institutionId', render: ({ institutionId }) => <Id>{institutionId}</Id>, width: 130 },
        {
          title: 'Name',
          sort: 'displayName',
          render: ({ displayName, legalName }) => (
            <>
              {displayName}
              {legalName !== displayName && (
                <Text size="xs" c="dimmed">
                  {legalName}
                </Text>
              )}
            </>
          ),
        },
        { title: 'Type', sort: 'type', render: ({ type }) => typeName(type) },
        { title: 'Status', sort: 'status', render: ({ status }) => <StatusBadge status={status} />, width: 130 },
        { title: 'Currency', render: ({ baseCurrency }) => baseCurrency, width: 90 },
        { title: 'Business date', render: ({ businessDate }) => <CalendarDate date={businessDate} />, width: 130 },
        { title: 'Changed', sort: 'updatedAt', render: ({ updatedAt }) => <Instant at={updatedAt} />, width: 190 },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Code or name' },
        {
          kind: 'choices',
          name: 'status',
          label: 'Status',
          choices: INSTITUTION_STATUSES.map((value) => ({ value, label: formatWord(value) })),
        },
        { kind: 'choices', name: 'type', label: 'Type', choices: INSTITUTION_TYPES },
      ]}
      empty={{
        title: 'No institutions yet',
        hint: 'The first step is a draft. It takes no traffic until a second person has approved it.',
      }}
    />
  )
}
