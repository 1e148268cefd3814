// Chooses what is put into the ATM: a test card, any card number, or an account without a card.

import { Button, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { atm, useAtm } from '../the-atm.ts'
import { faultAccounts, testCards } from './test-cards.ts'

const OTHER_CARD = 'other-card'
const OTHER_ACCOUNT = 'other-account'

export function CardChoice() {
  const { terminal, screen } = useAtm()
  const cards = testCards(terminal.institutionId)
  const faults = faultAccounts(terminal.institutionId)
  const [chosen, setChosen] = useState(cards[0]?.value ?? OTHER_CARD)
  const [typed, setTyped] = useState('')
  const purposeOf = (value: string) => [...cards, ...faults].find((one) => one.value === value)?.purpose
  const isTyped = chosen === OTHER_CARD || chosen === OTHER_ACCOUNT
  const isCard = chosen === OTHER_CARD || chosen.startsWith('pan:')
  const number = isTyped ? typed.replaceAll(/\s/g, '') : chosen.slice(chosen.indexOf(':') + 1)
  const isValid = isCard ? /^\d{1,32}$/.test(number) : /^[\w.-]{1,35}$/.test(number)
  return (
    <Stack gap="xs" data-atm-focus>
      <Title order={2} size="h3">
        Card
      </Title>
      <Select
        label="Test card or account"
        size="xs"
        allowDeselect={false}
        maxDropdownHeight={340}
        comboboxProps={{ width: 420, position: 'bottom-start' }}
        data={[
          ...(cards.length === 0 ? [] : [{ group: `Cards of ${terminal.institutionId}`, items: [...cards] }]),
          ...(faults.length === 0
            ? []
            : [{ group: 'Accounts that fail on purpose, without a card', items: [...faults] }]),
          {
            group: 'By hand',
            items: [
              { value: OTHER_CARD, label: 'Another card number' },
              { value: OTHER_ACCOUNT, label: 'An account without a card' },
            ],
          },
        ]}
        renderOption={({ option }) => (
          <Text size="xs">
            {option.label}
            {purposeOf(option.value) !== undefined && ` · ${purposeOf(option.value)}`}
          </Text>
        )}
        value={chosen}
        onChange={(value) => setChosen(value ?? chosen)}
        inputWrapperOrder={['label', 'input', 'description']}
        description={purposeOf(chosen)}
      />
      {isTyped && (
        <TextInput
          label={isCard ? 'Card number (PAN)' : 'Account id'}
          size="xs"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Button
        size="xs"
        disabled={screen.name !== 'welcome' || !isValid}
        onClick={() => atm.insert(isCard ? { pan: number } : { accountId: number })}
      >
        {isCard ? 'Insert the card' : 'Use the account'}
      </Button>
      <Text size="xs" c="dimmed">
        The API takes no PIN. The ATM asks for one only to look real: any four digits will do, and they are never sent.
      </Text>
    </Stack>
  )
}
