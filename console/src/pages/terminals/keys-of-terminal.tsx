// The keys of one terminal.

import { Alert, Group, Stack, Text } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { KeyList } from './key-list.tsx'
import { KeyStates } from './key-states.tsx'
import { MakeKeyButton } from './make-key-button.tsx'

export function KeysOfTerminal({ terminal }: { terminal: onboarding.Terminal }) {
  const { terminalId, institutionId, status } = terminal
  const isOver = status === 'DECOMMISSIONED'
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" maw={640}>
          Keys that the terminal’s software uses. A key is shown once, when it is made; afterwards only its check value
          tells it apart from others.
        </Text>
        {!isOver && <MakeKeyButton terminal={{ terminalId, institutionId }} />}
      </Group>
      {isOver && (
        <Alert color="gray" variant="light">
          The terminal is decommissioned: its keys are revoked, and it gets no new ones.
        </Alert>
      )}
      <KeyList terminal={{ terminalId, institutionId }} isReadOnly={isOver} />
      <KeyStates />
    </Stack>
  )
}
