// Onboards a person or a business as a customer of an institution.

import { Input, Select, SimpleGrid, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { digital } from '../../../api/gateway.ts'
import { useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { COUNTRIES } from '../../../kit/form/places-and-currencies.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { Segments } from '../../../kit/form/segments.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { useUrlState } from '../../../kit/page/url-state.ts'
import { DigitalFrame } from '../digital-frame.tsx'
import { askDigital, filled, head, unlessEmpty } from '../digital-request.ts'
import { isOwn } from '../institutions/own-institution.ts'
import { DigitalInstitutionSelect } from '../parties/party-selects.tsx'
import { ReusedReference } from '../reused-reference.tsx'

export default function OnboardUserPage() {
  return (
    <DigitalFrame title="Onboard a user" trail={[['Token users', '/digital/users']]}>
      {(partnerId) => <OnboardUserForm key={partnerId} partnerId={partnerId} />}
    </DigitalFrame>
  )
}

function OnboardUserForm({ partnerId }: { partnerId: string }) {
  const navigate = useNavigate()
  const [url] = useUrlState()
  const attempt = useAttemptKey(`digital-user-${partnerId}`)
  const state = useRecordForm({
    initialValues: {
      institution: { id: url.institution ?? '' },
      user: {
        type: 'INDIVIDUAL' as 'INDIVIDUAL' | 'BUSINESS',
        ...{ firstName: '', lastName: '', legalName: '', externalId: '', email: '', phone: '', country: '' },
      },
      kyc: { reference: '', level: '' },
    },
    submit: ({ institution, user: { type, firstName, lastName, legalName, ...more }, kyc }) => {
      const names = type === 'BUSINESS' ? { legalName } : { firstName, lastName }
      const checked = unlessEmpty(filled(kyc))
      return askDigital(
        digital(partnerId).onboardUser({
          ...head('USER_ONBOARDING', attempt.key()),
          institution,
          user: { type, ...filled(names), ...filled(more) },
          ...(checked !== undefined && { kyc: checked }),
        }),
      )
    },
    invalidates: [['digital', partnerId]],
    onSaved: ({ id, state: born }) => {
      attempt.renew()
      notifications.show({
        color: 'green',
        message: born === 'ACTIVE' ? 'The user is onboarded.' : 'The user is onboarded and waits for verification.',
      })
      void navigate({ to: `/digital/users/${id}` })
    },
  })
  const { form } = state
  const isBusiness = form.values.user.type === 'BUSINESS'
  return (
    <Section>
      <RecordForm state={state} submitLabel="Onboard the user" onCancel={() => void navigate({ to: '/digital/users' })}>
        <ReusedReference state={state} attempt={attempt} list="/digital/users" />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <DigitalInstitutionSelect
            partnerId={partnerId}
            description="Whose customer the user is."
            required
            fits={(party) => isOwn(party) && party.state === 'ACTIVE'}
            {...form.getInputProps('institution.id')}
          />
          <Input.Wrapper label="Kind" description="A person, or a company.">
            <Segments
              aria-label="Kind"
              fullWidth
              mt={4}
              data={[
                { value: 'INDIVIDUAL', label: 'Individual' },
                { value: 'BUSINESS', label: 'Business' },
              ]}
              value={form.values.user.type}
              onChange={(type) => form.setFieldValue('user.type', type === 'BUSINESS' ? 'BUSINESS' : 'INDIVIDUAL')}
            />
          </Input.Wrapper>
          {isBusiness ? (
            <TextInput label="Legal name" required {...form.getInputProps('user.legalName')} />
          ) : (
            <>
              <TextInput label="First name" required {...form.getInputProps('user.firstName')} />
              <TextInput label="Last name" required {...form.getInputProps('user.lastName')} />
            </>
          )}
          <TextInput
            label="External id"
            description="The partner’s own id of the user, used once per institution."
            {...form.getInputProps('user.externalId')}
          />
          <TextInput
            label="E-mail"
            type="email"
            description="Shown masked afterwards."
            {...form.getInputProps('user.email')}
          />
          <TextInput
            label="Telephone"
            type="tel"
            description="6 to 15 digits. Shown masked afterwards."
            {...form.getInputProps('user.phone')}
          />
          <Select
            label="Country"
            searchable
            clearable
            data={[...COUNTRIES]}
            {...form.getInputProps('user.country')}
            value={form.values.user.country || null}
            onChange={(country) => form.setFieldValue('user.country', country ?? '')}
          />
          <TextInput
            label="Reference of the identity check"
            description="Kept, and never shown again."
            {...form.getInputProps('kyc.reference')}
          />
          <TextInput
            label="Level of the identity check"
            description="Kept, and never shown again."
            {...form.getInputProps('kyc.level')}
          />
        </SimpleGrid>
      </RecordForm>
    </Section>
  )
}
