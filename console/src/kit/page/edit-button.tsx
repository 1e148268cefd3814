// Leads from a record's page to its form.

import { IconPencil } from '@tabler/icons-react'
import { LinkButton } from './link-button.tsx'

export function EditButton({ to, label = 'Edit' }: { to: string; label?: string }) {
  return (
    <LinkButton to={to} shortcut="E" variant="default" leftSection={<IconPencil size={16} aria-hidden />}>
      {label}
    </LinkButton>
  )
}
