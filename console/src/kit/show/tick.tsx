// Yes or no as a sign, for matrices: the sign has a name, and its shape says as much as its colour.

import { ThemeIcon } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'

export function Tick({ value, label }: { value: boolean; label: string }) {
  return (
    <ThemeIcon
      size="sm"
      radius="xl"
      variant={value ? 'light' : 'transparent'}
      color={value ? 'green' : 'gray'}
      role="img"
      aria-label={`${label}: ${value ? 'yes' : 'no'}`}
    >
      {value ? <IconCheck size={14} aria-hidden /> : <IconMinus size={14} aria-hidden />}
    </ThemeIcon>
  )
}
