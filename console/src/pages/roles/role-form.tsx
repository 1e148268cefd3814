// The form of a role: its name, what it is for, and the matrix of what it grants.

import { Alert, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { useCallback, useMemo } from 'react'
import type { GatewayError } from '../../api/gateway-error.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { useUser } from '../../session/session.ts'
import { GrantMatrix, type GrantsChange } from './grant-matrix.tsx'
import { type Grants, grantsOf, type ModuleRow, modulesOf, pairOf } from './grants.ts'
import { useModuleRows } from './module-rows.ts'

type RoleValues = {
  roleName: string
  description: string
  isEnabled: boolean
  grants: Grants
}

export interface RoleFormProps {
  /** Absent for a new one. */
  readonly role?: onboarding.Role
  readonly submitLabel: string
  save(
    values: Omit<RoleValues, 'grants'>,
    modules: { moduleId: string; actionId: string[] }[],
  ): Promise<onboarding.Role>
  onSaved(role: onboarding.Role): void
  onCancel(): void
  onReload?: () => void
}

export function RoleForm(props: RoleFormProps) {
  return <Loaded query={useModuleRows(props.role)}>{(rows) => <FormWithMatrix {...props} rows={rows} />}</Loaded>
}

function FormWithMatrix(props: RoleFormProps & { readonly rows: readonly ModuleRow[] }) {
  const { role, rows, submitLabel, save, onSaved, onCancel, onReload } = props
  const user = useUser()
  const grantable = useMemo(() => grantsOf(user.modules), [user])
  const state = useRecordForm<RoleValues, onboarding.Role>({
    initialValues: {
      roleName: role?.roleName ?? '',
      description: role?.description ?? '',
      isEnabled: role?.isEnabled ?? true,
      grants: grantsOf(role?.modules ?? []),
    },
    validate: ({ roleName }) => (roleName.trim() === '' ? { roleName: 'A name is needed' } : {}),
    submit: ({ grants, ...values }) => save(values, modulesOf(grants, rows)),
    fieldOf: takenField,
    invalidates: [['roles'], ['users'], ['audit']],
    onSaved,
  })
  const { form } = state
  const { setFieldValue } = form
  const change = useCallback((next: GrantsChange) => setFieldValue('grants', next), [setFieldValue])
  const isLimited = rows.some(({ moduleId, actionIds }) =>
    actionIds.some((actionId) => !grantable.has(pairOf(moduleId, actionId))),
  )
  return (
    <RecordForm state={state} submitLabel={submitLabel} onCancel={onCancel} onReload={onReload}>
      <Stack maw={760}>
        <TextInput label="Name" required maxLength={120} {...form.getInputProps('roleName')} />
        <Textarea
          label="Description"
          description="What the role is for, so that others know whom to give it to."
          autosize
          minRows={2}
          {...form.getInputProps('description')}
        />
        {role === undefined && (
          <Switch
            label="Enabled"
            description="A role that is not enabled grants nothing and cannot be given to anybody."
            {...form.getInputProps('isEnabled', { type: 'checkbox' })}
          />
        )}
      </Stack>
      <div>
        <Title order={2}>What it grants</Title>
        <Text size="sm" c="dimmed">
          A box on a group (in bold) grants the action on everything in the group, also on modules that a later version
          adds.
        </Text>
      </div>
      {isLimited && (
        <Alert color="blue" icon={<IconInfoCircle />}>
          Grey boxes are rights that your own role does not grant. Nobody can grant what they lack.
        </Alert>
      )}
      <GrantMatrix rows={rows} grants={form.values.grants} grantable={grantable} onChange={change} />
    </RecordForm>
  )
}

function takenField({ status, message }: GatewayError): string | undefined {
  return status === 409 && /this name/.test(message) ? 'roleName' : undefined
}
