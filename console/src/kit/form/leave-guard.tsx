// Asks before something is lost: when a link, the browser's buttons or closing the tab would leave a form, or something
// that is shown once.

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

export interface LeaveWords {
  readonly title: string
  readonly message: string
  readonly stay: string
  readonly leave: string
}

export const UNSAVED: LeaveWords = {
  title: 'Leave without saving?',
  message: 'What you entered on this page is not saved yet. It is lost when you leave.',
  stay: 'Keep editing',
  leave: 'Leave without saving',
}

export interface LeaveGuardProps {
  /** Asked at the moment of leaving: a save navigates before anything is drawn again. */
  isUnsaved(): boolean
  readonly words?: LeaveWords
}

export function LeaveGuard({ isUnsaved, words = UNSAVED }: LeaveGuardProps) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved() && isAnotherPage(current, next),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const isAsked = leaving.status === 'blocked'
  return (
    <LeaveDialog isOpen={isAsked} onStay={() => leaving.reset?.()} onLeave={() => leaving.proceed?.()} words={words} />
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
  readonly words: LeaveWords
}

export function LeaveDialog({ isOpen, onStay, onLeave, words }: LeaveDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onStay} title={words.title}>
      <Stack>
        <Text size="sm">{words.message}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onStay} data-autofocus>
            {words.stay}
          </Button>
          <Button color="red" onClick={onLeave}>
            {words.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
