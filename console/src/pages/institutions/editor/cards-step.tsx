// The numbers under which cards and payments reach the institution.

import { SimpleGrid } from '@mantine/core'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import type { StepProps } from './identity-step.tsx'
import { listError } from './list-error.ts'

const LIST = { splitChars: [',', ' ', ';'], acceptValueOnBlur: true, clearable: true }
const HOW = 'Press Enter after each one.'

export function CardsStep({ form }: StepProps) {
  const field = fieldsOf(form)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {field.tags('bins', 'BINs', `The first 6 to 8 digits of its cards. Activation needs at least one. ${HOW}`, {
        placeholder: form.values.bins.length === 0 ? '400010' : '',
        ...LIST,
        error: listError(form, 'bins'),
      })}
      {field.text('swiftBic', 'SWIFT BIC', '8 or 11 characters; optional.', { placeholder: 'LKSDUS44XXX' })}
      {field.tags('routingNumbers', 'Routing numbers', `Under which payments reach it; optional. ${HOW}`, {
        ...LIST,
        error: listError(form, 'routingNumbers'),
      })}
      {field.tags('acquirerIds', 'Acquirer ids', `Under which it acquires transactions; optional. ${HOW}`, {
        ...LIST,
        error: listError(form, 'acquirerIds'),
      })}
    </SimpleGrid>
  )
}
