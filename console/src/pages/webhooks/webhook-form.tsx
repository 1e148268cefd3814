// The form of a webhook, new or changed. The secret of a new one is shown once.

import { Radio, Stack, TextInput } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { settings } from '../../settings.ts'
import { KindsField } from './kinds-field.tsx'
import { usePartnerOf } from './partner-choices.ts'
import { PartnerSelect } from './partner-select.tsx'
import { secretOf } from './webhook-secret.ts'
import { addressOf, type EventKind, type Webhook } from './webhook-words.ts'

interface WebhookValues extends Record<string, unknown> {
  partnerId: string | null
  url: string
  /** Null: all. */
  kinds: EventKind[] | null
  institutionIds: string[]
  contactEmail: string
}

export const { NewPage, EditPage } = formPages<WebhookValues, Webhook>({
  list: ['Webhooks', '/webhooks'],
  cacheKey: 'webhooks',
  alsoInvalidates: ['audit'],
  newPage: {
    title: 'New webhook',
    description: 'From then on it gets the events of its partner. The secret that signs them is shown to you once.',
    submit: 'Make the webhook',
  },
  editDescription: 'What was not delivered yet goes to the new address.',
  newValues: ({ partnerId = null }) => ({
    partnerId,
    url: '',
    kinds: null,
    institutionIds: [],
    contactEmail: '',
  }),
  valuesOf: ({ partnerId, url, kinds, institutionIds, contactEmail }) => ({
    partnerId,
    url,
    kinds: kinds.length === 0 ? null : kinds,
    institutionIds,
    contactEmail,
  }),
  load: (id) => ask(admin.getWebhook({ id })),
  create: (values) => ask(admin.createWebhook({ partnerId: values.partnerId ?? '', ...termsOf(values) })),
  change: ({ id, version }, values) => ask(admin.updateWebhook({ id }, { version, ...termsOf(values) })),
  validate: ({ partnerId, url, kinds, contactEmail }) => ({
    ...(partnerId === null && { partnerId: 'Choose the partner whose events it gets' }),
    ...(url.trim() === '' && { url: 'An address is needed' }),
    ...(kinds?.length === 0 && { kinds: 'Choose at least one kind' }),
    ...(contactEmail.trim() === '' && { contactEmail: 'An address is needed' }),
  }),
  nameOf: addressOf,
  savedText: (webhook, isNew) => (isNew ? `${addressOf(webhook)} gets events.` : `${addressOf(webhook)} is saved.`),
  secretOf,
  Fields: WebhookFields,
})

/** What create and change share. */
function termsOf({ url, kinds, institutionIds, contactEmail }: WebhookValues) {
  return {
    url: url.trim(),
    kinds: kinds ?? [],
    institutionIds,
    contactEmail: contactEmail.trim(),
  }
}

function WebhookFields({ form, record: webhook }: FieldsProps<WebhookValues, Webhook>) {
  const field = fieldsOf(form)
  const { partnerId, kinds, institutionIds } = form.values
  const partner = usePartnerOf(partnerId)
  return (
    <>
      <Stack maw={760}>
        {webhook === undefined ? (
          <PartnerSelect
            required
            description="It gets the events of this partner alone. It cannot be changed later."
            {...form.getInputProps('partnerId')}
            onChange={(next) => form.setValues({ partnerId: next, institutionIds: [] })}
          />
        ) : (
          <TextInput
            label="Partner"
            readOnly
            variant="filled"
            description="It cannot be changed."
            value={partnerId ?? ''}
          />
        )}
        {field.text(
          'url',
          'Address',
          settings.sandbox === undefined
            ? 'Events are posted to it. It starts with https and is reached from the gateway.'
            : 'Events are posted to it. Outside the sandbox it starts with https.',
          { required: true, type: 'url', placeholder: 'https://partner.example/events' },
        )}
        {field.text(
          'contactEmail',
          'Contact',
          'Gets a mail when the webhook is switched off because nothing was accepted for three days.',
          { required: true, type: 'email', placeholder: 'operations@partner.example' },
        )}
        {field.choices(
          'institutionIds',
          'Institutions',
          [...new Set([...(partner?.institutionIds ?? []), ...institutionIds])],
          'Only their events, and those that belong to no institution. Empty: all of the partner’s.',
          {
            placeholder: institutionIds.length === 0 ? 'All' : '',
            disabled: partnerId === null,
            searchable: true,
            clearable: true,
          },
        )}
        <Radio.Group
          label="Events"
          value={kinds === null ? 'all' : 'some'}
          onChange={(next) => form.setFieldValue('kinds', next === 'all' ? null : [])}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="all" label="All kinds, also those of later versions" />
            <Radio value="some" label="Only some kinds" />
          </Stack>
        </Radio.Group>
      </Stack>
      {kinds !== null && <KindsField {...form.getInputProps('kinds')} />}
    </>
  )
}
