// The fields of a sub-tenant.

import { MultiSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { fixedIf } from '../../kit/form/fixed-if.ts'
import { InstitutionSelect } from '../../kit/form/institution-select.tsx'
import { type CappedModule, MODULE_GROUPS } from './sub-tenant.ts'

export interface SubTenantValues extends Record<string, unknown> {
  institutionId: string | null
  tenantCode: string
  name: string
  contactEmail: string
  allowedModules: CappedModule[]
}

export function SubTenantFields({
  form,
  isNew = false,
}: {
  form: UseFormReturnType<SubTenantValues>
  isNew?: boolean
}) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <InstitutionSelect
        label="Institution"
        description="The institution it is a part of."
        {...fixedIf(!isNew)}
        {...form.getInputProps('institutionId')}
      />
      <TextInput
        label="Code"
        description={isNew ? 'Unique in the institution. It cannot be changed later.' : 'Fixed once it exists.'}
        {...fixedIf(!isNew)}
        maxLength={35}
        placeholder="AGENTS-NORTH"
        {...form.getInputProps('tenantCode')}
      />
      <TextInput
        label="Name"
        description="As its users know it."
        required
        maxLength={120}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Contact"
        type="email"
        required
        description="The e-mail address to write to."
        {...form.getInputProps('contactEmail')}
      />
      <MultiSelect
        label="Highest rights of its users"
        description="Their roles count in these parts of the console only. Leave empty for no cap."
        placeholder={form.values.allowedModules.length === 0 ? 'No cap' : ''}
        searchable
        clearable
        data={MODULE_GROUPS.map(({ group, items }) => ({ group, items: [...items] }))}
        {...form.getInputProps('allowedModules')}
        style={{ gridColumn: '1 / -1' }}
      />
    </SimpleGrid>
  )
}
