// What can be done with a terminal in its state.

import { List, Stack } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { RecordActions } from '../../kit/actions/record-actions.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'

const READ_AGAIN = [['terminals'], ['terminal-keys']] as const

export function TerminalActions({ terminal }: { terminal: onboarding.Terminal }) {
  const { id, terminalId, status } = terminal
  const isOver = status === 'DECOMMISSIONED'
  return (
    <RecordActions
      module="TERMINALS"
      what={`terminal ${terminalId}`}
      list="/terminals"
      id={id}
      isActive={status === 'ACTIVE'}
      invalidates={READ_AGAIN}
      deletion={{
        message:
          'The terminal and its keys are removed. A terminal with transactions cannot be deleted; decommission it instead.',
        run: () => ask(admin.deleteTerminal({ id })),
      }}
      ends={!isOver && <DecommissionButton id={id} terminalId={terminalId} />}
      deactivation={{
        title: `Deactivate ${terminalId}?`,
        message: 'Its orders are declined with 120 from now on. You can activate it again at any time.',
      }}
      setActive={(next) => ask(admin.setTerminalActivation({ id, isActive: next }))}
      done={(now) => (now ? `Terminal ${terminalId} is active.` : `Terminal ${terminalId} is inactive.`)}
      canEdit={!isOver}
      canActivate={!isOver}
    />
  )
}

function DecommissionButton({ id, terminalId }: Pick<onboarding.Terminal, 'id' | 'terminalId'>) {
  return (
    <Allowed module="TERMINALS" action="ACTIVATE">
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
        invalidates={READ_AGAIN}
        done={`Terminal ${terminalId} is decommissioned, and its keys are revoked.`}
      />
    </Allowed>
  )
}
