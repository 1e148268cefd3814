// Deletes a record after asking, and leaves its page, which has nothing to show any more.

import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ActionButton } from './action-button.tsx'

export interface DeleteButtonProps {
  /** `terminal ATM00001`. */
  readonly what: string
  readonly message: ReactNode
  run(): Promise<unknown>
  /** The list to go to. */
  readonly to: string
  /** Read again afterwards: the keys of the lists that held the record. */
  readonly invalidates: readonly (readonly unknown[])[]
}

export function DeleteButton({ what, message, run, to, invalidates }: DeleteButtonProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return (
    <ActionButton
      label="Delete"
      color="red"
      variant="light"
      confirm={{ title: `Delete ${what}?`, message, label: 'Delete for good' }}
      run={run}
      onDone={async () => {
        // First away from the page: reading the deleted record again would be a 404.
        await navigate({ to })
        for (const queryKey of invalidates) void cache.invalidateQueries({ queryKey })
        notifications.show({ message: `Deleted ${what}.`, color: 'green' })
      }}
    />
  )
}
