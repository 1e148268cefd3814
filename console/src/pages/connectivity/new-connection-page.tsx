// Connects a core to an institution.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { settings } from '../../settings.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { newValues, settingsOf } from './connection-values.ts'

export default function NewConnectionPage() {
  const navigate = useNavigate()
  const [{ institutionId }] = useUrlState()
  const state = useRecordForm({
    initialValues: newValues(institutionId, settings.environment),
    submit: (values) => {
      const { coreType = values.coreType, name = '', ...rest } = settingsOf(values)
      return ask(
        admin.createCoreConnectivity({
          institutionId: values.institutionId ?? '',
          environment: values.environment,
          ...rest,
          coreType,
          name,
        }),
      )
    },
    invalidates: [['connectivity']],
    onSaved: ({ id }) => {
      notifications.show({ message: 'The connection is saved as a draft. Test it next.', color: 'green' })
      void navigate({ to: `/connectivity/${id}`, replace: true })
    },
  })
  return (
    <PageFrame
      title="New core connectivity"
      trail={[['Core connectivity', '/connectivity']]}
      description="It is saved as a draft. Then it is tested, and activated once a test has passed."
    >
      <Section>
        <RecordForm
          state={state}
          submitLabel="Save draft"
          onCancel={() => void navigate({ to: '/connectivity', search: { institutionId } as never })}
        >
          <ConnectionFields form={state.form} />
        </RecordForm>
      </Section>
    </PageFrame>
  )
}
