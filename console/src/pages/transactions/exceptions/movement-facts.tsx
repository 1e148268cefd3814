// What is stuck in digital banking, and a payment of it that is under way.

import { Alert, Stack, Text } from '@mantine/core'
import { Facts } from '../../../kit/show/facts.tsx'
import { Id, Instant, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { ACTIONS, type TransactionException } from './exception-words.ts'

export function MovementFacts({ exception }: { exception: TransactionException }) {
  const { movement, account, detail, pending } = exception
  if (movement === undefined && account === undefined) return null
  return (
    <Stack gap="sm">
      {movement !== undefined && (
        <Facts
          columns={2}
          facts={[
            ['Reference', movement.ref],
            ['Partner', movement.partnerId],
            ['State', <StatusBadge key="state" status={movement.state} />],
            ['Amount', <Money key="amount" amount={movement.amount} currency={movement.currencyCode} />],
            ['Attempts', String(movement.attempts)],
            ['Since', <Instant key="since" at={movement.since} />],
          ]}
        />
      )}
      {account !== undefined && <Facts columns={1} facts={[['Account', <Id key="account">{account.id}</Id>]]} />}
      {detail !== undefined && <Text size="sm">{sentence(detail)}</Text>}
      {pending !== undefined && (
        <Alert color="blue" title="A payment is under way">
          <Text size="sm">
            {ACTIONS[pending.action]}
            {pending.linkedAccountId !== undefined && `, account ${pending.linkedAccountId}`}: asked for by {pending.by}
            . The core has not answered yet; nothing else can be done until it has.
          </Text>
        </Alert>
      )}
    </Stack>
  )
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
