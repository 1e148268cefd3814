// The form of a biller, new or changed.

import { SimpleGrid, Switch, TextInput } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { fixedIf } from '../../kit/form/fixed-if.ts'
import { InstitutionSelect } from '../../kit/form/institution-select.tsx'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'

type Biller = onboarding.BillerRecord

interface BillerValues extends Record<string, unknown> {
  institutionId: string | null
  billerId: string
  name: string
  bin: string
  isActive: boolean
}

export const { NewPage, EditPage } = formPages<BillerValues, Biller>({
  list: ['Billers', '/billers'],
  cacheKey: 'billers',
  newPage: {
    title: 'New biller',
    description: 'A company whose bills customers of one institution can pay.',
    submit: 'Create biller',
  },
  newValues: ({ institutionId = null }) => ({
    institutionId,
    billerId: '',
    name: '',
    bin: '',
    isActive: true,
  }),
  valuesOf: ({ institutionId, billerId, name, bin, isActive }) => ({ institutionId, billerId, name, bin, isActive }),
  load: (id) => ask(admin.getBiller({ id })),
  create: ({ institutionId, billerId, name, bin, isActive }) =>
    ask(
      admin.createBiller({
        institutionId: institutionId ?? '',
        billerId: billerId.trim(),
        name: name.trim(),
        bin: bin.trim(),
        isActive,
      }),
    ),
  change: ({ id, version }, { name, bin }) =>
    ask(admin.updateBiller({ id }, { version, name: name.trim(), bin: bin.trim() })),
  fieldOf: ({ status, message }) => (status === 409 && /billerId/.test(message) ? 'billerId' : undefined),
  nameOf: ({ name }) => name,
  savedText: ({ name }, isNew) => (isNew ? 'The biller is saved.' : `${name} is saved.`),
  Fields: BillerFields,
})

function BillerFields({ form, record }: FieldsProps<BillerValues, Biller>) {
  const isNew = record === undefined
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <InstitutionSelect
        label="Institution"
        description="From whose accounts it is paid."
        {...fixedIf(!isNew)}
        {...form.getInputProps('institutionId')}
      />
      <TextInput
        label="Biller id"
        description={
          isNew
            ? 'Channels name the biller by it (biller.institutionId). It cannot be changed later.'
            : 'Fixed once it exists.'
        }
        {...fixedIf(!isNew)}
        maxLength={35}
        placeholder="BILLER01"
        {...form.getInputProps('billerId')}
      />
      <TextInput
        label="Name"
        description="As customers know it."
        required
        maxLength={120}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="BIN"
        description="6 to 8 digits. A payment that names another BIN is declined (185)."
        required
        maxLength={8}
        placeholder="510000"
        {...form.getInputProps('bin')}
      />
      {isNew && (
        <Switch label="It can be paid from the start" {...form.getInputProps('isActive', { type: 'checkbox' })} />
      )}
    </SimpleGrid>
  )
}
