// Finds a card by its whole number, which goes into a body and nowhere else.

import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'

export function FindCard() {
  return (
    <FormDialog label="Find by number" title="Find a card by its number">
      {(close) => <FindCardForm close={close} />}
    </FormDialog>
  )
}

function FindCardForm({ close }: { close(): void }) {
  const navigate = useNavigate()
  const state = useRecordForm({
    initialValues: { pan: '' },
    isInquiry: true,
    isSaved: (found: string | undefined) => found !== undefined,
    submit: async ({ pan }) => (await ask(admin.listCards({}, { pan: pan.replaceAll(/\s/g, '') }))).content[0]?.id,
    onSaved(found) {
      if (found === undefined) {
        state.form.setFieldError('pan', 'There is no card with this number.')
        return
      }
      close()
      void navigate({ to: `/cards/${found}` })
    },
  })
  return (
    <RecordForm state={state} submitLabel="Find" onCancel={close}>
      <TextInput
        label="Card number"
        description="12 to 19 digits."
        autoComplete="off"
        inputMode="numeric"
        maxLength={23}
        {...state.form.getInputProps('pan')}
      />
    </RecordForm>
  )
}
