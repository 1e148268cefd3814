// Records cash that was put into a terminal, taken out of it or counted in it, in a dialog.

import { Button, Modal, SimpleGrid, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconPlus } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { useRef } from 'react'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { CASH_KINDS, type CashKind } from '../terminal-words.ts'

const MINUTE_MS = 60_000
const AGO = [
  { value: '0', label: 'Now' },
  { value: '5', label: '5 minutes ago' },
  { value: '15', label: '15 minutes ago' },
  { value: '30', label: '30 minutes ago' },
  { value: '60', label: '1 hour ago' },
  { value: '120', label: '2 hours ago' },
  { value: '240', label: '4 hours ago' },
  { value: '480', label: '8 hours ago' },
  { value: '1440', label: '1 day ago' },
]

export interface CashButtonProps {
  readonly terminal: onboarding.Terminal
  /** The time of transactions as the gateway has told it. */
  readonly asOf: string | undefined
}

export function CashButton({ terminal, asOf }: CashButtonProps) {
  const [isOpen, dialog] = useDisclosure(false)
  // The clock of transactions, which the sandbox can move, ran on since it was told.
  const told = useRef({ asOf, atMs: Date.now() })
  if (told.current.asOf !== asOf) told.current = { asOf, atMs: Date.now() }
  const nowMs = () => (asOf === undefined ? Date.now() : Date.parse(asOf) + Date.now() - told.current.atMs)
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
        Record cash
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Record cash" closeOnClickOutside={false}>
        <CashForm terminal={terminal} nowMs={nowMs} onClose={dialog.close} />
      </Modal>
    </>
  )
}

interface CashFormProps {
  readonly terminal: onboarding.Terminal
  nowMs(): number
  onClose(): void
}

function CashForm({ terminal: { id, terminalId, currencies }, nowMs, onClose }: CashFormProps) {
  // Sent again after a lost answer, it has to be the same.
  const first = useRef({ of: '', at: '' })
  const state = useRecordForm({
    initialValues: {
      kind: 'COUNT' as CashKind | null,
      currencyCode: currencies[0] ?? 'USD',
      amount: '' as number | string,
      reference: '',
      ago: '0' as string | null,
      note: '',
    },
    validate: ({ amount, reference }) => ({
      ...(amount === '' && { amount: 'Is required' }),
      ...(reference.trim() === '' && { reference: 'Is required' }),
    }),
    submit: ({ kind, currencyCode, amount, reference, ago, note }) => {
      const of = `${kind} ${reference} ${ago}`
      if (first.current.of !== of)
        first.current = { of, at: new Date(nowMs() - Number(ago ?? '0') * MINUTE_MS).toISOString() }
      return ask(
        admin.recordTerminalCash(
          { id },
          {
            kind: kind ?? 'COUNT',
            currencyCode: currencyCode.trim(),
            amount: Number(amount),
            reference: reference.trim(),
            at: first.current.at,
            ...(note.trim() !== '' && { note: note.trim() }),
          },
        ),
      )
    },
    fieldNames: { at: 'ago' },
    invalidates: [['terminals', id], ['exceptions'], ['suspense']],
    onSaved: ({ exceptionId }) => {
      onClose()
      notifications.show(
        exceptionId === undefined
          ? { message: `The cash of ${terminalId} is recorded.`, color: 'green' }
          : { message: 'It differs from what was expected: the difference is an exception.', color: 'orange' },
      )
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  const kind = CASH_KINDS.find(({ value }) => value === form.values.kind)
  return (
    <RecordForm state={state} submitLabel="Record" onCancel={onClose}>
      <Stack gap="sm">
        {field.choice('kind', 'What was done', CASH_KINDS, kind?.meaning, { required: true, allowDeselect: false })}
        <SimpleGrid cols={2} spacing="sm">
          {field.money('amount', 'Amount', form.values.currencyCode, { required: true, min: 0 })}
          {field.text('currencyCode', 'Currency', { required: true, maxLength: 3 })}
        </SimpleGrid>
        {field.choice('ago', 'When', AGO, 'A count is compared with what was expected then.', {
          required: true,
          allowDeselect: false,
        })}
        {field.text('reference', 'Reference', 'Such as the number of the receipt. Each is recorded once.', {
          required: true,
          maxLength: 35,
        })}
        {field.area('note', 'Note', { maxLength: 255, autosize: true, minRows: 1 })}
      </Stack>
    </RecordForm>
  )
}
