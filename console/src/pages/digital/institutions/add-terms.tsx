// Adds currencies, a BIC or an LEI to an institution. Nothing is taken away.

import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { digital } from '../../../api/gateway.ts'
import { type AttemptKey, useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { CURRENCIES } from '../../../kit/inputs/places-and-currencies.ts'
import { askDigital, filled, head } from '../digital-request.ts'
import type { InstitutionMovesProps } from './institution-moves.tsx'

export function AddTermsButton({ partnerId, institution }: InstitutionMovesProps) {
  const [isOpen, dialog] = useDisclosure(false)
  const attempt = useAttemptKey(`digital-${institution.id}-${institution.version}-TERMS`)
  if (institution.state === 'REJECTED' || institution.state === 'OFFBOARDED') return null
  return (
    <>
      <Button variant="default" size="sm" onClick={dialog.open}>
        Add currencies
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Add to the institution">
        <AddTermsForm partnerId={partnerId} institution={institution} attempt={attempt} onDone={dialog.close} />
      </Modal>
    </>
  )
}

interface AddTermsFormProps extends InstitutionMovesProps {
  readonly attempt: AttemptKey
  onDone(): void
}

function AddTermsForm({ partnerId, institution, attempt, onDone }: AddTermsFormProps) {
  const { id: institutionId, version } = institution
  const { currencies: issued, bic, lei } = institution.institution
  const state = useRecordForm({
    initialValues: { institution: { currencies: [] as string[], bic: '', lei: '' } },
    validate: ({ institution: { currencies, ...more } }) => ({
      ...(currencies.length === 0 &&
        Object.keys(filled(more)).length === 0 && { 'institution.currencies': 'Nothing is added yet' }),
    }),
    submit: ({ institution: { currencies, ...more } }) =>
      askDigital(
        digital(partnerId).changeInstitutionStatus(
          { institutionId },
          {
            ...head('FI_ONBOARDING_STATUS', attempt.key()),
            institution: { ...(currencies.length > 0 && { currencies }), ...filled(more) },
            ...(version !== undefined && { expectedVersion: version }),
          },
        ),
      ),
    invalidates: [['digital', partnerId]],
    onSaved: () => {
      attempt.renew()
      notifications.show({ color: 'green', message: 'The institution is changed.' })
      onDone()
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Add to the institution" onCancel={onDone}>
      {field.choices(
        'institution.currencies',
        'Currencies',
        CURRENCIES.filter(({ value }) => !issued.includes(value)),
        `It issues tokens in ${issued.join(', ')}. None is taken away.`,
        { searchable: true },
      )}
      {bic === undefined &&
        field.text('institution.bic', 'BIC', '8 or 11 characters (ISO 9362). It cannot be replaced later.')}
      {lei === undefined &&
        field.text('institution.lei', 'LEI', '20 characters (ISO 17442). It cannot be replaced later.')}
    </RecordForm>
  )
}
