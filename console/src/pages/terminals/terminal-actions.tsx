// What can be done with a terminal in its state.

import { List, Stack } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/form/action-button.tsx'
import { DeleteButton } from '../../kit/form/delete-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { EditButton } from '../../kit/page/edit-button.tsx'

export function TerminalActions({ terminal }: { terminal: onboarding.Terminal }) {
  const { id, terminalId, status } = terminal
  const invalidates = [['terminals'], ['terminal-keys']]
  return (
    <>
      <Allowed module="TERMINALS" action="DELETE">
        <DeleteButton
          what={`terminal ${terminalId}`}
          message="The terminal and its keys are removed. A terminal with transactions cannot be deleted; decommission it instead."
          run={() => ask(admin.deleteTerminal({ id }))}
          to="/terminals"
          invalidates={[['terminals'], ['terminal-keys']]}
        />
      </Allowed>
      <Allowed module="TERMINALS" action="ACTIVATE">
        {status !== 'DECOMMISSIONED' && (
          <ActionButton
            label="Decommission"
            color="red"
            variant="light"
            confirm={{
              title: `Decommission ${terminalId}?`,
              message: (
                <Stack gap="xs">
                  This ends the terminal’s service for good:
                  <List size="sm">
                    <List.Item>its orders are declined with 120;</List.Item>
                    <List.Item>all of its keys are revoked at once;</List.Item>
                    <List.Item>it can never be changed or activated again.</List.Item>
                  </List>
                  Its record and its transactions stay.
                </Stack>
              ),
            }}
            run={() => ask(admin.decommissionTerminal({ id }))}
            invalidates={invalidates}
            done={`Terminal ${terminalId} is decommissioned, and its keys are revoked.`}
          />
        )}
        {status === 'ACTIVE' && (
          <ActionButton
            label="Deactivate"
            color="red"
            variant="light"
            confirm={{
              title: `Deactivate ${terminalId}?`,
              message: 'Its orders are declined with 120 from now on. You can activate it again at any time.',
            }}
            run={() => ask(admin.setTerminalActivation({ id, isActive: false }))}
            invalidates={invalidates}
            done={`Terminal ${terminalId} is inactive.`}
          />
        )}
      </Allowed>
      {status !== 'DECOMMISSIONED' && (
        <Allowed module="TERMINALS" action="UPDATE">
          <EditButton to={`/terminals/${id}/edit`} />
        </Allowed>
      )}
      {(status === 'REGISTERED' || status === 'INACTIVE') && (
        <Allowed module="TERMINALS" action="ACTIVATE">
          <ActionButton
            label="Activate"
            variant="filled"
            run={() => ask(admin.setTerminalActivation({ id, isActive: true }))}
            invalidates={invalidates}
            done={`Terminal ${terminalId} is active.`}
          />
        </Allowed>
      )}
    </>
  )
}
