// Changes a property. Every change is a new version.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { EditRecord } from '../../kit/form/edit-record.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { PropertyForm } from './property-form.tsx'

export default function EditPropertyPage() {
  const id = usePathParameter('id')
  const navigate = useNavigate()
  const page = `/properties/${id}`
  return (
    <EditRecord queryKey={['properties', id]} load={() => ask(admin.getApplicationProperty({ id }))}>
      {(property, reload) => (
        <PageFrame
          title="Edit property"
          trail={[
            ['Application properties', '/properties'],
            [property.key, page],
          ]}
          description="Every change is a new version, which the history keeps. It takes effect at once, on every node."
        >
          <PropertyForm
            edited={property}
            initialValues={{
              environment: property.environment,
              application: property.application,
              institutionId: property.institutionId ?? '',
              key: property.key,
              value: property.isSecret ? '' : property.value,
              valueType: property.valueType,
              isSecret: property.isSecret,
              description: property.description,
              isActive: property.isActive,
            }}
            submitLabel="Save"
            submit={({ value, valueType, isSecret, description, isActive }) =>
              ask(
                admin.updateApplicationProperty(
                  { id },
                  {
                    version: property.version,
                    ...(!(property.isSecret && value === '') && { value }),
                    valueType,
                    isSecret,
                    description: description.trim(),
                    isActive,
                  },
                ),
              )
            }
            onSaved={({ key, version }) => {
              notifications.show({ message: `Property ${key} is saved as version ${version}.`, color: 'green' })
              void navigate({ to: page })
            }}
            onCancel={() => void navigate({ to: page })}
            onReload={reload}
          />
        </PageFrame>
      )}
    </EditRecord>
  )
}
