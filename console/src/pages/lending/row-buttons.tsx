// Buttons of rows: those that can be added to a form and removed again, and those that open in a table.

import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react'

interface RowButtonProps {
  readonly label: string
  onClick(): void
}

export function AddRowButton({ label, onClick }: RowButtonProps) {
  return (
    <Button
      variant="transparent"
      size="xs"
      px={0}
      w="fit-content"
      leftSection={<IconPlus size={14} />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

export function RemoveRowButton({ label, onClick }: RowButtonProps) {
  return (
    <ActionIcon variant="default" size="lg" aria-label={label} onClick={onClick}>
      <IconTrash size={16} />
    </ActionIcon>
  )
}

export function OpenRowButton({ label, isOpen, onClick }: RowButtonProps & { readonly isOpen: boolean }) {
  return (
    <ActionIcon variant="subtle" color="neutral" size="sm" aria-expanded={isOpen} aria-label={label} onClick={onClick}>
      {isOpen ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />}
    </ActionIcon>
  )
}
