// The form of an account, new or changed.

import { SimpleGrid } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { fixedIf } from '../../kit/inputs/fixed-if.ts'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
import { numberOf, textOf } from '../../kit/inputs/money-input.tsx'
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
  const field = fieldsOf(form)
  const isFixed = fixedIf(record !== undefined)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <InstitutionSelect label="Institution" {...isFixed} {...form.getInputProps('institutionId')} />
      {field.text('accountId', 'Account number', { maxLength: 35, placeholder: '1000000042', ...isFixed })}
      {field.text('customerId', 'Customer', { maxLength: 35, placeholder: 'CUST0042', ...isFixed })}
      {field.text('accountType', 'Account type', 'The code of one of the institution’s types.', {
        maxLength: 35,
        placeholder: 'DDA',
        ...isFixed,
      })}
      {field.text('currencyCode', 'Currency', { maxLength: 3, ...isFixed })}
      {field.text('description', 'Description', 'The name that customers see.', { required: true, maxLength: 255 })}
      {field.text('branchId', 'Branch', 'One of the institution’s branches.', {
        required: true,
        maxLength: 35,
        placeholder: '001',
      })}
      {field.text('txnCapability', 'Capability', 'What may be done with it. When empty, what its type says.', {
        maxLength: 2,
      })}
      {field.money(
        'overdraft',
        'Overdraft',
        form.values.currencyCode,
        'How far the balance may fall below zero. Not for loans.',
      )}
      {field.choice(
        'riskFlag',
        'Risk flag',
        RISK_FLAGS.map((value) => ({ value, label: formatWord(value) })),
        'While it is set, orders are declined.',
        { clearable: true },
      )}
    </SimpleGrid>
  )
}
