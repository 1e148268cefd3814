// A calendar date: the browser's own date picker, which needs no locale and no library.

import { TextInput, type TextInputProps } from '@mantine/core'

export function DateField(props: TextInputProps) {
  return <TextInput {...props} type="date" />
}
