// Pulls the ATM's network cable, and says when and for how long.

import { Badge, Group, SegmentedControl, Stack, Switch, Text, Title } from '@mantine/core'
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
        <Badge
          color={isPulled ? 'red' : 'green'}
          variant="light"
          radius="sm"
          tt="none"
          leftSection={isPulled ? <IconPlugConnectedX size={12} /> : <IconPlugConnected size={12} />}
        >
          {isPulled ? 'Pulled' : 'Plugged in'}
        </Badge>
      </Group>
      <Switch
        label="Cable pulled"
        checked={isPulled}
        onChange={(event) => (event.currentTarget.checked ? atm.pullCable() : atm.plugIn())}
      />
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
        {when === 'before-request'
          ? 'The request never reaches the gateway.'
          : 'The request reaches the gateway and is carried out, but its answer is lost.'}{' '}
        The ATM sees the same: no answer. It waits 2 seconds here; a real one waits about 30.
      </Text>
    </Stack>
  )
}
