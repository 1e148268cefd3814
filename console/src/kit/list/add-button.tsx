// Above a list on the page of an institution: adds a record to it.

import { Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ModuleId } from '../../session/entitlements.ts'
import { Allowed } from '../page/allowed.tsx'
import { LinkButton } from '../page/link-button.tsx'

export interface AddButtonProps {
  readonly module: ModuleId
  /** The page of a new record, which is told the institution. */
  readonly to: string
  readonly institutionId: string
  readonly label: string
}

export function AddButton({ module, to, institutionId, label }: AddButtonProps) {
  return (
    <Allowed module={module} action="CREATE">
      <Group justify="flex-end">
        <LinkButton
          to={to}
          search={{ institutionId }}
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
        >
          {label}
        </LinkButton>
      </Group>
    </Allowed>
  )
}
