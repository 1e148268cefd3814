// One property: its present value, and how it came about.

import { Stack } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Allowed } from '../../kit/allowed.tsx'
import { DeleteButton } from '../../kit/delete-button.tsx'
import { Facts } from '../../kit/facts.tsx'
import { LinkButton } from '../../kit/link-button.tsx'
import { MadeAndChanged } from '../../kit/made-and-changed.tsx'
import { PageFrame } from '../../kit/page-frame.tsx'
import { usePathParameter } from '../../kit/path-parameter.ts'
import { RecordQuery } from '../../kit/record-query.tsx'
import { Section } from '../../kit/section.tsx'
import { UrlTabs } from '../../kit/url-tabs.tsx'
import { Id, StatusBadge } from '../../kit/values.tsx'
import { PropertyHistory } from './property-history.tsx'
import { PropertyValue } from './property-value.tsx'
import { applicationWord, environmentWord, keptBy, valueTypeWord } from './property-words.ts'

type Property = onboarding.ApplicationProperty

export default function PropertyPage() {
  const id = usePathParameter('id')
  return (
    <RecordQuery queryKey={['properties', id]} load={() => ask(admin.getApplicationProperty({ id }))}>
      {(property) => (
        <PageFrame
          title={property.key}
          description={property.description}
          trail={[['Application properties', '/properties']]}
          badge={<StatusBadge status={property.isActive ? 'ACTIVE' : 'INACTIVE'} />}
          actions={<PropertyActions property={property} />}
        >
          <UrlTabs
            label="Property"
            tabs={[
              { value: 'overview', label: 'Overview', content: <Overview property={property} /> },
              { value: 'history', label: 'History', content: <PropertyHistory property={property} /> },
            ]}
          />
        </PageFrame>
      )}
    </RecordQuery>
  )
}

function Overview({ property }: { property: Property }) {
  return (
    <Stack>
      <Section title="Value">
        <PropertyValue {...property} full />
      </Section>
      <Section title="Where it holds">
        <Facts
          facts={[
            ['Environment', environmentWord(property.environment)],
            ['Application', applicationWord(property.application)],
            ['Institution', property.institutionId ?? 'All institutions'],
            ['Key', <Id key="key">{property.key}</Id>],
            ['Type', valueTypeWord(property.valueType)],
            ['Secret', property.isSecret ? 'Yes, for good: nobody can read the value' : 'No'],
          ]}
        />
      </Section>
      <MadeAndChanged record={property} />
    </Stack>
  )
}

function PropertyActions({ property }: { property: Property }) {
  const { id, key, version, isActive } = property
  return (
    <>
      <Allowed module="APP_PROPERTIES" action="UPDATE" scope={keptBy(property)}>
        <LinkButton to={`/properties/${id}/edit`} variant="default" leftSection={<IconPencil size={16} />}>
          Edit
        </LinkButton>
        {isActive ? (
          <ActionButton
            label="Switch off"
            confirm={{
              title: `Switch off ${key}?`,
              message:
                'It has no effect from now on: a property for all, or the default of the application, holds instead. This is a new version, and can be undone.',
            }}
            run={() => ask(admin.updateApplicationProperty({ id }, { version, isActive: false }))}
            invalidates={[['properties']]}
            done={`${key} is switched off.`}
          />
        ) : (
          <ActionButton
            label="Switch on"
            variant="filled"
            run={() => ask(admin.updateApplicationProperty({ id }, { version, isActive: true }))}
            invalidates={[['properties']]}
            done={`${key} is switched on.`}
          />
        )}
      </Allowed>
      <Allowed module="APP_PROPERTIES" action="DELETE" scope={keptBy(property)}>
        <DeleteButton
          what={`property ${key}`}
          message="Its history is deleted too; the audit log keeps what was done. Switch it off instead to keep both."
          run={() => ask(admin.deleteApplicationProperty({ id }))}
          to="/properties"
          invalidates={[['properties']]}
        />
      </Allowed>
    </>
  )
}
