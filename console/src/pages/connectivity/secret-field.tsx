// A secret of a connection: it can be given, replaced or removed, and never read.

import { Checkbox, PasswordInput, Stack, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ConnectionValues, SecretName } from './connection-values.ts'

interface SecretFieldProps {
  readonly form: UseFormReturnType<ConnectionValues>
  readonly name: SecretName
  readonly label: string
  readonly isSet: boolean | undefined
  readonly isFixed: boolean
  /** It has lines, which a field for passwords would lose. */
  readonly isPem?: boolean
}

export function SecretField({ form, name, label, isSet = false, isFixed, isPem = false }: SecretFieldProps) {
  const { isRemoved } = form.values[name]
  const common = {
    label,
    description: isSet ? 'One is stored. Leave empty to keep it.' : 'Optional.',
    disabled: isFixed || isRemoved,
    ...form.getInputProps(`${name}.text`),
    error: form.errors[name],
  }
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      {isPem ? (
        <Textarea {...common} autosize minRows={2} maxRows={6} autoComplete="off" spellCheck={false} />
      ) : (
        <PasswordInput
          {...common}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': `Show ${label}` }}
        />
      )}
      {isSet && !isFixed && (
        <Checkbox
          size="xs"
          label="Remove the stored one"
          {...form.getInputProps(`${name}.isRemoved`, { type: 'checkbox' })}
        />
      )}
    </Stack>
  )
}
