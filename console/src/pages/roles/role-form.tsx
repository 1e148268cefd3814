// The form of a role, new or changed: its name, what it is for, and the matrix of what it grants.

import { Alert, Stack, Text, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { useCallback, useMemo } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { useUser } from '../../session/session.ts'
import { GrantMatrix, type GrantsChange } from './grant-matrix.tsx'
import { EMERGENCY, type Grants, grantsOf, type ModuleRow, modulesOf, pairOf } from './grants.ts'
import { useModuleRows } from './module-rows.ts'

interface RoleValues extends Record<string, unknown> {
  roleName: string
  description: string
  isEnabled: boolean
  grants: Grants
}

export const { NewPage, EditPage } = formPages<RoleValues, onboarding.Role>({
  list: ['Roles', '/roles'],
  cacheKey: 'roles',
  alsoInvalidates: ['users', 'audit'],
  newPage: { title: 'New role', submit: 'Make the role' },
  newValues: () => ({ roleName: '', description: '', isEnabled: true, grants: new Set() }),
  valuesOf: ({ roleName, description, isEnabled, modules }) => ({
    roleName,
    description,
    isEnabled,
    grants: grantsOf(modules),
  }),
  load: (id) => ask(admin.getRole({ id })),
  create: ({ roleName, description, isEnabled, grants }) =>
    ask(admin.createRole({ roleName, description, isEnabled, modules: modulesOf(grants) })),
  change: ({ id, version }, { roleName, description, grants }) =>
    ask(admin.updateRole({ id }, { version, roleName, description, modules: modulesOf(grants) })),
  validate: ({ roleName }) => (roleName.trim() === '' ? { roleName: 'A name is needed' } : {}),
  fieldOf: ({ status, message }) => (status === 409 && /this name/.test(message) ? 'roleName' : undefined),
  nameOf: ({ roleName }) => roleName,
  savedText: ({ roleName }, isNew) => (isNew ? `The role ${roleName} is made.` : `The role ${roleName} is saved.`),
  Fields: RoleFields,
})

function RoleFields(props: FieldsProps<RoleValues, onboarding.Role>) {
  return <Loaded query={useModuleRows(props.record)}>{(rows) => <FieldsWithMatrix {...props} rows={rows} />}</Loaded>
}

interface FieldsWithMatrixProps extends FieldsProps<RoleValues, onboarding.Role> {
  readonly rows: readonly ModuleRow[]
}

function FieldsWithMatrix({ form, record: role, rows }: FieldsWithMatrixProps) {
  const field = fieldsOf(form)
  const user = useUser()
  const grantable = useMemo(() => grantsOf(user.modules), [user])
  const { setFieldValue } = form
  const change = useCallback((next: GrantsChange) => setFieldValue('grants', next), [setFieldValue])
  const isLimited = rows.some(({ moduleId, actionIds }) =>
    actionIds.some((actionId) => actionId !== EMERGENCY && !grantable.has(pairOf(moduleId, actionId))),
  )
  return (
    <>
      <Stack maw={760}>
        {field.text('roleName', 'Name', { required: true, maxLength: 120 })}
        {field.area('description', 'Description', 'What the role is for, so that others know whom to give it to.', {
          autosize: true,
          minRows: 2,
        })}
        {role === undefined &&
          field.flag(
            'isEnabled',
            'Enabled',
            'A role that is not enabled grants nothing and cannot be given to anybody.',
          )}
      </Stack>
      <div>
        <Title order={2}>What it grants</Title>
        <Text size="sm" c="dimmed">
          A box on a group (in bold) grants the action on everything in the group, also on modules that a later version
          adds.
        </Text>
        <Text size="sm" c="dimmed">
          Emergency is part of no other box. Whoever may change roles can grant it, and a second user always has to
          approve that.
        </Text>
      </div>
      {isLimited && (
        <Alert color="blue" icon={<IconInfoCircle />}>
          Grey boxes are rights that your own role does not grant. No one can grant what they lack.
        </Alert>
      )}
      <GrantMatrix rows={rows} grants={form.values.grants} grantable={grantable} onChange={change} />
    </>
  )
}
