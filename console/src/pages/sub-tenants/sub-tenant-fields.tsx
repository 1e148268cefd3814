// The fields of a sub-tenant.

import { MultiSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
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
        required
        disabled={!isNew}
        {...form.getInputProps('institutionId')}
      />
      <TextInput
        label="Code"
        description={isNew ? 'Unique in the institution. It cannot be changed later.' : 'It stays as it is.'}
        required
        disabled={!isNew}
        maxLength={35}
        placeholder="AGENTS-NORTH"
        {...form.getInputProps('tenantCode')}
      />
      <TextInput label="Name" required maxLength={120} {...form.getInputProps('name')} />
      <TextInput
        label="Contact"
        type="email"
        required
        description="Whom to write to."
        {...form.getInputProps('contactEmail')}
      />
      <MultiSelect
        label="What its users can reach at most"
        description="Their roles count on these modules only. Empty: no cap, their roles decide."
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
