// The numbers under which cards and payments reach the institution.

import { SimpleGrid, TagsInput, TextInput } from '@mantine/core'
import type { StepProps } from './identity-step.tsx'
import { listError } from './list-error.ts'

const LIST = { splitChars: [',', ' ', ';'], acceptValueOnBlur: true, clearable: true }
const HOW = 'Press Enter after each one.'

export function CardsStep({ form }: StepProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TagsInput
        label="BINs"
        description={`The first 6 to 8 digits of its cards. Activation needs at least one. ${HOW}`}
        placeholder={form.values.bins.length === 0 ? '400010' : ''}
        {...LIST}
        {...form.getInputProps('bins')}
        error={listError(form, 'bins')}
      />
      <TextInput
        label="SWIFT BIC"
        description="8 or 11 characters; optional."
        placeholder="LKSDUS44XXX"
        {...form.getInputProps('swiftBic')}
      />
      <TagsInput
        label="Routing numbers"
        description={`Under which payments reach it; optional. ${HOW}`}
        {...LIST}
        {...form.getInputProps('routingNumbers')}
        error={listError(form, 'routingNumbers')}
      />
      <TagsInput
        label="Acquirer ids"
        description={`Under which it acquires transactions; optional. ${HOW}`}
        {...LIST}
        {...form.getInputProps('acquirerIds')}
        error={listError(form, 'acquirerIds')}
      />
    </SimpleGrid>
  )
}
