// The form of a partner.

import { Alert, Checkbox, NumberInput, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import type { GatewayError } from '../../api/gateway-error.ts'
import { InstitutionsSelect } from '../../kit/form/institutions-select.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { OperationsField } from './operations-field.tsx'
import { FAMILIES, type PartnerFamily } from './partner-words.ts'

/** What create and change share. */
export type PartnerTerms = Required<Omit<onboarding.CreatePartnerRequest, 'partnerId'>>

export interface PartnerFormProps {
  /** Absent for a new one. */
  readonly partner?: onboarding.Partner
  /** Of a new one: chosen to begin with. */
  readonly institutionIds?: readonly string[]
  readonly submitLabel: string
  save(partnerId: string, terms: PartnerTerms): Promise<onboarding.Partner>
  onSaved(partner: onboarding.Partner): void
  onCancel(): void
  onReload?: () => void
}

export function PartnerForm(props: PartnerFormProps) {
  const { partner, institutionIds: chosen = [], submitLabel, save, onSaved, onCancel, onReload } = props
  const state = useRecordForm({
    initialValues: {
      partnerId: partner?.partnerId ?? '',
      name: partner?.name ?? '',
      families: (partner?.families ?? ['accounts']) as PartnerFamily[],
      operations: partner?.operations ?? [],
      institutionIds: partner?.institutionIds ?? [...chosen],
      clientIdPolicy: partner?.clientIdPolicy ?? true,
      perSecond: (partner?.rateLimit?.perSecond ?? '') as number | '',
    },
    validate: ({ partnerId, name, families, institutionIds }) => ({
      ...(partnerId.trim() === '' && { partnerId: 'An id is needed: the partner sends it with every call' }),
      ...(name.trim() === '' && { name: 'A name is needed' }),
      ...(families.length === 0 && { families: 'Choose at least one family' }),
      ...(institutionIds.length === 0 && { institutionIds: 'Choose at least one institution' }),
    }),
    submit: ({ partnerId, name, families, operations, institutionIds, clientIdPolicy, perSecond }) =>
      save(partnerId.trim(), {
        name: name.trim(),
        families,
        operations: families.includes('accounts') ? operations : [],
        institutionIds,
        clientIdPolicy,
        rateLimit: perSecond === '' ? null : { perSecond },
      }),
    fieldNames: { rateLimit: 'perSecond', 'rateLimit.perSecond': 'perSecond' },
    fieldOf: takenField,
    invalidates: [['partners'], ['audit']],
    onSaved,
  })
  const { form } = state
  const { families, clientIdPolicy } = form.values
  return (
    <RecordForm state={state} submitLabel={submitLabel} onCancel={onCancel} onReload={onReload}>
      <Stack maw={760}>
        <TextInput
          label="Partner id"
          required
          readOnly={partner !== undefined}
          variant={partner === undefined ? 'default' : 'filled'}
          description={
            partner === undefined
              ? 'The partner sends it with every call. It cannot be changed later. Letters, digits, dots, hyphens and underscores.'
              : 'It cannot be changed.'
          }
          {...form.getInputProps('partnerId')}
        />
        <TextInput label="Name" required {...form.getInputProps('name')} />
        <Checkbox.Group
          label="API families"
          required
          description="Which parts of the API the partner may call."
          {...form.getInputProps('families')}
        >
          <SimpleGrid mt="xs" cols={{ base: 1, sm: 3 }}>
            {FAMILIES.map(({ value, label, description }) => (
              <Checkbox key={value} value={value} label={label} description={description} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <InstitutionsSelect
          required
          description="The partner works for these only; a call for another one is refused."
          {...form.getInputProps('institutionIds')}
        />
      </Stack>
      {families.includes('accounts') && <OperationsField {...form.getInputProps('operations')} />}
      <Stack maw={760}>
        <NumberInput
          label="Requests per second"
          description="More are refused until the next second. Empty: no limit."
          placeholder="No limit"
          min={1}
          max={1_000_000}
          allowDecimal={false}
          thousandSeparator=","
          styles={{ wrapper: { width: 240 } }}
          {...form.getInputProps('perSecond')}
          onChange={(next) => form.setFieldValue('perSecond', typeof next === 'number' ? next : '')}
        />
        <Switch
          label="Calls need a client id and its secret"
          description="Recommended. Off: the partner id alone identifies the partner."
          {...form.getInputProps('clientIdPolicy', { type: 'checkbox' })}
        />
        {!clientIdPolicy && (
          <Alert color="yellow" icon={<IconAlertTriangle />} title="Anybody who knows the partner id can call">
            Without it, calls to account services are accepted by the partner id alone. Use it only where the network
            lets nobody else reach the gateway.
          </Alert>
        )}
      </Stack>
    </RecordForm>
  )
}

function takenField({ status, message }: GatewayError): string | undefined {
  return status === 409 && /partnerId is taken/i.test(message) ? 'partnerId' : undefined
}
