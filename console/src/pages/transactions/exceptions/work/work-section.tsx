// In the dialog of an exception: who looks after it, and what was noted about it.

import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../../api/ask.ts'
import { admin } from '../../../../api/gateway.ts'
import { FormDialog } from '../../../../kit/form/form-dialog.tsx'
import { RecordForm, useRecordForm } from '../../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../../kit/inputs/fields.tsx'
import { Allowed } from '../../../../kit/page/allowed.tsx'
import { Instant } from '../../../../kit/show/values.tsx'
import type { TransactionException } from '../exception-words.ts'
import { AssignForm } from './assign-form.tsx'
import { HandedOut } from './handed-out.tsx'

export function WorkSection({ exception: listed }: { exception: TransactionException }) {
  const { id } = listed
  // Lists have the last comments only.
  const { data: exception = listed, refetch } = useQuery({
    queryKey: ['exceptions', 'one', id],
    queryFn: () => ask(admin.getException({ id })),
    enabled: listed.commentCount > listed.comments.length,
  })
  const { state, comments, commentCount } = exception.commentCount < listed.commentCount ? listed : exception
  return (
    <Stack gap="xs" component="section" aria-label="Work on it">
      <Group justify="space-between" align="flex-start">
        <HandedOut exception={listed} />
        {state === 'OPEN' && (
          <Allowed module="EXCEPTIONS" action="UPDATE">
            <FormDialog label="Hand out" size="xs">
              {(close) => <AssignForm exception={listed} onClose={close} />}
            </FormDialog>
          </Allowed>
        )}
      </Group>
      {comments.length < commentCount && (
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          Show all {commentCount} comments
        </Button>
      )}
      {comments.map(({ at, by, text }) => (
        <Stack key={`${at} ${text}`} gap={0}>
          <Text size="xs" c="dimmed" component="div">
            {by}, <Instant at={at} />
          </Text>
          <Text size="sm">{text}</Text>
        </Stack>
      ))}
      <Allowed module="EXCEPTIONS" action="UPDATE">
        <CommentForm id={id} />
      </Allowed>
    </Stack>
  )
}

function CommentForm({ id }: { id: string }) {
  const state = useRecordForm({
    initialValues: { text: '' },
    validate: ({ text }) => (text.trim() === '' ? { text: 'Write something' } : {}),
    submit: ({ text }) => ask(admin.commentException({ id }, { text: text.trim() })),
    invalidates: [['exceptions']],
    onSaved: () => state.form.reset(),
  })
  const field = fieldsOf(state.form)
  return (
    <RecordForm state={state} submitLabel="Add comment">
      {field.area('text', 'Comment', 'For those who work on it after you; it is never changed.', {
        maxLength: 255,
        autosize: true,
        minRows: 1,
      })}
    </RecordForm>
  )
}
