// A phone beside the ATM: the customer orders a cardless withdrawal in the bank's app and gets a code.

import { Autocomplete, Button, NumberInput, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { formatMoney, formatTime } from '../../kit/show/format.ts'
import type { PhoneOrder } from './engine/phone-order.ts'
import { phoneAccounts } from './setup/test-cards.ts'
import { atm, useAtm } from './the-atm.ts'
import './phone.css'

export function Phone() {
  const { terminal, phoneOrders } = useAtm()
  const orders = phoneOrders.filter(({ institutionId }) => institutionId === terminal.institutionId)
  const [newest, ...older] = orders
  return (
    <section className="atm-phone" aria-label="The customer’s phone">
      <div className="atm-phone-screen">
        <Title order={2} size="h4" ta="center">
          {terminal.institutionName}
        </Title>
        <Text size="xs" ta="center" c="dimmed">
          Cash without a card
        </Text>
        <PhoneForm key={terminal.institutionId} />
        <div aria-live="polite">
          {newest !== undefined && <PhoneCode order={newest} currency={terminal.currency} />}
        </div>
        {older.slice(0, 3).map((order) => (
          <Text key={order.code} size="xs" c="dimmed" className="numeric">
            {order.code} · {formatMoney(order.amount, terminal.currency)} · {stateOf(order)}
          </Text>
        ))}
      </div>
    </section>
  )
}

function PhoneForm() {
  const { terminal } = useAtm()
  const accounts = phoneAccounts(terminal.institutionId)
  const [accountId, setAccountId] = useState(accounts[0] ?? '')
  const [amount, setAmount] = useState<number | string>(50)
  const isValid = /^[\w.-]{1,35}$/.test(accountId) && Number(amount) > 0
  return (
    <Stack gap={6}>
      <Autocomplete
        label="Account"
        size="xs"
        data={[...accounts]}
        // All accounts stay on offer when one has been chosen.
        filter={({ options }) => options}
        value={accountId}
        onChange={setAccountId}
      />
      <NumberInput
        label={`Amount (${terminal.currency})`}
        size="xs"
        min={0}
        max={99999}
        decimalScale={2}
        hideControls
        value={amount}
        onChange={setAmount}
      />
      <Button
        size="xs"
        type="button"
        disabled={!isValid}
        onClick={() => atm.orderCardless(accountId.trim(), Number(amount))}
      >
        Get a code
      </Button>
    </Stack>
  )
}

function PhoneCode({ order, currency }: { order: PhoneOrder; currency: string }) {
  return (
    <div className="atm-phone-code" data-state={order.state}>
      <Text size="xs">{formatMoney(order.amount, currency)}</Text>
      <Text className="numeric" fw={700} size="xl" data-testid="phone-code">
        {order.code}
      </Text>
      <Text size="xs">{stateOf(order)}</Text>
    </div>
  )
}

function stateOf({ state, expiresAt }: PhoneOrder): string {
  if (state === 'paid') return 'paid out'
  if (state === 'refused') return 'refused'
  return `valid until ${formatTime(new Date(expiresAt).toISOString())}`
}
