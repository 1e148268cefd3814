// Finds a hot card by the whole number of the card, which goes into a body and nowhere else.

import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'

export function FindHotCard() {
  return (
    <FormDialog label="Find by number" title="Find a hot card by its number">
      {(close) => <FindHotCardForm close={close} />}
    </FormDialog>
  )
}

function FindHotCardForm({ close }: { close(): void }) {
  const navigate = useNavigate()
  const state = useRecordForm({
    initialValues: { pan: '' },
    isInquiry: true,
    isSaved: (found: string | undefined) => found !== undefined,
    // The newest comes first; what has ended does not hide what is active.
    submit: async ({ pan }) => {
      const { content } = await ask(admin.listHotCards({ size: 50 }, { pan: pan.replaceAll(/\s/g, '') }))
      return (content.find(({ state: now }) => now === 'ACTIVE') ?? content[0])?.id
    },
    onSaved(found) {
      if (found === undefined) {
        state.form.setFieldError('pan', 'No card with this number was ever stopped here.')
        return
      }
      close()
      void navigate({ to: `/hot-cards/${found}` })
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
