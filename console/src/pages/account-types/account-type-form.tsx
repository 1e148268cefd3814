// The fields of an account type, new or changed.

import { Autocomplete, Checkbox, Group, Radio, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { fixedIf } from '../../kit/form/fixed-if.ts'
import { InstitutionSelect } from '../../kit/form/institution-select.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { Section } from '../../kit/page/section.tsx'
import { BALANCES, USUAL_CODES } from './account-type-words.ts'
import { useCapabilities } from './use-capabilities.ts'

type AccountType = onboarding.AccountType

export interface AccountTypeValues extends Record<string, unknown> {
  institutionId: string | null
  code: string
  coreCode: string
  description: string
  category: AccountType['category']
  defaultTxnCapability: string | null
  balanceTypes: AccountType['balanceTypes']
  isActive: boolean
}

/** What create and change have in common. */
export function accountTypeBody(values: AccountTypeValues) {
  const coreCode = values.coreCode.trim()
  return {
    coreCode: coreCode === '' ? null : coreCode,
    description: values.description.trim(),
    category: values.category,
    defaultTxnCapability: values.defaultTxnCapability ?? '',
    balanceTypes: values.balanceTypes,
  }
}

export interface AccountTypeFormProps {
  readonly initialValues: AccountTypeValues
  readonly isEdited: boolean
  readonly submitLabel: string
  submit(values: AccountTypeValues): Promise<AccountType>
  onSaved(saved: AccountType): void
  onCancel(): void
  onReload?(): void
}

export function AccountTypeForm(props: AccountTypeFormProps) {
  const { initialValues, isEdited, submitLabel, submit, onSaved, onCancel, onReload } = props
  const state = useRecordForm<AccountTypeValues, AccountType>({
    initialValues,
    validate: faultsOf,
    submit,
    onSaved,
    invalidates: [['account-types']],
  })
  const { form } = state
  const capabilities = useCapabilities()
  const chosen = capabilities.find(({ code }) => code === form.values.defaultTxnCapability)
  return (
    <RecordForm state={state} submitLabel={submitLabel} onCancel={onCancel} onReload={onReload}>
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
            <TextInput
              label="Description"
              required
              description="What people call it."
              placeholder="Checking account"
              {...form.getInputProps('description')}
            />
            <TextInput
              label="Name in the core"
              description="Only where a remote core calls this type by another name."
              placeholder="The same as the code"
              {...form.getInputProps('coreCode')}
            />
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
            <Select
              label="Capability of its accounts"
              required
              searchable
              description={
                chosen?.isActive === false
                  ? 'Inactive: it grants nothing.'
                  : 'For accounts that are loaded without one.'
              }
              data={withChosen(
                capabilities.map(({ code, description }) => ({ value: code, label: `${code} · ${description}` })),
                form.values.defaultTxnCapability,
              )}
              {...form.getInputProps('defaultTxnCapability')}
            />
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
          {!isEdited && (
            <Switch
              label="Active"
              description="Accounts of an inactive type cannot be used (119)."
              {...form.getInputProps('isActive', { type: 'checkbox' })}
            />
          )}
        </Stack>
      </Section>
    </RecordForm>
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
