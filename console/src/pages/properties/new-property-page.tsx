// Makes a property.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { useUser } from '../../session/session.ts'
import { settings } from '../../settings.ts'
import { PropertyForm, type PropertyValues } from './property-form.tsx'
import { environmentOf } from './property-words.ts'

export default function NewPropertyPage() {
  const navigate = useNavigate()
  const { institutionId: own } = useUser()
  const [{ environment, application, institutionId }] = useUrlState()
  const [initialValues] = useState<PropertyValues>(() => ({
    environment: environmentOf(environment) ?? environmentOf(settings.environment) ?? null,
    application: application ?? '',
    // Users of an institution cannot make one for all.
    institutionId: institutionId ?? own ?? '',
    key: '',
    value: '',
    valueType: 'STRING',
    isSecret: false,
    description: '',
    isActive: true,
  }))
  return (
    <PageFrame title="New property" trail={[['Application properties', '/properties']]}>
      <PropertyForm
        initialValues={initialValues}
        submitLabel="Create property"
        submit={(values) =>
          ask(
            admin.createApplicationProperty({
              environment: values.environment ?? 'sandbox',
              application: values.application.trim(),
              institutionId: values.institutionId.trim() === '' ? null : values.institutionId.trim(),
              key: values.key.trim(),
              value: values.value,
              valueType: values.valueType,
              isSecret: values.isSecret,
              description: values.description.trim(),
              isActive: values.isActive,
            }),
          )
        }
        onSaved={({ id, key }) => {
          notifications.show({ message: `Property ${key} is created.`, color: 'green' })
          void navigate({ to: `/properties/${id}` })
        }}
        onCancel={() => void navigate({ to: '/properties' })}
      />
    </PageFrame>
  )
}
