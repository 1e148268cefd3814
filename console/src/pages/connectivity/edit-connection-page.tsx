// Changes a connection to a core.

import { Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type Edit, EditRecordPage } from '../../kit/form/edit-record-page.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { Section } from '../../kit/page/section.tsx'
import { StatusBadge } from '../../kit/show/values.tsx'
import { CORE_TYPE_HINTS, type Connection } from './connection.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { settingsOf, valuesOf } from './connection-values.ts'

export default function EditConnectionPage() {
  const id = usePathParameter('id')
  return (
    <EditRecordPage
      list={['Core connectivity', '/connectivity']}
      id={id}
      queryKey={['connectivity', id]}
      load={() => ask(admin.getCoreConnectivity({ id }))}
      nameOf={({ name }) => name}
      badgeOf={({ status }) => <StatusBadge status={status} />}
    >
      {(connection, edit) => (
        <Section>
          {connection.coreType === 'SANDBOX' ? (
            <Text size="sm">{CORE_TYPE_HINTS.SANDBOX}</Text>
          ) : (
            <ConnectionForm connection={connection} edit={edit} />
          )}
        </Section>
      )}
    </EditRecordPage>
  )
}

function ConnectionForm({ connection, edit }: { connection: Connection; edit: Edit }) {
  const { id, version } = connection
  const state = useRecordForm({
    initialValues: valuesOf(connection),
    submit: (values) => ask(admin.updateCoreConnectivity({ id }, { version, ...settingsOf(values) })),
    invalidates: [['connectivity']],
    onSaved: ({ name, status }) =>
      edit.leave(status === 'DRAFT' ? `${name} is saved as a draft. Test it next.` : `${name} is saved.`),
  })
  return (
    <RecordForm state={state} submitLabel="Save" onReload={edit.reload} onCancel={() => edit.leave()}>
      <ConnectionFields form={state.form} connection={connection} />
    </RecordForm>
  )
}
