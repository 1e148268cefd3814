// The fields of a biller.

import { SimpleGrid, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { fixedIf } from '../../kit/form/fixed-if.ts'
import { InstitutionSelect } from '../../kit/form/institution-select.tsx'

export interface BillerValues extends Record<string, unknown> {
  institutionId: string | null
  billerId: string
  name: string
  bin: string
  isActive: boolean
}

export function BillerFields({ form, isNew = false }: { form: UseFormReturnType<BillerValues>; isNew?: boolean }) {
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
