// Registers a terminal.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { TerminalForm } from './terminal-form.tsx'
import { newTerminalValues, terminalBody } from './terminal-form-values.ts'

export default function NewTerminalPage() {
  const navigate = useNavigate()
  const [{ institutionId }] = useUrlState()
  const [initialValues] = useState(() => newTerminalValues(institutionId))
  return (
    <PageFrame
      title="New terminal"
      trail={[['Terminals', '/terminals']]}
      description="It is registered first. Activate it on its page when it may serve customers."
    >
      <TerminalForm
        initialValues={initialValues}
        isEdited={false}
        submitLabel="Register terminal"
        submit={(values) =>
          ask(
            admin.createTerminal({
              institutionId: values.institutionId ?? '',
              terminalId: values.terminalId.trim(),
              ...terminalBody(values),
            }),
          )
        }
        onSaved={({ id, terminalId }) => {
          notifications.show({ message: `Terminal ${terminalId} is registered.`, color: 'green' })
          void navigate({ to: `/terminals/${id}` })
        }}
        onCancel={() => void navigate({ to: '/terminals' })}
      />
    </PageFrame>
  )
}
