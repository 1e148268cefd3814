// The form of a transaction capability, new or changed.

import { Checkbox, SimpleGrid, Stack } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { fixedIf } from '../../kit/inputs/fixed-if.ts'
import { Section } from '../../kit/page/section.tsx'
import { FLAGS, type Flag } from './flags.ts'

interface CapabilityValues extends Record<string, unknown> {
  code: string
  description: string
  flags: Record<Flag, boolean>
  isActive: boolean
}

export const { NewPage, EditPage } = formPages<CapabilityValues, onboarding.TransactionCapability>({
  list: ['Transaction capabilities', '/capabilities'],
  cacheKey: 'capabilities',
  newPage: {
    title: 'New transaction capability',
    description:
      'It is available to all institutions. Accounts get it by their type, or one by one when they are loaded.',
    submit: 'Create capability',
  },
  editDescription: 'A change takes effect as soon as it is saved, for accounts with it at every institution.',
  newValues: () => ({
    code: '',
    description: '',
    flags: {
      inquiry: true,
      withdrawal: false,
      deposit: false,
      transferFrom: false,
      transferTo: false,
      billPayment: false,
      cardless: false,
    },
    isActive: true,
  }),
  valuesOf: ({ code, description, flags, isActive }) => ({ code, description, flags: { ...flags }, isActive }),
  load: (id) => ask(admin.getTransactionCapability({ id })),
  create: ({ code, description, flags, isActive }) =>
    ask(admin.createTransactionCapability({ code: code.trim(), description: description.trim(), flags, isActive })),
  change: ({ id, version }, { description, flags }) =>
    ask(admin.updateTransactionCapability({ id }, { version, description: description.trim(), flags })),
  validate: ({ code, description }) => ({
    ...(code.trim() === '' && { code: 'Is required' }),
    ...(description.trim() === '' && { description: 'Is required' }),
  }),
  nameOf: ({ code }) => `capability ${code}`,
  savedText: ({ code }, isNew) => (isNew ? `Capability ${code} is created.` : `Capability ${code} is saved.`),
  Fields: CapabilityFields,
  hasSections: true,
})

function CapabilityFields({ form, record }: FieldsProps<CapabilityValues, onboarding.TransactionCapability>) {
  const field = fieldsOf(form)
  const isEdited = record !== undefined
  return (
    <Section>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {field.text(
            'code',
            'Code',
            isEdited ? 'Fixed once it exists.' : 'Two letters or digits, as accounts name it. Cannot be changed later.',
            { ...fixedIf(isEdited), maxLength: 2, placeholder: '10' },
          )}
          {field.text('description', 'Description', 'What it grants, in a few words.', { required: true })}
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
        {!isEdited && field.flag('isActive', 'Active', 'An inactive capability grants nothing.')}
      </Stack>
    </Section>
  )
}
