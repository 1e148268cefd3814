// A duration: how many of which unit.

import { Group, NumberInput, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { lending } from '@tillgate/sdk'
import { numberOf } from '../../../kit/inputs/money-input.tsx'
import { apiValue } from '../../../texts/mark.ts'
import { UNITS } from '../lending-words.ts'

export interface TermValues {
  readonly termCount: number | string
  readonly termUnit: string
}

export const NO_TERM: TermValues = { termCount: '', termUnit: apiValue('Months') }

export interface TermInputProps<Values> {
  readonly form: UseFormReturnType<Values>
  /** The field of the form that holds it. */
  readonly path: string
  readonly label: string
  readonly description?: string | undefined
  readonly required?: boolean
}

export function TermInput<Values>({ form, path, label, description, required = false }: TermInputProps<Values>) {
  return (
    <Group gap="xs" className="field-row" wrap="nowrap">
      <NumberInput
        label={label}
        required={required}
        min={1}
        max={100_000}
        allowDecimal={false}
        allowNegative={false}
        flex={1}
        {...(description !== undefined && { description })}
        {...form.getInputProps(`${path}.termCount`)}
      />
      <Select
        aria-label={`${label}: unit`}
        data={[...UNITS]}
        w={110}
        allowDeselect={false}
        {...form.getInputProps(`${path}.termUnit`)}
      />
    </Group>
  )
}

/** The term of the request; undefined when no count was entered. */
export function termOf({ termCount, termUnit }: TermValues): lending.Term | undefined {
  const count = numberOf(termCount)
  return count === undefined ? undefined : { termCount: count, termUnit: termUnit as lending.Term['termUnit'] }
}
