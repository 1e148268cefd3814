// Opens an account for tokens: the institution, then its user, then the currency and the linked account.

import { Checkbox, Select, SimpleGrid, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { digital } from '../../../api/gateway.ts'
import { useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { CURRENCIES } from '../../../kit/form/places-and-currencies.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { useUrlState } from '../../../kit/page/url-state.ts'
import { DigitalFrame } from '../digital-frame.tsx'
import { askDigital, filled, head } from '../digital-request.ts'
import { isOwn } from '../institutions/own-institution.ts'
import { useParty } from '../parties/directory.ts'
import { DigitalInstitutionSelect, DigitalUserSelect } from '../parties/party-selects.tsx'
import { ReusedReference } from '../reused-reference.tsx'

export default function OpenAccountPage() {
  return (
    <DigitalFrame title="Open an account" trail={[['Token accounts', '/digital/accounts']]}>
      {(partnerId) => <OpenAccountForm key={partnerId} partnerId={partnerId} />}
    </DigitalFrame>
  )
}

function OpenAccountForm({ partnerId }: { partnerId: string }) {
  const navigate = useNavigate()
  const [url] = useUrlState()
  const attempt = useAttemptKey(`digital-account-${partnerId}`)
  const state = useRecordForm({
    initialValues: {
      institution: { id: url.institution ?? '' },
      user: { id: url.user ?? '' },
      account: { currency: '', label: '', default: false },
      linkedAccount: { id: '', type: '' },
    },
    submit: ({ institution, user, account, linkedAccount: { id, type } }) =>
      askDigital(
        digital(partnerId).openDigitalAssetAccount({
          ...head('DIGITAL_ASSET_ACCOUNT', attempt.key()),
          institution,
          user,
          account: { currency: account.currency, default: account.default, ...filled({ label: account.label }) },
          linkedAccount: { id: id.trim(), ...((type === 'DDA' || type === 'SDA') && { type }) },
        }),
      ),
    invalidates: [['digital', partnerId]],
    onSaved: ({ id, state: born }) => {
      attempt.renew()
      notifications.show({
        color: 'green',
        message: born === 'ACTIVE' ? 'The account is open.' : 'The account is being opened at the ledger.',
      })
      void navigate({ to: `/digital/accounts/${id}` })
    },
  })
  const { form } = state
  const institution = useParty(partnerId, 'INSTITUTION', form.values.institution.id)?.institution
  const choices = CURRENCIES.filter(({ value }) => institution === undefined || institution.currencies.includes(value))
  return (
    <Section>
      <RecordForm
        state={state}
        submitLabel="Open the account"
        onCancel={() => void navigate({ to: '/digital/accounts' })}
      >
        <ReusedReference state={state} attempt={attempt} list="/digital/accounts" />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <DigitalInstitutionSelect
            partnerId={partnerId}
            description="It issues the tokens."
            required
            fits={(party) => isOwn(party) && party.state === 'ACTIVE'}
            {...form.getInputProps('institution.id')}
            onChange={(id) => {
              form.setFieldValue('institution.id', id)
              form.setFieldValue('user.id', '')
              form.setFieldValue('account.currency', '')
            }}
          />
          <DigitalUserSelect
            partnerId={partnerId}
            description="The holder: an active customer of the institution."
            required
            disabled={form.values.institution.id === ''}
            fits={(party) => party.institution.id === form.values.institution.id && party.state === 'ACTIVE'}
            {...form.getInputProps('user.id')}
          />
          <Select
            label="Currency"
            description="One that the institution issues."
            required
            searchable
            data={choices}
            {...form.getInputProps('account.currency')}
            value={form.values.account.currency || null}
            onChange={(currency) => form.setFieldValue('account.currency', currency ?? '')}
          />
          <TextInput
            label="Label"
            description="What the account is called here."
            {...form.getInputProps('account.label')}
          />
          <TextInput
            label="Linked account"
            description={
              institution?.externalId === undefined
                ? 'Pays for new tokens and gets the money of redeemed ones. In the sandbox any new number opens a synthetic account with 1,000,000 units.'
                : `Pays for new tokens and gets the money of redeemed ones: an active account of ${institution.externalId} in the currency.`
            }
            required
            {...form.getInputProps('linkedAccount.id')}
          />
          <Select
            label="Kind of the linked account"
            description="Leave it empty if it is not known."
            clearable
            data={[
              { value: 'DDA', label: 'Checking (DDA)' },
              { value: 'SDA', label: 'Savings (SDA)' },
            ]}
            {...form.getInputProps('linkedAccount.type')}
            value={form.values.linkedAccount.type || null}
            onChange={(type) => form.setFieldValue('linkedAccount.type', type ?? '')}
          />
        </SimpleGrid>
        <Checkbox
          label="The partner’s default account in this currency"
          description="Redemptions that name no account take it. There is one default per currency."
          {...form.getInputProps('account.default', { type: 'checkbox' })}
        />
      </RecordForm>
    </Section>
  )
}
