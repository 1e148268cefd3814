// The form of an alert rule, new or changed.

import { MultiSelect, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { fixedIf } from '../../kit/inputs/fixed-if.ts'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
import { useMay } from '../../session/entitlements.ts'
import { type AlertMetric, type AlertRule, countsOf, METRICS, OF_PLATFORM } from './alert-words.ts'

interface AlertValues extends Record<string, unknown> {
  name: string
  metric: AlertMetric
  institutionId: string | null
  responseCode: string
  threshold: number | string
  forMinutes: number | string
  roleIds: string[]
  userIds: string[]
  webhookId: string | null
}

const NEW_VALUES: AlertValues = {
  name: '',
  metric: 'core.down',
  institutionId: null,
  responseCode: '',
  threshold: 1,
  forMinutes: 2,
  roleIds: [],
  userIds: [],
  webhookId: null,
}

export const { NewPage, EditPage } = formPages<AlertValues, AlertRule>({
  list: ['Alerts', '/alerts'],
  cacheKey: 'alerts',
  newPage: {
    title: 'New alert rule',
    description: 'What raises an alert, and who is told when it is raised and when it is over.',
    submit: 'Create alert rule',
  },
  newValues: ({ institutionId = null }) => ({ ...NEW_VALUES, institutionId }),
  valuesOf: ({ name, metric, institutionId, responseCode, threshold, forMinutes, to }) => ({
    name,
    metric,
    institutionId: institutionId ?? null,
    responseCode: responseCode ?? '',
    threshold,
    forMinutes,
    roleIds: [...(to.roleIds ?? [])],
    userIds: [...(to.userIds ?? [])],
    webhookId: to.webhookId ?? null,
  }),
  load: (id) => ask(admin.getAlertRule({ id })),
  create: (values) => {
    const { metric, institutionId } = values
    return ask(admin.createAlertRule({ ...termsOf(values), metric, ...(institutionId !== null && { institutionId }) }))
  },
  change: ({ id, version }, values) => ask(admin.updateAlertRule({ id }, { version, ...termsOf(values) })),
  validate: ({ name, roleIds, userIds, webhookId }) => ({
    ...(name.trim() === '' && { name: 'A name is needed' }),
    ...(roleIds.length + userIds.length === 0 && webhookId === null && { roleIds: 'Choose who is told' }),
  }),
  nameOf: ({ name }) => name,
  savedText: ({ name }) => `${name} is saved.`,
  Fields: AlertFields,
})

/** What create and change share. */
function termsOf({ name, metric, responseCode, threshold, forMinutes, roleIds, userIds, webhookId }: AlertValues) {
  return {
    name: name.trim(),
    ...(metric === 'decline-code' && { responseCode: responseCode.trim() }),
    threshold: Number(threshold),
    forMinutes: Number(forMinutes),
    to: { roleIds, userIds, webhookId },
  }
}

function AlertFields({ form, record }: FieldsProps<AlertValues, AlertRule>) {
  const field = fieldsOf(form)
  const isNew = record === undefined
  const { metric } = form.values
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {field.text('name', 'Name', 'As mails and the bell say it.', { required: true, maxLength: 120 })}
      {field.choice(
        'metric',
        'What is watched',
        METRICS.map(({ value, label }) => ({ value, label })),
        isNew ? 'It cannot be changed later.' : 'Fixed once it exists.',
        { disabled: !isNew, allowDeselect: false },
      )}
      {!OF_PLATFORM.includes(metric) && (
        <InstitutionSelect
          label="Institution"
          description="Empty: all of them."
          clearable
          {...fixedIf(!isNew)}
          {...form.getInputProps('institutionId')}
        />
      )}
      {metric === 'decline-code' &&
        field.text('responseCode', 'Response code', 'Three digits.', { required: true, maxLength: 3 })}
      {field.number('threshold', 'Threshold', countsOf(metric), { min: 0 })}
      {field.number('forMinutes', 'For at least', 'Minutes. 0: at once.', { min: 0, max: 1440, allowDecimal: false })}
      <RolesField {...form.getInputProps('roleIds')} />
      <UsersField {...form.getInputProps('userIds')} />
      <WebhookField {...form.getInputProps('webhookId')} />
    </SimpleGrid>
  )
}

interface ManyProps {
  readonly value?: string[]
  onChange?(ids: string[]): void
}

const MOST = 200

function RolesField(props: ManyProps) {
  const may = useMay()
  const canRead = may('ROLES', 'VIEW')
  const { data } = useQuery({
    queryKey: ['roles', 'for-alerts'],
    queryFn: () => ask(admin.listRoles({ size: MOST }, {})),
    enabled: canRead,
  })
  const roles = data?.content.map(({ id, roleName }) => ({ value: id, label: roleName })) ?? []
  return <Many {...props} label="Roles" description="Their users are told." choices={roles} />
}

function UsersField(props: ManyProps) {
  const may = useMay()
  const canRead = may('USERS', 'VIEW')
  const { data } = useQuery({
    queryKey: ['users', 'for-alerts'],
    queryFn: () => ask(admin.listUsers({ size: MOST }, {})),
    enabled: canRead,
  })
  const users = data?.content.map(({ id, mailID }) => ({ value: id, label: mailID })) ?? []
  return <Many {...props} label="Users" description="Told besides." choices={users} />
}

function WebhookField({ value, onChange, ...props }: { value?: string | null; onChange?(id: string | null): void }) {
  const may = useMay()
  const canRead = may('PARTNERS', 'VIEW')
  const { data } = useQuery({
    queryKey: ['webhooks', 'for-alerts'],
    queryFn: () => ask(admin.listWebhooks({ size: MOST }, {})),
    enabled: canRead,
  })
  const webhooks = data?.content.map(({ id, url }) => ({ value: id, label: url })) ?? []
  return (
    <Many
      {...props}
      label="Webhook"
      description="Gets alert.raised and alert.cleared."
      choices={webhooks}
      maxValues={1}
      value={value == null ? [] : [value]}
      onChange={(ids) => onChange?.(ids[0] ?? null)}
    />
  )
}

interface ChoicesProps extends ManyProps {
  readonly label: string
  readonly description: string
  readonly choices: readonly { value: string; label: string }[]
  readonly maxValues?: number
}

/** What is chosen and not among the choices stays, under its id. */
function Many({ choices, value = [], ...props }: ChoicesProps) {
  const unknown = value.filter((id) => !choices.some((one) => one.value === id)).map((id) => ({ value: id, label: id }))
  return <MultiSelect searchable clearable data={[...choices, ...unknown]} value={value} {...props} />
}
