// Asks before what was typed is lost: when a link, the browser's buttons or closing the tab would leave a form.

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

/** `isUnsaved` is asked at the moment of leaving: a save navigates before anything is drawn again. */
export function LeaveGuard({ isUnsaved }: { isUnsaved(): boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved() && isAnotherPage(current, next),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const isAsked = leaving.status === 'blocked'
  return (
    <LeaveDialog isOpen={isAsked} onStay={() => leaving.reset?.()} onLeave={() => leaving.proceed?.()}>
      What you entered on this page is not saved yet. It is lost when you leave.
    </LeaveDialog>
  )
}

interface Place {
  readonly pathname: string
  readonly search: object
}

/** Steps and filters in the address keep the form; another tab of the page takes it away. */
function isAnotherPage(current: Place, next: Place): boolean {
  const tabOf = ({ search }: Place) => ('tab' in search ? search.tab : undefined)
  return current.pathname !== next.pathname || tabOf(current) !== tabOf(next)
}

export interface LeaveDialogProps {
  readonly isOpen: boolean
  onStay(): void
  onLeave(): void
  readonly children: string
}

export function LeaveDialog({ isOpen, onStay, onLeave, children }: LeaveDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onStay} title="Leave without saving?">
      <Stack>
        <Text size="sm">{children}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onStay} data-autofocus>
            Keep editing
          </Button>
          <Button color="red" onClick={onLeave}>
            Leave without saving
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
