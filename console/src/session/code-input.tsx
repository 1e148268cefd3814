// The six digits of an authenticator app.

import { Fieldset, Input, PinInput } from '@mantine/core'
import type { ReactNode } from 'react'

export interface CodeInputProps {
  readonly label: string
  readonly description?: ReactNode
  readonly value: string
  readonly isWrong?: boolean
  readonly disabled?: boolean
  onChange(value: string): void
  /** All digits are there. */
  onComplete(value: string): void
}

export const CODE_LENGTH = 6

export function CodeInput({ label, description, value, isWrong, disabled, onChange, onComplete }: CodeInputProps) {
  return (
    <Fieldset
      variant="unstyled"
      legend={label}
      styles={{
        legend: {
          fontSize: 'var(--mantine-font-size-sm)',
          fontWeight: 'var(--mantine-font-weight-medium)',
          padding: 0,
        },
      }}
    >
      {description !== undefined && <Input.Description mb={6}>{description}</Input.Description>}
      <PinInput
        length={CODE_LENGTH}
        type="number"
        size="lg"
        gap="xs"
        placeholder=""
        autoFocus
        value={value}
        onChange={onChange}
        onComplete={onComplete}
        error={isWrong === true}
        disabled={disabled === true}
        getInputProps={(index) => ({ 'aria-label': `Digit ${index + 1} of ${CODE_LENGTH}` })}
      />
    </Fieldset>
  )
}
