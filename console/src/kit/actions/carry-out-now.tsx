// Carries out a change at once that waits for a second user, because of an emergency. Another user reviews it afterwards.

import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { GatewayError } from '../../api/gateway-error.ts'
import { serverMessage } from '../../texts/server-messages.ts'

const SHORTEST = 20
const LONGEST = 1_000

export interface CarryOutNowProps {
  readonly changeRequestId: string
  onDone?(answer: unknown): void
}

export function CarryOutNow({ changeRequestId, onDone }: CarryOutNowProps) {
  const [isOpen, dialog] = useDisclosure(false)
  const [reason, setReason] = useState('')
  const cache = useQueryClient()
  const left = SHORTEST - [...reason.trim()].length
  const carryingOut = useMutation({
    mutationFn: () => ask(admin.breakGlass({ id: changeRequestId }, { reason: reason.trim() })),
    onSuccess: async (answer: unknown) => {
      dialog.close()
      notifications.show({ message: 'The change is made. Another user has to review it.', color: 'yellow' })
      onDone?.(answer)
      // Whatever it was that was changed.
      await cache.invalidateQueries()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // It may stand in a form of its own.
    event.stopPropagation()
    if (left <= 0) carryingOut.mutate()
  }
  return (
    <>
      <Button variant="default" size="sm" color="red" onClick={dialog.open}>
        Carry out now
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Carry out now, without an approval?">
        <form noValidate onSubmit={submit}>
          <Stack>
            <Text size="sm">
              Only in an emergency. All who could have approved the change are told at once, and one of them has to
              review it within 24 hours.
            </Text>
            <Textarea
              label="Why it cannot wait"
              required
              description={`At least ${SHORTEST} characters. Kept in the change request and the audit log.`}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value.replaceAll('\n', ' '))}
              maxLength={LONGEST}
              autosize
              minRows={2}
              data-autofocus
            />
            {carryingOut.isError && (
              <Alert color="red" role="alert" title="The change is not made">
                {wordsOf(carryingOut.error)}
              </Alert>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={dialog.close}>
                Cancel
              </Button>
              <Button type="submit" color="red" loading={carryingOut.isPending} disabled={left > 0}>
                Carry out now
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}

function wordsOf(error: Error): string {
  return error instanceof GatewayError ? serverMessage(error.message) : error.message
}
