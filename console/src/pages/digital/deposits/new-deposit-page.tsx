// Issues tokens: money leaves the linked account, and as many tokens come into the account.

import { SimpleGrid, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../../api/gateway.ts'
import { useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { RecordForm, type RecordFormState, useRecordForm } from '../../../kit/form/record-form.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { useUrlState } from '../../../kit/page/url-state.ts'
import { formatMoney } from '../../../kit/show/format.ts'
import { DigitalFrame } from '../digital-frame.tsx'
import { askDigital, head, TOKEN_TYPE } from '../digital-request.ts'
import { AmountInput, amountError, amountOf } from '../movements/amount-input.tsx'
import { CurrencySelect } from '../parties/currency-select.tsx'
import { useParty } from '../parties/directory.ts'
import { AccountSelect } from '../parties/party-selects.tsx'
import { ReusedReference } from '../reused-reference.tsx'

export default function NewDepositPage() {
  return (
    <DigitalFrame
      title="Issue tokens"
      description="A tokenized deposit: the linked account is debited, and as many tokens are issued to the account."
      trail={[['Movements', '/digital/movements']]}
    >
      {(partnerId) => <NewDepositForm key={partnerId} partnerId={partnerId} />}
    </DigitalFrame>
  )
}

interface DepositValues extends Record<string, unknown> {
  digitalAssetAccount: { id: string }
  tokenAmount: { currency: string; tokens: number | string }
}

function NewDepositForm({ partnerId }: { partnerId: string }) {
  const navigate = useNavigate()
  const [url] = useUrlState()
  const attempt = useAttemptKey(`digital-deposit-${partnerId}`)
  const state: RecordFormState<DepositValues> = useRecordForm<DepositValues, model.TokenizedDeposit>({
    initialValues: {
      digitalAssetAccount: { id: url.account ?? '' },
      tokenAmount: { currency: '', tokens: '' },
    },
    validate: ({ digitalAssetAccount, tokenAmount }) => ({
      ...(digitalAssetAccount.id === '' && { 'digitalAssetAccount.id': 'Choose an account' }),
      ...(amountError(tokenAmount.tokens) !== undefined && { 'tokenAmount.tokens': amountError(tokenAmount.tokens) }),
    }),
    submit: ({ digitalAssetAccount, tokenAmount }) =>
      askDigital(
        digital(partnerId).createTokenizedDeposit({
          ...head('TOKENIZED_DEPOSIT', attempt.key()),
          tokenAmount: {
            currency: currency ?? tokenAmount.currency,
            tokens: amountOf(tokenAmount.tokens),
            tokenType: TOKEN_TYPE,
          },
          digitalAssetAccount,
        }),
      ),
    invalidates: [['digital', partnerId]],
    onSaved: ({ id, state: now }) => {
      attempt.renew()
      notifications.show(
        now === 'ISSUED'
          ? { color: 'green', message: 'The tokens are issued.' }
          : { color: 'blue', message: 'The deposit is accepted; its page shows how it goes on.' },
      )
      void navigate({ to: `/digital/movements/deposits/${id}` })
    },
  })
  const { form } = state
  const account = useParty(partnerId, 'DIGITAL_ASSET_ACCOUNT', form.values.digitalAssetAccount.id)
  const currency = account?.account.currency
  // It is known with the account; one that the user may not look up is asked for.
  const hasCurrency = form.values.digitalAssetAccount.id === '' || (currency ?? form.values.tokenAmount.currency) !== ''
  const amount = amountOf(form.values.tokenAmount.tokens)
  return (
    <Section>
      <RecordForm
        state={state}
        submitLabel="Issue the tokens"
        isReady={hasCurrency}
        onCancel={() => void navigate({ to: '/digital/movements', search: { kind: 'deposits' } as never })}
      >
        <ReusedReference state={state} attempt={attempt} list="/digital/movements" search={{ kind: 'deposits' }} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <AccountSelect
            partnerId={partnerId}
            description="It gets the tokens."
            required
            fits={canReceive}
            {...form.getInputProps('digitalAssetAccount.id')}
          />
          <AmountInput
            currency={currency ?? form.values.tokenAmount.currency}
            description="One token is one unit of the currency."
            {...form.getInputProps('tokenAmount.tokens')}
          />
          {account === undefined && form.values.digitalAssetAccount.id !== '' && (
            <CurrencySelect {...form.getInputProps('tokenAmount.currency')} />
          )}
        </SimpleGrid>
        {account !== undefined && currency !== undefined && amount > 0 && (
          <Text size="sm">
            {formatMoney(amount, currency)} are taken from the linked account <b>{account.linkedAccount.id}</b>, and as
            many tokens are issued to the account.
          </Text>
        )}
      </RecordForm>
    </Section>
  )
}

function canReceive({ state, account }: { state: string; account: { restrictions?: readonly string[] } }): boolean {
  return state === 'ACTIVE' || (state === 'FROZEN' && account.restrictions?.includes('NO_CREDIT') !== true)
}
