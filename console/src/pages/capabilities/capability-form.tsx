// The fields of a transaction capability, new or changed.

import { Checkbox, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { fixedIf } from '../../kit/form/fixed-if.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { Section } from '../../kit/page/section.tsx'
import { FLAGS, type Flag } from './flags.ts'

export interface CapabilityValues extends Record<string, unknown> {
  code: string
  description: string
  flags: Record<Flag, boolean>
  isActive: boolean
}

export interface CapabilityFormProps {
  readonly initialValues: CapabilityValues
  readonly isEdited: boolean
  readonly submitLabel: string
  submit(values: CapabilityValues): Promise<onboarding.TransactionCapability>
  onSaved(saved: onboarding.TransactionCapability): void
  onCancel(): void
  onReload?(): void
}

export function CapabilityForm(props: CapabilityFormProps) {
  const { initialValues, isEdited, submitLabel, submit, onSaved, onCancel, onReload } = props
  const state = useRecordForm<CapabilityValues, onboarding.TransactionCapability>({
    initialValues,
    validate: ({ code, description }) => ({
      ...(code.trim() === '' && { code: 'Is required' }),
      ...(description.trim() === '' && { description: 'Is required' }),
    }),
    submit: (values) => submit({ ...values, code: values.code.trim(), description: values.description.trim() }),
    onSaved,
    invalidates: [['capabilities']],
  })
  const { form } = state
  return (
    <RecordForm state={state} submitLabel={submitLabel} onCancel={onCancel} onReload={onReload}>
      <Section>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="Code"
              {...fixedIf(isEdited)}
              maxLength={2}
              description={
                isEdited
                  ? 'Fixed once it exists.'
                  : 'Two letters or digits, as accounts name it. Cannot be changed later.'
              }
              placeholder="10"
              {...form.getInputProps('code')}
            />
            <TextInput
              label="Description"
              required
              description="What it grants, in a few words."
              {...form.getInputProps('description')}
            />
          </SimpleGrid>
          <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
            <legend style={{ fontSize: 'var(--mantine-font-size-sm)', fontWeight: 600, padding: 0 }}>
              Accounts with it can be used for
            </legend>
            <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} mt="xs">
              {FLAGS.map(({ flag, label }) => (
                <Checkbox key={flag} label={label} {...form.getInputProps(`flags.${flag}`, { type: 'checkbox' })} />
              ))}
            </SimpleGrid>
          </fieldset>
          {!isEdited && (
            <Switch
              label="Active"
              description="An inactive capability grants nothing."
              {...form.getInputProps('isActive', { type: 'checkbox' })}
            />
          )}
        </Stack>
      </Section>
    </RecordForm>
  )
}
