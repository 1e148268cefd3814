// Redeems tokens: they leave the account, and as much money goes to the linked account.

import { Input, SimpleGrid, Text } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../../api/gateway.ts'
import { useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { RecordForm, type RecordFormState, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { Segments } from '../../../kit/inputs/segments.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { useUrlState } from '../../../kit/page/url-state.ts'
import { useBalances } from '../accounts/balances.ts'
import { DigitalFrame } from '../digital-frame.tsx'
import { askDigital, filled, head, TOKEN_TYPE } from '../digital-request.ts'
import { AmountInput, amountError, amountOf } from '../movements/amount-input.tsx'
import { CurrencySelect } from '../parties/currency-select.tsx'
import { useParty } from '../parties/directory.ts'
import { AccountSelect } from '../parties/party-selects.tsx'
import { ReusedReference } from '../reused-reference.tsx'
import { RedemptionCandidates } from './redemption-candidates.tsx'

export default function NewRedemptionPage() {
  return (
    <DigitalFrame
      title="Redeem tokens"
      description="Tokens are taken out of circulation, and the linked account gets the money."
      trail={[['Movements', '/digital/movements']]}
    >
      {(partnerId) => <NewRedemptionForm key={partnerId} partnerId={partnerId} />}
    </DigitalFrame>
  )
}

type Which = 'account' | 'deposit' | 'open'

const WAYS: readonly { readonly value: Which; readonly label: string; readonly words: string }[] = [
  { value: 'account', label: 'An account', words: 'The account that you choose.' },
  { value: 'deposit', label: 'That of a deposit', words: 'The account to which a deposit issued tokens.' },
  {
    value: 'open',
    label: 'Let the gateway find it',
    words:
      'The partner’s default account in the currency, else its only active one. When several could be meant, you are asked.',
  },
]

interface RedemptionValues extends Record<string, unknown> {
  which: Which
  digitalAssetAccount: { id: string }
  tokenizedDeposit: { id: string; ref: string }
  tokenAmount: { currency: string; tokens: number | string }
}

function faultsOf({ which, digitalAssetAccount, tokenAmount, tokenizedDeposit }: RedemptionValues): FormErrors {
  const wrongAmount = amountError(tokenAmount.tokens)
  return {
    ...(which === 'account' && digitalAssetAccount.id === '' && { 'digitalAssetAccount.id': 'Choose an account' }),
    ...(which === 'deposit' &&
      tokenizedDeposit.id + tokenizedDeposit.ref === '' && {
        'tokenizedDeposit.id': 'Enter the id or the reference',
      }),
    ...(wrongAmount !== undefined && { 'tokenAmount.tokens': wrongAmount }),
  }
}

function redemptionOf(values: RedemptionValues, currencyOfAccount: string | undefined) {
  const { which, digitalAssetAccount, tokenizedDeposit, tokenAmount } = values
  return {
    tokenAmount: {
      currency: (which === 'account' ? currencyOfAccount : undefined) ?? tokenAmount.currency,
      tokens: amountOf(tokenAmount.tokens),
      tokenType: TOKEN_TYPE,
    },
    ...(which === 'account' && { digitalAssetAccount }),
    ...(which === 'deposit' && { tokenizedDeposit: filled(tokenizedDeposit) }),
  }
}

function NewRedemptionForm({ partnerId }: { partnerId: string }) {
  const navigate = useNavigate()
  const [url] = useUrlState()
  const attempt = useAttemptKey(`digital-redemption-${partnerId}`)
  const state: RecordFormState<RedemptionValues> = useRecordForm<RedemptionValues, model.TokenRedemption>({
    initialValues: {
      which: 'account',
      digitalAssetAccount: { id: url.account ?? '' },
      tokenizedDeposit: { id: '', ref: '' },
      tokenAmount: { currency: '', tokens: '' },
    },
    validate: faultsOf,
    submit: (values) =>
      askDigital(
        digital(partnerId).createTokenRedemption({
          ...head('TOKEN_REDEMPTION', attempt.key()),
          ...redemptionOf(values, account?.account.currency),
        }),
      ),
    invalidates: [['digital', partnerId]],
    onSaved: ({ id, state: now }) => {
      attempt.renew()
      notifications.show(
        now === 'COMPLETED'
          ? { color: 'green', message: 'The tokens are redeemed.' }
          : { color: 'blue', message: 'The redemption is accepted; its page shows how it goes on.' },
      )
      void navigate({ to: `/digital/movements/redemptions/${id}` })
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  const { which, digitalAssetAccount, tokenAmount } = form.values
  const account = useParty(partnerId, 'DIGITAL_ASSET_ACCOUNT', digitalAssetAccount.id)
  const currency = which === 'account' ? account?.account.currency : undefined
  // An account that the user may not look up tells no currency.
  const asksCurrency = which !== 'account' || (account === undefined && digitalAssetAccount.id !== '')
  const balances = useBalances(partnerId, which === 'account' ? account?.id : undefined)
  const available = balances.data?.balances.find((balance) => balance.currency === currency)?.available
  return (
    <Section>
      <RecordForm
        state={state}
        submitLabel="Redeem the tokens"
        isReady={!asksCurrency || which !== 'account' || tokenAmount.currency !== ''}
        onCancel={() => void navigate({ to: '/digital/movements', search: { kind: 'redemptions' } as never })}
      >
        <ReusedReference state={state} attempt={attempt} list="/digital/movements" search={{ kind: 'redemptions' }} />
        <RedemptionCandidates
          partnerId={partnerId}
          error={state.error}
          onChoose={(id) => {
            form.setFieldValue('which', 'account')
            form.setFieldValue('digitalAssetAccount.id', id)
            state.clearError()
          }}
        />
        <Input.Wrapper label="From which account" description={WAYS.find(({ value }) => value === which)?.words}>
          <div>
            <Segments
              aria-label="From which account"
              mt={6}
              data={WAYS.map(({ value, label }) => ({ value, label }))}
              value={which}
              onChange={(next) => form.setFieldValue('which', next as Which)}
            />
          </div>
        </Input.Wrapper>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {which === 'account' && (
            <AccountSelect
              partnerId={partnerId}
              required
              fits={canPay}
              {...form.getInputProps('digitalAssetAccount.id')}
            />
          )}
          {which === 'deposit' && (
            <>
              {field.text('tokenizedDeposit.id', 'Id of the deposit')}
              {field.text('tokenizedDeposit.ref', 'Or its reference')}
            </>
          )}
          {asksCurrency && <CurrencySelect {...form.getInputProps('tokenAmount.currency')} />}
          <AmountInput
            currency={currency ?? tokenAmount.currency}
            available={available}
            {...form.getInputProps('tokenAmount.tokens')}
          />
        </SimpleGrid>
        {which === 'account' && account !== undefined && (
          <Text size="sm">
            The money goes to the linked account <b>{account.linkedAccount.id}</b>. If it refuses the money, the tokens
            come back.
          </Text>
        )}
      </RecordForm>
    </Section>
  )
}

function canPay({ state, account }: { state: string; account: { restrictions?: readonly string[] } }): boolean {
  return state === 'ACTIVE' || (state === 'FROZEN' && account.restrictions?.includes('NO_DEBIT') !== true)
}
