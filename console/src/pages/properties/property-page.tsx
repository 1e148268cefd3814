// One property: its present value, and how it came about.

import { Stack } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordActions } from '../../kit/actions/record-actions.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { UrlTabs } from '../../kit/page/url-tabs.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { MadeAndChanged } from '../../kit/show/made-and-changed.tsx'
import { Id } from '../../kit/show/values.tsx'
import { InstitutionLabel } from '../digital/parties/institution-names.tsx'
import { PropertyHistory } from './property-history.tsx'
import { PropertyValue } from './property-value.tsx'
import { applicationWord, environmentWord, keptBy, valueTypeWord } from './property-words.ts'

type Property = onboarding.ApplicationProperty

export default function PropertyPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Property"
      list={['Application properties', '/properties']}
      queryKey={['properties', id]}
      load={() => ask(admin.getApplicationProperty({ id }))}
      frame={(property) => ({
        title: property.key,
        status: property.isActive ? 'ACTIVE' : 'INACTIVE',
        description: property.description,
        actions: <PropertyActions property={property} />,
      })}
    >
      {(property) => (
        <UrlTabs
          label="Property"
          tabs={[
            { value: 'overview', label: 'Overview', content: <Overview property={property} /> },
            { value: 'history', label: 'History', content: <PropertyHistory property={property} /> },
          ]}
        />
      )}
    </RecordFrame>
  )
}

function Overview({ property }: { property: Property }) {
  return (
    <Stack gap="lg">
      <Section title="Value">
        <PropertyValue {...property} full />
      </Section>
      <Section title="Where it applies">
        <Facts
          facts={[
            ['Environment', environmentWord(property.environment)],
            ['Application', applicationWord(property.application)],
            [
              'Institution',
              property.institutionId === undefined ? (
                'All institutions'
              ) : (
                <InstitutionLabel key="institution" id={property.institutionId} />
              ),
            ],
            ['Key', <Id key="key">{property.key}</Id>],
            ['Type', valueTypeWord(property.valueType)],
            ['Secret', property.isSecret ? 'Yes, for good: no one can read the value' : 'No'],
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
    <RecordActions
      module="APP_PROPERTIES"
      scope={keptBy(property)}
      what={`property ${key}`}
      list="/properties"
      id={id}
      isActive={isActive}
      invalidates={[['properties']]}
      deletion={{
        message: 'Its history is deleted too; the audit log keeps what was done. Switch it off instead to keep both.',
        run: () => ask(admin.deleteApplicationProperty({ id })),
      }}
      deactivation={{
        title: `Switch off ${key}?`,
        message:
          'It has no effect from now on: a property for all, or the default of the application, applies instead. This is a new version, and can be undone.',
      }}
      setActive={(next) => ask(admin.updateApplicationProperty({ id }, { version, isActive: next }))}
      done={(now) => (now ? `${key} is switched on.` : `${key} is switched off.`)}
      labels={{ on: 'Switch on', off: 'Switch off' }}
      activationNeeds="UPDATE"
    />
  )
}
