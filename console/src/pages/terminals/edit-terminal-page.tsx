// Changes a terminal.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { EditRecord } from '../../kit/form/edit-record.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { TerminalForm } from './terminal-form.tsx'
import { terminalBody, terminalValues } from './terminal-form-values.ts'

export default function EditTerminalPage() {
  const id = usePathParameter('id')
  const navigate = useNavigate()
  return (
    <PageFrame
      title="Edit terminal"
      trail={[
        ['Terminals', '/terminals'],
        ['Terminal', `/terminals/${id}`],
      ]}
      description="Every node obeys the change at once."
    >
      <EditRecord queryKey={['terminals', id]} load={() => ask(admin.getTerminal({ id }))}>
        {(terminal, reload) => (
          <TerminalForm
            initialValues={terminalValues(terminal)}
            isEdited
            submitLabel="Save"
            submit={(values) =>
              ask(admin.updateTerminal({ id }, { version: terminal.version, ...terminalBody(values) }))
            }
            onSaved={({ terminalId }) => {
              notifications.show({ message: `Terminal ${terminalId} is saved.`, color: 'green' })
              void navigate({ to: `/terminals/${id}` })
            }}
            onCancel={() => void navigate({ to: `/terminals/${id}` })}
            onReload={reload}
          />
        )}
      </EditRecord>
    </PageFrame>
  )
}
