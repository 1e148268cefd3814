// Sends tokens to another account, at the same or another institution. The beneficiary is checked before anything is sent.

import { SimpleGrid, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { digital as model } from '@tillgate/sdk'
import { useState } from 'react'
import { digital } from '../../../api/gateway.ts'
import { useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { useUrlState } from '../../../kit/page/url-state.ts'
import { type AccountQuestion, checkAccount } from '../accounts/account-check.tsx'
import { useBalances } from '../accounts/balances.ts'
import { DigitalFrame } from '../digital-frame.tsx'
import { askDigital, filled, hasCode, head, TOKEN_TYPE, unlessEmpty } from '../digital-request.ts'
import { amountError, amountOf } from '../movements/amount-input.tsx'
import { useParty } from '../parties/directory.ts'
import { ReusedReference } from '../reused-reference.tsx'
import type { BeneficiaryCheck } from './beneficiary-check.ts'
import { SettlementFields } from './settlement-fields.tsx'
import { BeneficiaryFields, PayerFields, RemittanceFields } from './transfer-fields.tsx'
import { TransferReview } from './transfer-review.tsx'
import { EMPTY_TRANSFER, type TransferValues } from './transfer-values.ts'

export default function NewTransferPage() {
  return (
    <DigitalFrame
      title="New transfer"
      description="Tokens go to another account. At another institution the beneficiary receives tokens of their own bank, and the two institutions settle what they owe each other."
      trail={[['Movements', '/digital/movements']]}
    >
      {(partnerId) => <NewTransferForm key={partnerId} partnerId={partnerId} />}
    </DigitalFrame>
  )
}

type Step =
  | { readonly kind: 'checked'; readonly check: BeneficiaryCheck }
  | { readonly kind: 'sent'; readonly transfer: model.InterbankTransfer }

function NewTransferForm({ partnerId }: { partnerId: string }) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [url] = useUrlState()
  const attempt = useAttemptKey(`digital-transfer-${partnerId}`)
  const [lastCheck, setLastCheck] = useState<BeneficiaryCheck>()
  const state = useRecordForm<TransferValues, Step>({
    initialValues: { ...EMPTY_TRANSFER, digitalAssetAccount: { id: url.account ?? '' } },
    validate: transferErrors,
    submit: async (values) => {
      if (check === undefined) return { kind: 'checked', check: await checked(partnerId, asked) }
      const body = requestOf(values, currency, attempt.key())
      return { kind: 'sent', transfer: await askDigital(digital(partnerId).createInterbankTransfer(body)) }
    },
    isSaved: ({ kind }) => kind === 'sent',
    onSaved: (step) => {
      if (step.kind === 'checked') return setLastCheck(step.check)
      attempt.renew()
      void cache.invalidateQueries({ queryKey: ['digital', partnerId] })
      notifications.show(noteOf(step.transfer.state))
      void navigate({ to: `/digital/movements/transfers/${step.transfer.id}` })
    },
  })
  const { form } = state
  const { values } = form
  const payer = useParty(partnerId, 'DIGITAL_ASSET_ACCOUNT', values.digitalAssetAccount.id)
  const currency = payer?.account.currency ?? values.tokenAmount.currency
  const balances = useBalances(partnerId, payer?.id)
  const asked: AccountQuestion = {
    institutionId: values.beneficiary.institutionId,
    accountId: values.beneficiary.digitalAssetAccount.id.trim(),
    name: values.beneficiary.name,
    currency,
  }
  const isCurrent = lastCheck !== undefined && JSON.stringify(lastCheck.asked) === JSON.stringify(asked)
  const shown = isCurrent ? lastCheck : undefined
  // A beneficiary that cannot receive is checked again, not paid.
  const check = shown?.result?.canReceive === false ? undefined : shown
  return (
    <RecordForm
      state={state}
      submitLabel={check === undefined ? 'Check the beneficiary' : 'Send the transfer'}
      isReady={values.digitalAssetAccount.id === '' || currency !== ''}
      onCancel={() => void navigate({ to: '/digital/movements' })}
    >
      <ReusedReference state={state} attempt={attempt} list="/digital/movements" />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <Section title="Payer">
            <PayerFields
              partnerId={partnerId}
              form={form}
              payer={payer}
              currency={currency}
              available={balances.data?.balances.find((balance) => balance.currency === currency)?.available}
            />
          </Section>
          <Section title="Settlement">
            <SettlementFields form={form} />
          </Section>
        </Stack>
        <Stack>
          <Section title="Beneficiary">
            <BeneficiaryFields partnerId={partnerId} form={form} payer={payer} />
          </Section>
          <Section title="Remittance" description="Passed on to the beneficiary.">
            <RemittanceFields form={form} />
          </Section>
        </Stack>
      </SimpleGrid>
      {shown !== undefined && (
        <TransferReview
          partnerId={partnerId}
          check={shown}
          values={values}
          currency={currency}
          onTakeName={(name) => form.setFieldValue('beneficiary.name', name)}
        />
      )}
    </RecordForm>
  )
}

async function checked(partnerId: string, asked: AccountQuestion): Promise<BeneficiaryCheck> {
  try {
    return { asked, result: await checkAccount(partnerId, asked) }
  } catch (error) {
    // Who may send but not look at parties sends unchecked; the gateway checks the account again.
    if (hasCode(error, 'FORBIDDEN')) return { asked, result: undefined }
    throw error
  }
}

function transferErrors({ digitalAssetAccount, tokenAmount, beneficiary }: TransferValues) {
  const amount = amountError(tokenAmount.tokens)
  return {
    ...(digitalAssetAccount.id === '' && { 'digitalAssetAccount.id': 'Choose the payer’s account' }),
    ...(amount !== undefined && { 'tokenAmount.tokens': amount }),
    ...(beneficiary.institutionId === '' && { 'beneficiary.institutionId': 'Choose the beneficiary’s institution' }),
    ...(beneficiary.digitalAssetAccount.id.trim() === '' && {
      'beneficiary.digitalAssetAccount.id': 'Enter the beneficiary’s account',
    }),
  }
}

function requestOf(values: TransferValues, currency: string, ref: string): model.CreateInterbankTransferRequest {
  const { digitalAssetAccount, tokenAmount, beneficiary, settlement, remittance } = values
  const remitted = unlessEmpty(filled(remittance))
  return {
    ...head('INTERBANK_TRANSFER', ref),
    tokenAmount: { currency, tokens: amountOf(tokenAmount.tokens), tokenType: TOKEN_TYPE },
    digitalAssetAccount,
    beneficiary: {
      institutionId: beneficiary.institutionId,
      digitalAssetAccount: { id: beneficiary.digitalAssetAccount.id.trim() },
      ...filled({ name: beneficiary.name }),
    },
    settlement:
      settlement.mode === 'TWO_PHASE'
        ? {
            mode: 'TWO_PHASE',
            committer: settlement.committer,
            expiresInSeconds: Number(settlement.expiresInSeconds),
          }
        : { mode: 'IMMEDIATE' },
    ...(remitted !== undefined && { remittance: remitted }),
  }
}

function noteOf(state: model.InterbankTransfer['state']) {
  if (state === 'COMMITTED') return { color: 'green', message: 'The transfer is done.' }
  if (state === 'RESERVED')
    return { color: 'blue', message: 'The tokens are reserved. The transfer waits for its commit.' }
  return { color: 'blue', message: 'The transfer is accepted; its page shows how it goes on.' }
}
