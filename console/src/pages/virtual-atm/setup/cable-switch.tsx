// Pulls the ATM's network cable, and says when and for how long.

import { Group, Input, SegmentedControl, type SegmentedControlProps, Stack, Switch, Text, Title } from '@mantine/core'
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import type { CableBreak } from '../engine/exchange.ts'
import { atm, useAtm } from '../the-atm.ts'

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
      <CableChoice
        label="What gets lost"
        value={when}
        onChange={(value) => atm.changeCable({ when: value as CableBreak })}
        data={[
          { value: 'before-request', label: 'The request' },
          { value: 'during-answer', label: 'The answer' },
        ]}
      />
      <CableChoice
        label="For how long"
        value={once ? 'once' : 'until'}
        onChange={(value) => atm.changeCable({ once: value === 'once' })}
        data={[
          { value: 'once', label: 'One message' },
          { value: 'until', label: 'Until plugged in' },
        ]}
      />
      <Text size="xs" c="dimmed">
        {when === 'before-request'
          ? 'Nothing reaches the gateway, so nothing is posted.'
          : 'The gateway posts the request, but its answer is lost.'}{' '}
        The ATM only sees that no answer comes.
      </Text>
    </Stack>
  )
}

function CableChoice({ label, ...control }: SegmentedControlProps & { label: string }) {
  return (
    <Input.Wrapper label={label} size="xs" labelElement="div">
      <SegmentedControl size="xs" fullWidth aria-label={label} {...control} />
    </Input.Wrapper>
  )
}
