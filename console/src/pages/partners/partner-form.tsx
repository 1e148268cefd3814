// The form of a partner, new or changed.

import { Alert, Checkbox, SimpleGrid, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { InstitutionsSelect } from '../../kit/inputs/institutions-select.tsx'
import { THOUSANDS_SEPARATOR } from '../../kit/show/format.ts'
import { OperationsField } from './operations-field.tsx'
import { FAMILIES, type PartnerFamily } from './partner-words.ts'

interface PartnerValues extends Record<string, unknown> {
  partnerId: string
  name: string
  families: PartnerFamily[]
  operations: string[]
  institutionIds: string[]
  clientIdPolicy: boolean
  perSecond: number | ''
}

export const { NewPage, EditPage } = formPages<PartnerValues, onboarding.Partner>({
  list: ['Partners', '/partners'],
  cacheKey: 'partners',
  alsoInvalidates: ['audit'],
  newPage: {
    title: 'New partner',
    description: 'After this, make a client on the partner’s page: the credentials it calls with.',
    submit: 'Make the partner',
  },
  editDescription: 'Changes take effect on every gateway within two seconds.',
  newValues: ({ institutionId }) => ({
    partnerId: '',
    name: '',
    families: ['accounts'],
    operations: [],
    institutionIds: institutionId === undefined ? [] : [institutionId],
    clientIdPolicy: true,
    perSecond: '',
  }),
  valuesOf: ({ partnerId, name, families, operations, institutionIds, clientIdPolicy, rateLimit }) => ({
    partnerId,
    name,
    families,
    operations,
    institutionIds,
    clientIdPolicy,
    perSecond: rateLimit?.perSecond ?? '',
  }),
  load: (id) => ask(admin.getPartner({ id })),
  create: (values) => ask(admin.createPartner({ partnerId: values.partnerId.trim(), ...termsOf(values) })),
  change: ({ id, version }, values) => ask(admin.updatePartner({ id }, { version, ...termsOf(values) })),
  validate: ({ partnerId, name, families, institutionIds }) => ({
    ...(partnerId.trim() === '' && { partnerId: 'An id is needed: the partner sends it with every call' }),
    ...(name.trim() === '' && { name: 'A name is needed' }),
    ...(families.length === 0 && { families: 'Choose at least one family' }),
    ...(institutionIds.length === 0 && { institutionIds: 'Choose at least one institution' }),
  }),
  fieldNames: { rateLimit: 'perSecond', 'rateLimit.perSecond': 'perSecond' },
  fieldOf: ({ status, message }) => (status === 409 && /partnerId is taken/i.test(message) ? 'partnerId' : undefined),
  nameOf: ({ name }) => name,
  savedText: ({ name }, isNew) => (isNew ? `${name} is made. It can call once it has a client.` : `${name} is saved.`),
  Fields: PartnerFields,
})

/** What create and change share. */
function termsOf({ name, families, operations, institutionIds, clientIdPolicy, perSecond }: PartnerValues) {
  return {
    name: name.trim(),
    families,
    operations: families.includes('accounts') ? operations : [],
    institutionIds,
    clientIdPolicy,
    rateLimit: perSecond === '' ? null : { perSecond },
  }
}

function PartnerFields({ form, record: partner }: FieldsProps<PartnerValues, onboarding.Partner>) {
  const field = fieldsOf(form)
  const { families, clientIdPolicy } = form.values
  return (
    <>
      <Stack maw={760}>
        {field.text(
          'partnerId',
          'Partner id',
          partner === undefined
            ? 'The partner sends it with every call. It cannot be changed later. Letters, digits, dots, hyphens and underscores.'
            : 'It cannot be changed.',
          { required: true, readOnly: partner !== undefined, variant: partner === undefined ? 'default' : 'filled' },
        )}
        {field.text('name', 'Name', { required: true })}
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
        {field.number('perSecond', 'Requests per second', 'More are refused until the next second. Empty: no limit.', {
          placeholder: 'No limit',
          min: 1,
          max: 1_000_000,
          allowDecimal: false,
          thousandSeparator: THOUSANDS_SEPARATOR,
          styles: { wrapper: { width: 240 } },
          onChange: (next) => form.setFieldValue('perSecond', typeof next === 'number' ? next : ''),
        })}
        {field.flag(
          'clientIdPolicy',
          'Calls need a client id and its secret',
          'Recommended. Off: the partner id alone identifies the partner.',
        )}
        {!clientIdPolicy && (
          <Alert color="yellow" icon={<IconAlertTriangle />} title="Anybody who knows the partner id can call">
            Without it, calls to account services are accepted by the partner id alone. Use it only where the network
            lets no one else reach the gateway.
          </Alert>
        )}
      </Stack>
    </>
  )
}
