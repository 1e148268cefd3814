// The form of a sub-tenant, new or changed.

import { SimpleGrid } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { fixedIf } from '../../kit/inputs/fixed-if.ts'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
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
  const field = fieldsOf(form)
  const isNew = record === undefined
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <InstitutionSelect
        label="Institution"
        description="The institution it is a part of."
        {...fixedIf(!isNew)}
        {...form.getInputProps('institutionId')}
      />
      {field.text(
        'tenantCode',
        'Code',
        isNew ? 'Unique in the institution. It cannot be changed later.' : 'Fixed once it exists.',
        { ...fixedIf(!isNew), maxLength: 35, placeholder: 'AGENTS-NORTH' },
      )}
      {field.text('name', 'Name', 'As its users know it.', { required: true, maxLength: 120 })}
      {field.text('contactEmail', 'Contact', 'The e-mail address to write to.', { type: 'email', required: true })}
      {field.choices(
        'allowedModules',
        'Highest rights of its users',
        MODULE_GROUPS.map(({ group, items }) => ({ group, items: [...items] })),
        'Their roles count in these parts of the console only. Leave empty for no cap.',
        {
          placeholder: form.values.allowedModules.length === 0 ? 'No cap' : '',
          searchable: true,
          clearable: true,
          style: { gridColumn: '1 / -1' },
        },
      )}
    </SimpleGrid>
  )
}
