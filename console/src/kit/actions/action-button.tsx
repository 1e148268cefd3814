// A button that does something at the gateway. Where that cannot be undone it asks first, and takes a reason where one is
// needed.

import { Button, type ButtonProps, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SentForApproval } from '../../api/sent-for-approval.ts'
import { ErrorNotice } from '../page/error-notice.tsx'

export interface Confirmation {
  readonly title: string
  readonly message: ReactNode
  /** On the button that does it; by default the label of the first button. */
  readonly label?: string
  /** Asks for a reason, which is handed to `run`. */
  readonly reason?: 'required' | 'optional'
}

export interface ActionButtonProps<Done> extends Omit<ButtonProps, 'onClick'> {
  readonly label: string
  /** Without it the action runs at once. */
  readonly confirm?: Confirmation
  run(reason: string | undefined): Promise<Done>
  /** Reads again afterwards. */
  readonly invalidates?: readonly (readonly unknown[])[]
  /** Said when it is done. */
  readonly done?: string | undefined
  onDone?: ((done: Done) => void) | undefined
}

export function ActionButton<Done>(props: ActionButtonProps<Done>) {
  const { label, confirm, run, invalidates = [], done, onDone, ...button } = props
  const [isOpen, dialog] = useDisclosure(false)
  const [reason, setReason] = useState('')
  const cache = useQueryClient()
  const action = useMutation({
    mutationFn: (given: string | undefined) => run(given),
    onSuccess: async (answer) => {
      dialog.close()
      setReason('')
      await Promise.all(invalidates.map((queryKey) => cache.invalidateQueries({ queryKey })))
      if (done !== undefined) notifications.show({ message: done, color: 'green' })
      onDone?.(answer)
    },
    // Without a question there is no dialog that could show the error.
    onError: async (error) => {
      dialog.open()
      if (error instanceof SentForApproval) await cache.invalidateQueries({ queryKey: ['change-requests'] })
    },
  })
  const isSent = action.error instanceof SentForApproval
  const needsReason = confirm?.reason === 'required' && reason.trim() === ''
  const close = () => {
    dialog.close()
    action.reset()
  }
  return (
    <>
      <Button
        variant="default"
        size="sm"
        {...button}
        loading={action.isPending && !isOpen}
        onClick={() => (confirm === undefined ? action.mutate(undefined) : dialog.open())}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={confirm?.title ?? label}>
        <Stack>
          {confirm !== undefined && !isSent && (
            <Text component="div" size="sm">
              {confirm.message}
            </Text>
          )}
          {confirm?.reason !== undefined && !isSent && (
            <Textarea
              label="Reason"
              required={confirm.reason === 'required'}
              description="Kept in the history and the audit log."
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              maxLength={255}
              autosize
              minRows={2}
              data-autofocus
            />
          )}
          {action.isError && <ErrorNotice error={action.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {confirm === undefined || isSent ? 'Close' : 'Cancel'}
            </Button>
            {(confirm !== undefined || action.isError) && !isSent && (
              <Button
                {...(button.color !== undefined && { color: button.color })}
                loading={action.isPending}
                disabled={needsReason}
                onClick={() => action.mutate(reason.trim() === '' ? undefined : reason.trim())}
              >
                {confirm?.label ?? (confirm === undefined ? 'Try again' : label)}
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
