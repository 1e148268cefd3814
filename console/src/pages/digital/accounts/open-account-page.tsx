// Opens an account for tokens: the institution, then its user, then the currency and the linked account.

import { SimpleGrid } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { digital } from '../../../api/gateway.ts'
import { useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { CURRENCIES } from '../../../kit/inputs/places-and-currencies.ts'
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

const NEW_ACCOUNT = {
  institution: { id: '' },
  user: { id: '' },
  account: { currency: '', label: '', default: false },
  linkedAccount: { id: '', type: '' },
}

function OpenAccountForm({ partnerId }: { partnerId: string }) {
  const navigate = useNavigate()
  const [url] = useUrlState()
  const attempt = useAttemptKey(`digital-account-${partnerId}`)
  const state = useRecordForm({
    initialValues: {
      ...NEW_ACCOUNT,
      institution: { id: url.institution ?? '' },
      user: { id: url.user ?? '' },
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
  const field = fieldsOf(form)
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
          {field.choice('account.currency', 'Currency', choices, 'One that the institution issues.', {
            required: true,
            searchable: true,
            value: form.values.account.currency || null,
            onChange: (currency) => form.setFieldValue('account.currency', currency ?? ''),
          })}
          {field.text('account.label', 'Label', 'What the account is called here.')}
          <LinkedAccountFields form={form} payer={institution?.externalId} />
        </SimpleGrid>
        {field.tick(
          'account.default',
          'The partner’s default account in this currency',
          'Redemptions that name no account take it. There is one default per currency.',
        )}
      </RecordForm>
    </Section>
  )
}

interface LinkedAccountFieldsProps {
  readonly form: UseFormReturnType<typeof NEW_ACCOUNT>
  /** The institution of account services that keeps it. */
  readonly payer: string | undefined
}

function LinkedAccountFields({ form, payer }: LinkedAccountFieldsProps) {
  const field = fieldsOf(form)
  return (
    <>
      {field.text(
        'linkedAccount.id',
        'Linked account',
        payer === undefined
          ? 'Pays for new tokens and gets the money of redeemed ones. In the sandbox any new number opens a synthetic account with 1,000,000 units.'
          : `Pays for new tokens and gets the money of redeemed ones: an active account of ${payer} in the currency.`,
        { required: true },
      )}
      {field.choice(
        'linkedAccount.type',
        'Kind of the linked account',
        [
          { value: 'DDA', label: 'Checking (DDA)' },
          { value: 'SDA', label: 'Savings (SDA)' },
        ],
        'Leave it empty if it is not known.',
        {
          clearable: true,
          value: form.values.linkedAccount.type || null,
          onChange: (type) => form.setFieldValue('linkedAccount.type', type ?? ''),
        },
      )}
    </>
  )
}
