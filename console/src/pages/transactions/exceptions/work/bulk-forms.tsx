// What can be done with many exceptions at once: handing them out, and resolving them.

import { Radio, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../../../api/ask.ts'
import { admin } from '../../../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../../kit/inputs/fields.tsx'
import type { Selected } from '../../../../kit/list/list-selection.tsx'
import { present } from '../../../../kit/list/record-list.tsx'
import { formatCount } from '../../../../kit/show/format.ts'
import { instantOfLocal } from '../../../../kit/show/time-zone.ts'
import type { Outcome, ResolvingAction } from '../exception-words.ts'
import { useAssignees } from './assignees.ts'
import { PRIORITIES, type Priority } from './work-words.ts'

type Filter = NonNullable<onboarding.ResolveExceptionsRequest['filter']>

export interface BulkFormProps {
  readonly selected: Selected
  /** The filters of the list as the gateway takes them. */
  filterOf(filters: NonNullable<Selected['filters']>): Filter
  onClose(): void
}

function meantBy({ selected: { keys, filters }, filterOf }: BulkFormProps) {
  return filters === undefined ? { ids: [...keys] } : { filter: filterOf(filters) }
}

/** To the page of the job. */
function useStarted({ selected, onClose }: BulkFormProps) {
  const navigate = useNavigate()
  return ({ jobId }: { readonly jobId: string }) => {
    onClose()
    selected.clear()
    void navigate({ to: `/exceptions/jobs/${jobId}` })
  }
}

export function AssignManyForm(props: BulkFormProps) {
  const { selected, onClose } = props
  const choices = useAssignees()
  const state = useRecordForm({
    initialValues: { assigneeIds: [] as string[], priority: null as string | null, dueAt: '', comment: '' },
    validate: ({ assigneeIds, priority, dueAt, comment }) =>
      assigneeIds.length === 0 && priority === null && dueAt === '' && comment.trim() === ''
        ? { assigneeIds: 'Choose at least one user, or fill in one of the other fields' }
        : {},
    submit: ({ assigneeIds, priority, dueAt, comment }) =>
      ask(
        admin.assignExceptions(
          present({
            ...meantBy(props),
            assigneeIds: assigneeIds.length === 0 ? undefined : assigneeIds,
            priority: (priority as Priority | null) ?? undefined,
            dueAt: instantOfLocal(dueAt),
            comment: comment.trim() === '' ? undefined : comment.trim(),
          }),
        ),
      ),
    invalidates: [['exceptions']],
    onSaved: useStarted(props),
  })
  const field = fieldsOf(state.form)
  return (
    <RecordForm state={state} submitLabel="Hand out" onCancel={onClose}>
      <Text size="sm">{formatCount(selected.count)} exceptions. What you leave empty stays as it is at each.</Text>
      {field.choices('assigneeIds', 'Looked after by', choices, 'Several users get them in turn.', {
        searchable: true,
        maxValues: 50,
      })}
      {field.choice('priority', 'Priority', PRIORITIES, { clearable: true })}
      {field.text('dueAt', 'To be settled by', { type: 'datetime-local' })}
      {field.area('comment', 'Comment', 'Noted at each of them.', { maxLength: 255, autosize: true, minRows: 2 })}
    </RecordForm>
  )
}

/** The actions that need nothing which differs from one exception to the next. */
const MANY_ACTIONS: readonly { readonly value: ResolvingAction; readonly label: string; readonly effect: string }[] = [
  {
    value: 'MATCH',
    label: 'Match them',
    effect:
      'Posts late and refused reversals now; of unknown outcomes it records what you found out, and posts nothing.',
  },
  {
    value: 'WRITE_OFF',
    label: 'Write them off',
    effect: 'Posts with the general-ledger account suspense:exceptions in place of the customers’ accounts.',
  },
  { value: 'IGNORE', label: 'Ignore them', effect: 'Posts nothing.' },
  {
    value: 'RETRY',
    label: 'Try them again now',
    effect: 'Does at once what the gateway would do later. They stay open until it is done.',
  },
]

export function ResolveManyForm(props: BulkFormProps) {
  const { selected, onClose } = props
  const state = useRecordForm({
    initialValues: { action: '', outcome: '', reason: '' },
    validate: ({ action, reason }) => ({
      ...(action === '' && { action: 'Choose what to do' }),
      ...(reason.trim() === '' && { reason: 'Say why; it is kept in the audit log' }),
    }),
    submit: ({ action, outcome, reason }) =>
      ask(
        admin.resolveExceptions(
          present({
            ...meantBy(props),
            action: action as ResolvingAction,
            outcome: action === 'MATCH' && outcome !== '' ? (outcome as Outcome) : undefined,
            reason: reason.trim(),
          }) as onboarding.ResolveExceptionsRequest,
        ),
      ),
    invalidates: [['exceptions'], ['dashboard']],
    onSaved: useStarted(props),
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Resolve" onCancel={onClose}>
      <Text size="sm">
        {formatCount(selected.count)} exceptions. One that has changed by its turn, or does not allow the action, is
        skipped.
      </Text>
      <Radio.Group label="Decision" required {...form.getInputProps('action')}>
        <Stack gap="sm" mt={6}>
          {MANY_ACTIONS.map(({ value, label, effect }) => (
            <Radio key={value} value={value} label={label} description={effect} />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.action === 'MATCH' && (
        <Radio.Group
          label="What came of orders of unknown outcome"
          description="Needed when there are some among them."
          {...form.getInputProps('outcome')}
        >
          <Stack gap="sm" mt={6}>
            <Radio value="APPROVED" label="The core executed them" />
            <Radio value="DECLINED" label="The core declined them" />
          </Stack>
        </Radio.Group>
      )}
      {field.area('reason', 'Reason', 'Kept in the audit log.', {
        required: true,
        maxLength: 255,
        autosize: true,
        minRows: 2,
      })}
    </RecordForm>
  )
}
