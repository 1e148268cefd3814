// The form of a biller, new or changed.

import { SimpleGrid } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { trimmed, valuesLike } from '../../kit/form/record-values.ts'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { fixedIf } from '../../kit/inputs/fixed-if.ts'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'

type Biller = onboarding.BillerRecord

const NEW_VALUES = { institutionId: null as string | null, billerId: '', name: '', bin: '', isActive: true }

type BillerValues = typeof NEW_VALUES

const sentOf = (values: BillerValues) => trimmed(values)

export const { NewPage, EditPage } = formPages<BillerValues, Biller>({
  list: ['Billers', '/billers'],
  cacheKey: 'billers',
  newPage: {
    title: 'New biller',
    description: 'A company whose bills customers of one institution can pay.',
    submit: 'Create biller',
  },
  newValues: ({ institutionId = null }) => ({ ...NEW_VALUES, institutionId }),
  valuesOf: (biller) => valuesLike(NEW_VALUES, biller),
  load: (id) => ask(admin.getBiller({ id })),
  create: (values) => {
    const { institutionId, ...sent } = sentOf(values)
    return ask(admin.createBiller({ ...sent, institutionId: institutionId ?? '' }))
  },
  change: ({ id, version }, values) => {
    const { institutionId: _institution, billerId: _biller, isActive: _state, ...sent } = sentOf(values)
    return ask(admin.updateBiller({ id }, { ...sent, version }))
  },
  fieldOf: ({ status, message }) => (status === 409 && /billerId/.test(message) ? 'billerId' : undefined),
  nameOf: ({ name }) => name,
  savedText: ({ name }, isNew) => (isNew ? 'The biller is saved.' : `${name} is saved.`),
  Fields: BillerFields,
})

function BillerFields({ form, record }: FieldsProps<BillerValues, Biller>) {
  const field = fieldsOf(form)
  const isNew = record === undefined
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <InstitutionSelect
        label="Institution"
        description="From whose accounts it is paid."
        {...fixedIf(!isNew)}
        {...form.getInputProps('institutionId')}
      />
      {field.text(
        'billerId',
        'Biller id',
        isNew
          ? 'Channels name the biller by it (biller.institutionId). It cannot be changed later.'
          : 'Fixed once it exists.',
        { ...fixedIf(!isNew), maxLength: 35, placeholder: 'BILLER01' },
      )}
      {field.text('name', 'Name', 'As customers know it.', { required: true, maxLength: 120 })}
      {field.text('bin', 'BIN', '6 to 8 digits. A payment that names another BIN is declined (185).', {
        required: true,
        maxLength: 8,
        placeholder: '510000',
      })}
      {isNew && field.flag('isActive', 'It can be paid from the start')}
    </SimpleGrid>
  )
}
