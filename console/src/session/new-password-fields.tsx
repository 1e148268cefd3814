// A new password, entered twice, with the rules of the gateway in words.

import { List, PasswordInput, Text } from '@mantine/core'
import type { FormErrors, UseFormReturnType } from '@mantine/form'

export interface NewPassword extends Record<string, unknown> {
  password: string
  repeated: string
}

export const NO_PASSWORD: NewPassword = { password: '', repeated: '' }

const MIN_LENGTH = 12
const MAX_LENGTH = 128

/** What needs no round trip; the gateway checks the rest. */
export function checkNewPassword({ password, repeated }: NewPassword): FormErrors {
  // Counted as the gateway does: by characters, not by the code units of JavaScript.
  const { length } = [...password]
  return {
    ...(length < MIN_LENGTH && { password: `Must have at least ${MIN_LENGTH} characters` }),
    ...(length > MAX_LENGTH && { password: `Must have at most ${MAX_LENGTH} characters` }),
    ...(password !== repeated && { repeated: 'Is not the same as the new password' }),
  }
}

export interface NewPasswordFieldsProps {
  readonly form: UseFormReturnType<NewPassword>
  readonly email: string
}

export function NewPasswordFields({ form, email }: NewPasswordFieldsProps) {
  return (
    <>
      {/* For password managers, which keep the password with it. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput label="New password" autoComplete="new-password" required {...form.getInputProps('password')} />
      <PasswordInput
        label="Repeat the new password"
        autoComplete="new-password"
        required
        {...form.getInputProps('repeated')}
      />
      <div>
        <Text size="sm" c="dimmed">
          A good password is long: several words that have nothing to do with each other are easy to remember.
        </Text>
        <List size="sm" c="dimmed" mt={4}>
          <List.Item>
            {MIN_LENGTH} to {MAX_LENGTH} characters of any kind
          </List.Item>
          <List.Item>Not a common password, also not with digits or signs around it</List.Item>
          <List.Item>No run of neighbouring keys and no repetition, such as qwerty123456</List.Item>
          <List.Item>None of your last five passwords</List.Item>
        </List>
      </div>
    </>
  )
}
