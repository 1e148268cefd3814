// Onboards an institution that issues tokens.

import { MultiSelect, Select, SimpleGrid, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { digital } from '../../../api/gateway.ts'
import { useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { InstitutionSelect } from '../../../kit/form/institution-select.tsx'
import { COUNTRIES, CURRENCIES } from '../../../kit/form/places-and-currencies.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
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
  return (
    <Section>
      <RecordForm
        state={state}
        submitLabel="Onboard the institution"
        onCancel={() => void navigate({ to: '/digital/institutions' })}
      >
        <ReusedReference state={state} attempt={attempt} list="/digital/institutions" />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Name" required {...form.getInputProps('institution.name')} />
          <Select
            label="Country"
            required
            searchable
            data={[...COUNTRIES]}
            {...form.getInputProps('institution.country')}
            value={form.values.institution.country || null}
            onChange={(country) => form.setFieldValue('institution.country', country ?? '')}
          />
          <MultiSelect
            label="Currencies"
            description="In which it issues tokens."
            required
            searchable
            data={[...CURRENCIES]}
            {...form.getInputProps('institution.currencies')}
          />
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
            <TextInput
              label="Institution of account services"
              description="Its code, such as FI001. Its customers’ accounts pay for the tokens."
              {...form.getInputProps('institution.externalId')}
            />
          )}
          <TextInput
            label="BIC"
            description="8 or 11 characters (ISO 9362)."
            {...form.getInputProps('institution.bic')}
          />
          <TextInput label="LEI" description="20 characters (ISO 17442)." {...form.getInputProps('institution.lei')} />
        </SimpleGrid>
      </RecordForm>
    </Section>
  )
}
