// What an operator does to a business day: holds it, lets it go, closes it ahead of its cutover, or tries again.

import { notifications } from '@mantine/notifications'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { instantOfLocal, localOfInstant } from '../../kit/show/time-zone.ts'
import type { BusinessDay } from './day-totals.ts'

export interface DayActionsProps {
  /** Of the institution's record. */
  readonly id: string
  readonly day: BusinessDay
}

const INVALIDATES = [['business-days'], ['institutions'], ['notifications']]

export function DayActions({ id, day }: DayActionsProps) {
  const { date, state, heldUntil } = day
  if (state === 'CLOSED') return null
  const isHeld = heldUntil !== undefined
  return (
    <Allowed module="INSTITUTIONS" action="ACTIVATE">
      <FormDialog label={isHeld ? 'Change the hold' : 'Hold'} title="Hold the business day">
        {(close) => <HoldForm id={id} day={day} onClose={close} />}
      </FormDialog>
      {isHeld && (
        <ActionButton
          label="Release"
          confirm={{
            title: 'End the hold?',
            message: 'Once its cutover has passed, the day is closed at once.',
          }}
          run={() => ask(admin.releaseBusinessDay({ id, date }))}
          invalidates={INVALIDATES}
          done="The day is not held any more."
        />
      )}
      {state === 'OPEN' && !isHeld && (
        <ActionButton
          label="Close now"
          color="red"
          variant="filled"
          confirm={{
            title: 'Close the business day now?',
            message:
              'The next business date begins at once, for orders, limits and loans, and ends at its own cutover. Orders are refused (906) for some seconds. A closed day is never opened again.',
          }}
          run={() => ask(admin.closeBusinessDay({ id, date }))}
          invalidates={INVALIDATES}
          done="The day has ended."
        />
      )}
      {state === 'CLOSING' && !isHeld && (
        <ActionButton
          label="Try again"
          run={() => ask(admin.retryBusinessDay({ id, date }))}
          invalidates={INVALIDATES}
          done="The end of day was tried again."
        />
      )}
    </Allowed>
  )
}

function HoldForm({ id, day, onClose }: DayActionsProps & { onClose(): void }) {
  const { date, heldUntil, holdReason = '' } = day
  const state = useRecordForm({
    initialValues: { until: heldUntil === undefined ? '' : localOfInstant(heldUntil).slice(0, 16), reason: holdReason },
    submit: ({ until, reason }) =>
      ask(admin.holdBusinessDay({ id, date }, { until: instantOfLocal(until) ?? until, reason: reason.trim() })),
    invalidates: INVALIDATES,
    onSaved: () => {
      onClose()
      notifications.show({ message: 'The day is held.', color: 'green' })
    },
  })
  const field = fieldsOf(state.form)
  return (
    <RecordForm state={state} submitLabel="Hold" onCancel={onClose}>
      {field.text('until', 'Held until', {
        type: 'datetime-local',
        required: true,
        description: 'After the cutover of the day, at most 12 hours after it. Orders take the next date meanwhile.',
      })}
      {field.text('reason', 'Reason', { required: true, maxLength: 255 })}
    </RecordForm>
  )
}
