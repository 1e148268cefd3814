// Payer, beneficiary and remittance of the transfer form.

import { Stack, TextInput } from '@mantine/core'
import type { digital } from '@tillgate/sdk'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { isOwn } from '../institutions/own-institution.ts'
import { AmountInput } from '../movements/amount-input.tsx'
import { CurrencySelect } from '../parties/currency-select.tsx'
import { useParty } from '../parties/directory.ts'
import { AccountSelect, DigitalInstitutionSelect } from '../parties/party-selects.tsx'
import type { TransferForm } from './transfer-values.ts'

interface PayerFieldsProps {
  readonly partnerId: string
  readonly form: TransferForm
  readonly payer: digital.DigitalAssetAccount | undefined
  readonly currency: string
  readonly available: number | undefined
}

export function PayerFields({ partnerId, form, payer, currency, available }: PayerFieldsProps) {
  return (
    <Stack>
      <AccountSelect
        partnerId={partnerId}
        label="Payer’s account"
        required
        fits={({ state }) => state === 'ACTIVE' || state === 'FROZEN'}
        {...form.getInputProps('digitalAssetAccount.id')}
      />
      {payer === undefined && form.values.digitalAssetAccount.id !== '' && (
        <CurrencySelect {...form.getInputProps('tokenAmount.currency')} />
      )}
      <AmountInput currency={currency} available={available} {...form.getInputProps('tokenAmount.tokens')} />
    </Stack>
  )
}

interface BeneficiaryFieldsProps {
  readonly partnerId: string
  readonly form: TransferForm
  readonly payer: digital.DigitalAssetAccount | undefined
}

export function BeneficiaryFields({ partnerId, form, payer }: BeneficiaryFieldsProps) {
  const field = fieldsOf(form)
  const { institutionId } = form.values.beneficiary
  const institution = useParty(partnerId, 'INSTITUTION', institutionId)
  const account = form.getInputProps('beneficiary.digitalAssetAccount.id')
  return (
    <Stack>
      <DigitalInstitutionSelect
        partnerId={partnerId}
        label="Beneficiary’s institution"
        description="Not the payer’s own."
        required
        fits={({ id, state }) => id !== payer?.institution.id && (state === 'ACTIVE' || state === 'SUSPENDED')}
        {...form.getInputProps('beneficiary.institutionId')}
        onChange={(id) => {
          form.setFieldValue('beneficiary.institutionId', id)
          form.setFieldValue('beneficiary.digitalAssetAccount.id', '')
        }}
      />
      {institution !== undefined && isOwn(institution) ? (
        <AccountSelect
          partnerId={partnerId}
          label="Beneficiary’s account"
          required
          fits={(party) => party.institution.id === institutionId}
          {...account}
        />
      ) : (
        <TextInput
          label="Beneficiary’s account"
          description="Its id, as the beneficiary has told it."
          required
          {...account}
        />
      )}
      {field.text(
        'beneficiary.name',
        'Beneficiary’s name',
        'Compared with the holder’s when the beneficiary is checked.',
        { maxLength: 120 },
      )}
    </Stack>
  )
}

export function RemittanceFields({ form }: { form: TransferForm }) {
  const field = fieldsOf(form)
  return (
    <Stack>
      {field.text('remittance.info', 'What it is for', { maxLength: 140 })}
      {field.text('remittance.endToEndId', 'End-to-end id', 'The payer’s own reference, 35 characters at most.', {
        maxLength: 35,
      })}
    </Stack>
  )
}
