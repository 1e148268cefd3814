// Percent per year.

import { NumberInput, type NumberInputProps, Text } from '@mantine/core'

export function RateInput(props: NumberInputProps) {
  return (
    <NumberInput
      min={0}
      decimalScale={6}
      allowNegative={false}
      hideControls
      rightSection={
        <Text size="xs" c="dimmed" aria-hidden>
          %
        </Text>
      }
      {...props}
    />
  )
}
