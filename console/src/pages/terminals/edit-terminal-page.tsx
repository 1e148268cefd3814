// Changes a terminal.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { EditRecordPage } from '../../kit/form/edit-record-page.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { StatusBadge } from '../../kit/show/values.tsx'
import { TerminalForm } from './terminal-form.tsx'
import { terminalBody, terminalValues } from './terminal-form-values.ts'

export default function EditTerminalPage() {
  const id = usePathParameter('id')
  return (
    <EditRecordPage
      list={['Terminals', '/terminals']}
      id={id}
      queryKey={['terminals', id]}
      load={() => ask(admin.getTerminal({ id }))}
      nameOf={({ terminalId }) => terminalId}
      badgeOf={({ status }) => <StatusBadge status={status} />}
      description="A change takes effect as soon as it is saved."
    >
      {(terminal, edit) => (
        <TerminalForm
          initialValues={terminalValues(terminal)}
          isEdited
          submitLabel="Save"
          submit={(values) => ask(admin.updateTerminal({ id }, { version: terminal.version, ...terminalBody(values) }))}
          onSaved={({ terminalId }) => edit.leave(`Terminal ${terminalId} is saved.`)}
          onCancel={() => edit.leave()}
          onReload={edit.reload}
        />
      )}
    </EditRecordPage>
  )
}
