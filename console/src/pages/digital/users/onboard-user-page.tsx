// Onboards a person or a business as a customer of an institution.

import { Input, SimpleGrid } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { digital } from '../../../api/gateway.ts'
import { useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { COUNTRIES } from '../../../kit/inputs/places-and-currencies.ts'
import { Segments } from '../../../kit/inputs/segments.tsx'
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
  const field = fieldsOf(form)
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
            field.text('user.legalName', 'Legal name', { required: true })
          ) : (
            <>
              {field.text('user.firstName', 'First name', { required: true })}
              {field.text('user.lastName', 'Last name', { required: true })}
            </>
          )}
          {field.text('user.externalId', 'External id', 'The partner’s own id of the user, used once per institution.')}
          {field.text('user.email', 'E-mail', 'Shown masked afterwards.', { type: 'email' })}
          {field.text('user.phone', 'Telephone', '6 to 15 digits. Shown masked afterwards.', { type: 'tel' })}
          {field.choice('user.country', 'Country', COUNTRIES, {
            searchable: true,
            clearable: true,
            value: form.values.user.country || null,
            onChange: (country) => form.setFieldValue('user.country', country ?? ''),
          })}
          {field.text('kyc.reference', 'Reference of the identity check', 'Kept, and never shown again.')}
          {field.text('kyc.level', 'Level of the identity check', 'Kept, and never shown again.')}
        </SimpleGrid>
      </RecordForm>
    </Section>
  )
}
