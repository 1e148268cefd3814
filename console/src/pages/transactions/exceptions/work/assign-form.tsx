// Hands one exception to a user.

import { notifications } from '@mantine/notifications'
import { ask } from '../../../../api/ask.ts'
import { admin } from '../../../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../../kit/inputs/fields.tsx'
import { instantOfLocal, localOfInstant } from '../../../../kit/show/time-zone.ts'
import type { TransactionException } from '../exception-words.ts'
import { useAssignees } from './assignees.ts'
import { PRIORITIES, type Priority } from './work-words.ts'

export function AssignForm({ exception, onClose }: { exception: TransactionException; onClose(): void }) {
  const { id, institutionId, assigneeId, assignee, priority, dueAt } = exception
  const known = useAssignees(institutionId)
  const isKnown = assigneeId === undefined || known.some(({ value }) => value === assigneeId)
  const choices = isKnown ? known : [...known, { value: assigneeId, label: assignee ?? assigneeId }]
  const initial = { assigneeId: assigneeId ?? null, priority: priority as string | null, dueAt: localTime(dueAt) }
  const state = useRecordForm({
    initialValues: initial,
    submit: (values) =>
      ask(
        admin.assignException(
          { id },
          {
            assigneeId: values.assigneeId,
            ...(values.priority !== null && { priority: values.priority as Priority }),
            // Left as it is, it keeps its seconds.
            ...(values.dueAt !== initial.dueAt && { dueAt: instantOfLocal(values.dueAt) ?? null }),
          },
        ),
      ),
    invalidates: [['exceptions']],
    onSaved: () => {
      onClose()
      notifications.show({ message: 'The exception is handed out.', color: 'green' })
    },
  })
  const field = fieldsOf(state.form)
  return (
    <RecordForm state={state} submitLabel="Save" onCancel={onClose}>
      {field.choice('assigneeId', 'Looked after by', choices, {
        clearable: true,
        searchable: true,
        placeholder: 'Nobody',
      })}
      {field.choice('priority', 'Priority', PRIORITIES, { allowDeselect: false })}
      {field.text('dueAt', 'To be settled by', { type: 'datetime-local' })}
    </RecordForm>
  )
}

function localTime(instant: string | undefined): string {
  return instant === undefined ? '' : localOfInstant(instant).slice(0, 16)
}
