// Finds a record by the whole number of its card, which goes into a body and nowhere else.

import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FormDialog } from './form-dialog.tsx'
import { RecordForm, useRecordForm } from './record-form.tsx'

interface FindByCardNumberProps {
  title: string
  /** Said at the field when nothing was found. */
  notFound: string
  /** The path of the records' pages. */
  pages: string
  /** The id of the record. */
  find(pan: string): Promise<string | undefined>
}

export function FindByCardNumber({ title, ...search }: FindByCardNumberProps) {
  return (
    <FormDialog label="Find by number" title={title}>
      {(close) => <CardNumberForm {...search} close={close} />}
    </FormDialog>
  )
}

function CardNumberForm({ notFound, pages, find, close }: Omit<FindByCardNumberProps, 'title'> & { close(): void }) {
  const navigate = useNavigate()
  const state = useRecordForm({
    initialValues: { pan: '' },
    isInquiry: true,
    isSaved: (found: string | undefined) => found !== undefined,
    submit: ({ pan }) => find(pan.replaceAll(/\s/g, '')),
    onSaved(found) {
      if (found === undefined) {
        state.form.setFieldError('pan', notFound)
        return
      }
      close()
      void navigate({ to: `${pages}/${found}` })
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
