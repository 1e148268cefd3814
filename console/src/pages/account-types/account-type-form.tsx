// The form of an account type, new or changed.

import { Autocomplete, Checkbox, Group, Radio, SimpleGrid, Stack } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { fixedIf } from '../../kit/inputs/fixed-if.ts'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
import { Section } from '../../kit/page/section.tsx'
import { apiValue } from '../../texts/mark.ts'
import { BALANCES, USUAL_CODES } from './account-type-words.ts'
import { useCapabilities } from './use-capabilities.ts'

type AccountType = onboarding.AccountType

interface AccountTypeValues extends Record<string, unknown> {
  institutionId: string | null
  code: string
  coreCode: string
  description: string
  category: AccountType['category']
  defaultTxnCapability: string | null
  balanceTypes: AccountType['balanceTypes']
  isActive: boolean
}

export const { NewPage, EditPage } = formPages<AccountTypeValues, AccountType>({
  list: ['Account types', '/account-types'],
  cacheKey: 'account-types',
  newPage: { title: 'New account type', submit: 'Create account type' },
  newValues: ({ institutionId = null }) => ({
    institutionId,
    code: '',
    coreCode: '',
    description: '',
    category: 'LIABILITY',
    defaultTxnCapability: null,
    balanceTypes: [apiValue('Available'), apiValue('Balance')],
    isActive: true,
  }),
  valuesOf: (type) => ({
    institutionId: type.institutionId,
    code: type.code,
    coreCode: type.coreCode ?? '',
    description: type.description,
    category: type.category,
    defaultTxnCapability: type.defaultTxnCapability,
    balanceTypes: [...type.balanceTypes],
    isActive: type.isActive,
  }),
  load: (id) => ask(admin.getAccountType({ id })),
  create: (values) =>
    ask(
      admin.createAccountType({
        institutionId: values.institutionId ?? '',
        code: values.code.trim(),
        isActive: values.isActive,
        ...bodyOf(values),
      }),
    ),
  change: ({ id, version }, values) => ask(admin.updateAccountType({ id }, { version, ...bodyOf(values) })),
  validate: faultsOf,
  nameOf: ({ code, institutionId }) => `${code} of ${institutionId}`,
  savedText: ({ code }, isNew) => (isNew ? `Account type ${code} is created.` : `Account type ${code} is saved.`),
  Fields: AccountTypeFields,
  hasSections: true,
})

/** What create and change have in common. */
function bodyOf(values: AccountTypeValues) {
  const coreCode = values.coreCode.trim()
  return {
    coreCode: coreCode === '' ? null : coreCode,
    description: values.description.trim(),
    category: values.category,
    defaultTxnCapability: values.defaultTxnCapability ?? '',
    balanceTypes: values.balanceTypes,
  }
}

function AccountTypeFields({ form, record }: FieldsProps<AccountTypeValues, AccountType>) {
  const field = fieldsOf(form)
  const isEdited = record !== undefined
  const capabilities = useCapabilities()
  const chosen = capabilities.find(({ code }) => code === form.values.defaultTxnCapability)
  return (
    <Section>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <InstitutionSelect
            {...fixedIf(isEdited)}
            description={isEdited ? 'Fixed once the type exists.' : 'Cannot be changed later.'}
            {...form.getInputProps('institutionId')}
          />
          <Autocomplete
            label="Code"
            {...fixedIf(isEdited)}
            description={isEdited ? 'Fixed once the type exists.' : 'As accounts name it. Cannot be changed later.'}
            data={USUAL_CODES.map(({ code }) => code)}
            renderOption={({ option }) =>
              `${option.value} · ${USUAL_CODES.find(({ code }) => code === option.value)?.meaning ?? ''}`
            }
            {...form.getInputProps('code')}
          />
          {field.text('description', 'Description', 'What people call it.', {
            required: true,
            placeholder: 'Checking account',
          })}
          {field.text('coreCode', 'Name in the core', 'Only where a remote core calls this type by another name.', {
            placeholder: 'The same as the code',
          })}
        </SimpleGrid>
        <Radio.Group label="Category" required {...form.getInputProps('category')}>
          <Group mt="xs" gap="xl" align="flex-start">
            <Radio
              value="LIABILITY"
              label="Deposits"
              description="What the bank owes to customers: checking, savings, certificates."
            />
            <Radio value="ASSET" label="Loans" description="What customers owe to the bank." />
          </Group>
        </Radio.Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {field.choice(
            'defaultTxnCapability',
            'Capability of its accounts',
            withChosen(
              capabilities.map(({ code, description }) => ({ value: code, label: `${code} · ${description}` })),
              form.values.defaultTxnCapability,
            ),
            chosen?.isActive === false ? 'Inactive: it grants nothing.' : 'For accounts that are loaded without one.',
            { required: true, searchable: true },
          )}
          <Checkbox.Group
            label="Balances shown"
            description="Returned by account services, as far as an account has them."
            {...form.getInputProps('balanceTypes')}
          >
            <Group mt="xs">
              {BALANCES.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Group>
          </Checkbox.Group>
        </SimpleGrid>
        {!isEdited && field.flag('isActive', 'Active', 'Accounts of an inactive type cannot be used (119).')}
      </Stack>
    </Section>
  )
}

/** A user who may not see capabilities still sees the code that the type has. */
function withChosen(choices: { value: string; label: string }[], chosen: string | null) {
  if (chosen === null || choices.some(({ value }) => value === chosen)) return choices
  return [{ value: chosen, label: chosen }, ...choices]
}

function faultsOf(values: AccountTypeValues): Record<string, string> {
  const needed = ['institutionId', 'code', 'description', 'defaultTxnCapability'] as const
  return {
    ...Object.fromEntries(
      needed.filter((name) => (values[name] ?? '').trim() === '').map((name) => [name, 'Is required']),
    ),
    ...(values.balanceTypes.length === 0 && { balanceTypes: 'Choose at least one' }),
  }
}
