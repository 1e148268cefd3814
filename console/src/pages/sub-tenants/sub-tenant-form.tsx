// The form of a sub-tenant, new or changed.

import { MultiSelect, SimpleGrid, TextInput } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { fixedIf } from '../../kit/form/fixed-if.ts'
import { InstitutionSelect } from '../../kit/form/institution-select.tsx'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { type CappedModule, MODULE_GROUPS, type SubTenant } from './sub-tenant.ts'

interface SubTenantValues extends Record<string, unknown> {
  institutionId: string | null
  tenantCode: string
  name: string
  contactEmail: string
  allowedModules: CappedModule[]
}

export const { NewPage, EditPage } = formPages<SubTenantValues, SubTenant>({
  list: ['Sub-tenants', '/sub-tenants'],
  cacheKey: 'sub-tenants',
  newPage: {
    title: 'New sub-tenant',
    description: 'Its users can sign in once it is activated on its page.',
    submit: 'Create sub-tenant',
  },
  newValues: ({ institutionId = null }) => ({
    institutionId,
    tenantCode: '',
    name: '',
    contactEmail: '',
    allowedModules: [],
  }),
  valuesOf: ({ institutionId, tenantCode, name, contactEmail, allowedModules }) => ({
    institutionId,
    tenantCode,
    name,
    contactEmail,
    allowedModules: allowedModules as CappedModule[],
  }),
  load: (id) => ask(admin.getSubTenant({ id })),
  create: ({ institutionId, tenantCode, name, contactEmail, allowedModules }) =>
    ask(
      admin.createSubTenant({
        institutionId: institutionId ?? '',
        tenantCode: tenantCode.trim(),
        name: name.trim(),
        contactEmail: contactEmail.trim(),
        allowedModules,
      }),
    ),
  change: ({ id, version }, { name, contactEmail, allowedModules }) =>
    ask(
      admin.updateSubTenant({ id }, { version, name: name.trim(), contactEmail: contactEmail.trim(), allowedModules }),
    ),
  fieldOf: ({ status, message }) => (status === 409 && /tenantCode/.test(message) ? 'tenantCode' : undefined),
  nameOf: ({ name }) => name,
  statusOf: ({ status }) => status,
  savedText: ({ name }, isNew) =>
    isNew ? 'The sub-tenant is saved. Its users can sign in once it is active.' : `${name} is saved.`,
  whyFixed: ({ status }) => (status === 'CLOSED' ? 'It is closed for good and cannot be changed.' : undefined),
  Fields: SubTenantFields,
})

function SubTenantFields({ form, record }: FieldsProps<SubTenantValues, SubTenant>) {
  const isNew = record === undefined
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
