// The form of an account, new or changed.

import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { fixedIf } from '../../kit/form/fixed-if.ts'
import { InstitutionSelect } from '../../kit/form/institution-select.tsx'
import { MoneyInput, numberOf, textOf } from '../../kit/form/money-input.tsx'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { formatWord } from '../../kit/show/format.ts'
import type { Account } from './customer-words.ts'

interface AccountValues extends Record<string, unknown> {
  institutionId: string | null
  accountId: string
  customerId: string
  accountType: string
  description: string
  currencyCode: string
  branchId: string
  txnCapability: string
  overdraft: number | string
  riskFlag: Account['riskFlag'] | null
}

const RISK_FLAGS = ['DO_NOT_HONOUR', 'SUSPECTED_FRAUD'] as const

export const { NewPage, EditPage } = formPages<AccountValues, Account>({
  list: ['Accounts', '/accounts'],
  cacheKey: 'accounts',
  newPage: {
    title: 'New account',
    description: 'It opens with a balance of zero; money comes with the first deposit or transfer.',
    submit: 'Open account',
  },
  newValues: ({ institutionId = null }) => ({
    institutionId,
    accountId: '',
    customerId: '',
    accountType: '',
    description: '',
    currencyCode: 'USD',
    branchId: '',
    txnCapability: '',
    overdraft: '',
    riskFlag: null,
  }),
  valuesOf: (account) => ({
    institutionId: account.institutionId,
    accountId: account.accountId,
    customerId: account.customerId,
    accountType: account.accountType,
    description: account.description,
    currencyCode: account.currencyCode,
    branchId: account.branchId,
    txnCapability: account.txnCapability,
    overdraft: account.overdraft ?? '',
    riskFlag: account.riskFlag ?? null,
  }),
  load: (id) => ask(admin.getAccount({ id })),
  create: (values) =>
    ask(
      admin.createAccount({
        institutionId: values.institutionId ?? '',
        accountId: values.accountId.trim(),
        customerId: values.customerId.trim(),
        accountType: values.accountType.trim(),
        description: values.description.trim(),
        currencyCode: values.currencyCode.trim(),
        branchId: values.branchId.trim(),
        txnCapability: textOf(values.txnCapability) ?? null,
        overdraft: numberOf(values.overdraft) ?? null,
        riskFlag: values.riskFlag ?? null,
      }),
    ),
  change: ({ id, version, overdraft: before }, values) =>
    ask(
      admin.updateAccount(
        { id },
        {
          version,
          description: values.description.trim(),
          branchId: values.branchId.trim(),
          txnCapability: textOf(values.txnCapability) ?? null,
          riskFlag: values.riskFlag ?? null,
          // What did not change is not sent: another overdraft may need a second person.
          ...(numberOf(values.overdraft) !== before && { overdraft: numberOf(values.overdraft) ?? null }),
        },
      ),
    ),
  fieldOf: ({ status, message }) => {
    if (status !== 409) return undefined
    if (/overdraft/.test(message)) return 'overdraft'
    return /accountId/.test(message) ? 'accountId' : undefined
  },
  nameOf: ({ accountId }) => accountId,
  savedText: ({ accountId }, isNew) => (isNew ? `Account ${accountId} is open.` : `Account ${accountId} is saved.`),
  whyFixed: ({ status }) => (status === 'CLOSED' ? 'A closed account cannot be changed.' : undefined),
  Fields: AccountFields,
})

function AccountFields({ form, record }: FieldsProps<AccountValues, Account>) {
  const isFixed = fixedIf(record !== undefined)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <InstitutionSelect label="Institution" {...isFixed} {...form.getInputProps('institutionId')} />
      <TextInput
        label="Account number"
        maxLength={35}
        placeholder="1000000042"
        {...isFixed}
        {...form.getInputProps('accountId')}
      />
      <TextInput
        label="Customer"
        maxLength={35}
        placeholder="CUST0042"
        {...isFixed}
        {...form.getInputProps('customerId')}
      />
      <TextInput
        label="Account type"
        description="The code of one of the institution’s types."
        maxLength={35}
        placeholder="DDA"
        {...isFixed}
        {...form.getInputProps('accountType')}
      />
      <TextInput label="Currency" maxLength={3} {...isFixed} {...form.getInputProps('currencyCode')} />
      <TextInput
        label="Description"
        description="The name that customers see."
        required
        maxLength={255}
        {...form.getInputProps('description')}
      />
      <TextInput
        label="Branch"
        description="One of the institution’s branches."
        required
        maxLength={35}
        placeholder="001"
        {...form.getInputProps('branchId')}
      />
      <TextInput
        label="Capability"
        description="What may be done with it. When empty, what its type says."
        maxLength={2}
        {...form.getInputProps('txnCapability')}
      />
      <MoneyInput
        currency={form.values.currencyCode}
        label="Overdraft"
        description="How far the balance may fall below zero. Not for loans."
        {...form.getInputProps('overdraft')}
      />
      <Select
        label="Risk flag"
        description="While it is set, orders are declined."
        clearable
        data={RISK_FLAGS.map((value) => ({ value, label: formatWord(value) }))}
        {...form.getInputProps('riskFlag')}
      />
    </SimpleGrid>
  )
}
