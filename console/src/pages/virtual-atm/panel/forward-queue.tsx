// What the ATM has stored because the gateway did not answer, and what became of it.

import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { type Forward, isOpen } from '../engine/store-and-forward.ts'
import { atm, useAtm } from '../the-atm.ts'

const STATES: Readonly<Record<Forward['state'], readonly [color: string, text: string]>> = {
  waiting: ['grape', 'waits for the line'],
  sending: ['blue', 'being sent'],
  settled: ['harbour', 'settled'],
  stuck: ['red', 'needs an operator'],
}

export function ForwardQueue() {
  const { queue, cable } = useAtm()
  if (queue.length === 0) return null
  const waiting = queue.filter(isOpen)
  return (
    <Stack gap={6} className="atm-queue" role="group" aria-label="Store and forward">
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Store and forward: {waiting.length === 0 ? 'nothing waits' : `${waiting.length} waiting`}
        </Text>
        {waiting.length > 0 && (
          <Button size="compact-xs" variant="default" disabled={cable.isPulled} onClick={() => void atm.forward()}>
            Send now
          </Button>
        )}
      </Group>
      {queue.map(({ id, state, purpose, message, original, attempts, result }) => {
        const [color, text] = STATES[state]
        return (
          <Group key={id} gap={6} justify="space-between">
            <Text size="xs" w="100%" style={{ overflowWrap: 'anywhere' }}>
              {purpose === 'reversal'
                ? `Reversal of RRN ${original.body.transaction.rrn}, with RRN ${message.body.transaction.rrn}`
                : `Payment to complete, RRN ${message.body.transaction.rrn}`}
              {attempts > 0 && ` · sent ${attempts === 1 ? 'once' : `${attempts} times`}`}
              {result !== undefined && ` · ${result}`}
            </Text>
            <Badge size="sm" variant="light" color={color} radius="sm" tt="none">
              {text}
            </Badge>
            {state !== 'sending' && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                aria-label={`Remove RRN ${message.body.transaction.rrn}`}
                onClick={() => atm.discard(id)}
              >
                Remove
              </Button>
            )}
          </Group>
        )
      })}
    </Stack>
  )
}
