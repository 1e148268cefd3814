// Changes a connection to a core.

import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { EditRecord } from '../../kit/form/edit-record.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { Section } from '../../kit/page/section.tsx'
import { StatusBadge } from '../../kit/show/values.tsx'
import { CORE_TYPE_HINTS, type Connection } from './connection.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { settingsOf, valuesOf } from './connection-values.ts'

export default function EditConnectionPage() {
  const id = usePathParameter('id')
  return (
    <EditRecord queryKey={['connectivity', id]} load={() => ask(admin.getCoreConnectivity({ id }))}>
      {(connection, reload) => (
        <PageFrame
          title={`Edit ${connection.name}`}
          trail={[
            ['Core connectivity', '/connectivity'],
            [connection.name, `/connectivity/${id}`],
          ]}
          badge={<StatusBadge status={connection.status} />}
        >
          <Section>
            {connection.coreType === 'SANDBOX' ? (
              <Text size="sm">{CORE_TYPE_HINTS.SANDBOX}</Text>
            ) : (
              <ConnectionForm connection={connection} onReload={reload} />
            )}
          </Section>
        </PageFrame>
      )}
    </EditRecord>
  )
}

function ConnectionForm({ connection, onReload }: { connection: Connection; onReload(): void }) {
  const navigate = useNavigate()
  const { id, version } = connection
  const state = useRecordForm({
    initialValues: valuesOf(connection),
    submit: (values) => ask(admin.updateCoreConnectivity({ id }, { version, ...settingsOf(values) })),
    invalidates: [['connectivity']],
    onSaved: (saved) => {
      notifications.show({
        message:
          saved.status === 'DRAFT' ? `${saved.name} is saved as a draft. Test it next.` : `${saved.name} is saved.`,
        color: 'green',
      })
      void navigate({ to: `/connectivity/${id}` })
    },
  })
  return (
    <RecordForm
      state={state}
      submitLabel="Save"
      onReload={onReload}
      onCancel={() => void navigate({ to: `/connectivity/${id}` })}
    >
      <ConnectionFields form={state.form} connection={connection} />
    </RecordForm>
  )
}
