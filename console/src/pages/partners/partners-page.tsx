// All partners: who may call the APIs.

import { Group } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { booleanOf, present } from '../../kit/list/record-list.tsx'
import { ResourceListPage } from '../../kit/list/resource-list.tsx'
import { Id, StatusBadge } from '../../kit/show/values.tsx'
import { FAMILIES, familyName, type PartnerFamily } from './partner-words.ts'

/** How many institutions a row names. */
const NAMED = 3

export default function PartnersPage() {
  return (
    <ResourceListPage
      title="Partners"
      description="Companies and channels that call the APIs: with which operations, for which institutions, how often."
      noun="partner"
      path="/partners"
      module="PARTNERS"
      cacheKey="partners"
      load={({ page, size, filters }) =>
        ask(
          admin.listPartners(
            { page, size },
            present({
              search: filters.search,
              isActive: booleanOf(filters.isActive),
              family: filters.family as PartnerFamily | undefined,
              institutionId: filters.institutionId,
            }),
          ),
        )
      }
      columns={[
        { title: 'Partner id', render: ({ partnerId }) => <Id>{partnerId}</Id> },
        { title: 'Name', render: ({ name }) => name },
        { title: 'Families', render: ({ families }) => families.map(familyName).join(', ') },
        {
          title: 'Institutions',
          render: ({ institutionIds }) => (
            <Group gap={4}>
              {institutionIds.length === 0 && '—'}
              {institutionIds.slice(0, NAMED).map((id) => (
                <Id key={id}>{id}</Id>
              ))}
              {institutionIds.length > NAMED && `and ${institutionIds.length - NAMED} more`}
            </Group>
          ),
        },
        { title: 'Clients', numeric: true, render: ({ clients }) => clients.length },
        { title: 'Status', render: ({ isActive }) => <StatusBadge status={isActive ? 'ACTIVE' : 'INACTIVE'} /> },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Partner id or name' },
        { kind: 'choice', name: 'family', label: 'Family', choices: FAMILIES },
        { kind: 'institution', name: 'institutionId', label: 'Institution', width: 200 },
        { kind: 'yes-no', name: 'isActive', label: 'Active' },
      ]}
      empty={{ title: 'No partners yet', hint: 'Make one, then give it a client: the credentials it calls with.' }}
    />
  )
}
