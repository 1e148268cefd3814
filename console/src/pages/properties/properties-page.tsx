// The application properties of all environments.

import { IconArrowUpRight, IconListSearch, IconPlus } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { booleanOf, listOf, present } from '../../kit/list/record-list.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { Id, Instant, StatusBadge } from '../../kit/show/values.tsx'
import { InstitutionLabel } from '../digital/parties/institution-names.tsx'
import { PropertyValue } from './property-value.tsx'
import {
  applicationWord,
  ENVIRONMENTS,
  type Environment,
  environmentWord,
  VALUE_TYPES,
  type ValueType,
} from './property-words.ts'

export default function PropertiesPage() {
  const [{ environment, application, institutionId }] = useUrlState()
  return (
    <ListPage<onboarding.ApplicationProperty>
      title="Application properties"
      description="Settings per environment, application and institution. Where several apply, the institution’s wins over the application’s, and that over the one for all."
      actions={
        <>
          <LinkButton
            to="/properties/effective"
            search={{ application, institutionId }}
            variant="default"
            leftSection={<IconListSearch size={16} />}
          >
            Effective values
          </LinkButton>
          <Allowed module="APP_PROPERTIES" action="APPROVE">
            <LinkButton to="/properties/promote" variant="default" leftSection={<IconArrowUpRight size={16} />}>
              Promote
            </LinkButton>
          </Allowed>
          <Allowed module="APP_PROPERTIES" action="CREATE">
            <LinkButton
              to="/properties/new"
              search={{ ...(environment?.includes(',') === false && { environment }), application, institutionId }}
              leftSection={<IconPlus size={16} />}
            >
              New property
            </LinkButton>
          </Allowed>
        </>
      }
      queryKey={['properties']}
      load={({ page, size, sort, filters }) =>
        ask(
          admin.listApplicationProperties(
            present({ page, size, sort }),
            present({
              search: filters.search,
              environment: listOf<Environment>(filters.environment),
              application: filters.application,
              institutionId: filters.institutionId,
              key: filters.key,
              valueType: listOf<ValueType>(filters.valueType),
              isSecret: booleanOf(filters.isSecret),
              isActive: booleanOf(filters.isActive),
            }),
          ),
        )
      }
      columns={[
        { title: 'Key', sort: 'key', render: ({ key }) => <Id>{key}</Id> },
        { title: 'Environment', sort: 'environment', render: (found) => environmentWord(found.environment) },
        { title: 'Application', sort: 'application', render: (found) => applicationWord(found.application) },
        {
          title: 'Institution',
          sort: 'institutionId',
          render: (found) =>
            found.institutionId === undefined ? 'All' : <InstitutionLabel id={found.institutionId} />,
        },
        { title: 'Value', render: (property) => <PropertyValue {...property} />, width: 190 },
        {
          title: 'Status',
          sort: 'isActive',
          render: ({ isActive }) => <StatusBadge status={isActive ? 'ACTIVE' : 'INACTIVE'} />,
        },
        { title: 'Changed', sort: 'updatedAt', render: ({ updatedAt }) => <Instant at={updatedAt} /> },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Key or description', width: 220 },
        { kind: 'choices', name: 'environment', label: 'Environment', choices: ENVIRONMENTS, width: 160 },
        { kind: 'text', name: 'application', label: 'Application', placeholder: '* is for all', width: 130 },
        { kind: 'institution', name: 'institutionId', label: 'Institution', width: 200 },
        { kind: 'text', name: 'key', label: 'Exact key', placeholder: 'log.level', width: 150, isRare: true },
        { kind: 'choices', name: 'valueType', label: 'Type', choices: VALUE_TYPES, width: 140, isRare: true },
        { kind: 'yes-no', name: 'isSecret', label: 'Secret', width: 100, isRare: true },
        { kind: 'yes-no', name: 'isActive', label: 'Active', width: 100, isRare: true },
      ]}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `/properties/${id}`}
      empty={{
        title: 'No properties yet',
        hint: 'The platform works without any. Add one to override a default, such as log.level.',
      }}
    />
  )
}
