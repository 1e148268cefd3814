// Onboards an institution that issues tokens.

import { SimpleGrid } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { digital } from '../../../api/gateway.ts'
import { useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { InstitutionSelect } from '../../../kit/inputs/institution-select.tsx'
import { COUNTRIES, CURRENCIES } from '../../../kit/inputs/places-and-currencies.ts'
import { Section } from '../../../kit/page/section.tsx'
import { useMay } from '../../../session/entitlements.ts'
import { DigitalFrame } from '../digital-frame.tsx'
import { askDigital, filled, head } from '../digital-request.ts'
import { ReusedReference } from '../reused-reference.tsx'

export default function OnboardInstitutionPage() {
  return (
    <DigitalFrame title="Onboard an institution" trail={[['Token institutions', '/digital/institutions']]}>
      {(partnerId) => <OnboardInstitutionForm key={partnerId} partnerId={partnerId} />}
    </DigitalFrame>
  )
}

function OnboardInstitutionForm({ partnerId }: { partnerId: string }) {
  const navigate = useNavigate()
  const attempt = useAttemptKey(`digital-institution-${partnerId}`)
  const canSeeInstitutions = useMay()('INSTITUTIONS', 'VIEW')
  const state = useRecordForm({
    initialValues: {
      institution: { name: '', country: '', currencies: [] as string[], bic: '', lei: '', externalId: '' },
    },
    submit: ({ institution: { name, country, currencies: issued, ...more } }) =>
      askDigital(
        digital(partnerId).onboardInstitution({
          ...head('FI_ONBOARDING', attempt.key()),
          institution: { name: name.trim(), country, currencies: issued, ...filled(more) },
        }),
      ),
    invalidates: [['digital', partnerId]],
    onSaved: ({ id, state: born }) => {
      attempt.renew()
      notifications.show({
        color: 'green',
        message:
          born === 'ACTIVE'
            ? 'The institution is onboarded.'
            : 'The institution is onboarded and waits for its review.',
      })
      void navigate({ to: `/digital/institutions/${id}` })
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <Section>
      <RecordForm
        state={state}
        submitLabel="Onboard the institution"
        onCancel={() => void navigate({ to: '/digital/institutions' })}
      >
        <ReusedReference state={state} attempt={attempt} list="/digital/institutions" />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {field.text('institution.name', 'Name', { required: true })}
          {field.choice('institution.country', 'Country', COUNTRIES, {
            required: true,
            searchable: true,
            value: form.values.institution.country || null,
            onChange: (country) => form.setFieldValue('institution.country', country ?? ''),
          })}
          {field.choices('institution.currencies', 'Currencies', CURRENCIES, 'In which it issues tokens.', {
            required: true,
            searchable: true,
          })}
          {canSeeInstitutions ? (
            <InstitutionSelect
              label="Institution of account services"
              description="Its customers’ accounts pay for the tokens. The partner must work for it. Without one, only the sandbox links accounts."
              clearable
              {...form.getInputProps('institution.externalId')}
              value={form.values.institution.externalId || null}
              onChange={(id) => form.setFieldValue('institution.externalId', id ?? '')}
            />
          ) : (
            field.text(
              'institution.externalId',
              'Institution of account services',
              'Its code, such as FI001. Its customers’ accounts pay for the tokens.',
            )
          )}
          {field.text('institution.bic', 'BIC', '8 or 11 characters (ISO 9362).')}
          {field.text('institution.lei', 'LEI', '20 characters (ISO 17442).')}
        </SimpleGrid>
      </RecordForm>
    </Section>
  )
}
