// Pulls the ATM's network cable, and says when and for how long.

import { Group, SegmentedControl, Stack, Switch, Text, Title } from '@mantine/core'
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import type { CableBreak } from './engine/exchange.ts'
import { atm, useAtm } from './the-atm.ts'

export function CableSwitch() {
  const { isPulled, when, once } = useAtm().cable
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h3">
          Network cable
        </Title>
        <Switch
          label="Cable pulled"
          size="sm"
          color="red"
          checked={isPulled}
          thumbIcon={isPulled ? <IconPlugConnectedX size={10} /> : <IconPlugConnected size={10} />}
          onChange={(event) => (event.currentTarget.checked ? atm.pullCable() : atm.plugIn())}
        />
      </Group>
      <SegmentedControl
        size="xs"
        aria-label="When the message is lost"
        value={when}
        onChange={(value) => atm.changeCable({ when: value as CableBreak })}
        data={[
          { value: 'before-request', label: 'Before it leaves' },
          { value: 'during-answer', label: 'On the way back' },
        ]}
      />
      <SegmentedControl
        size="xs"
        aria-label="For how long"
        value={once ? 'once' : 'until'}
        onChange={(value) => atm.changeCable({ once: value === 'once' })}
        data={[
          { value: 'once', label: 'One message' },
          { value: 'until', label: 'Until plugged in' },
        ]}
      />
      <Text size="xs" c="dimmed">
        {when === 'before-request' ? 'Nothing reaches the gateway.' : 'The gateway does the work; its answer is lost.'}{' '}
        The ATM cannot tell the difference.
      </Text>
    </Stack>
  )
}
