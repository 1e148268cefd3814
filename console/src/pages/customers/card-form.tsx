// The form of a card, new or changed. The number is typed once and never shown again.

import { SimpleGrid, TagsInput, TextInput } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { fixedIf } from '../../kit/form/fixed-if.ts'
import { InstitutionSelect } from '../../kit/form/institution-select.tsx'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import type { Card } from './customer-words.ts'

interface CardValues extends Record<string, unknown> {
  institutionId: string | null
  pan: string
  customerId: string
  accountIds: string[]
}

export const { NewPage, EditPage } = formPages<CardValues, Card>({
  list: ['Cards', '/cards'],
  cacheKey: 'cards',
  alsoInvalidates: ['accounts'],
  newPage: {
    title: 'New card',
    description: 'Its number is stored encrypted and never shown whole again.',
    submit: 'Add card',
  },
  newValues: ({ institutionId = null }) => ({ institutionId, pan: '', customerId: '', accountIds: [] }),
  valuesOf: ({ institutionId, customerId, accountIds }) => ({ institutionId, pan: '', customerId, accountIds }),
  load: (id) => ask(admin.getCard({ id })),
  create: ({ institutionId, pan, customerId, accountIds }) =>
    ask(
      admin.createCard({
        institutionId: institutionId ?? '',
        pan: pan.replaceAll(/\s/g, ''),
        customerId: customerId.trim(),
        accountIds,
      }),
    ),
  change: ({ id, version }, { accountIds }) => ask(admin.updateCard({ id }, { version, accountIds })),
  fieldOf: ({ status, message }) => (status === 409 && /card with this number/.test(message) ? 'pan' : undefined),
  nameOf: ({ maskedPan }) => maskedPan,
  savedText: ({ maskedPan }, isNew) => (isNew ? `Card ${maskedPan} is added.` : `Card ${maskedPan} is saved.`),
  whyFixed: ({ status }) =>
    status === 'LOST' || status === 'STOLEN' || status === 'EXPIRED'
      ? 'A card that is out of use for good cannot be changed.'
      : undefined,
  Fields: CardFields,
})

function CardFields({ form, record }: FieldsProps<CardValues, Card>) {
  const isFixed = fixedIf(record !== undefined)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <InstitutionSelect label="Institution" {...isFixed} {...form.getInputProps('institutionId')} />
      {record === undefined ? (
        <TextInput
          label="Card number"
          description="12 to 19 digits."
          required
          autoComplete="off"
          inputMode="numeric"
          maxLength={23}
          {...form.getInputProps('pan')}
        />
      ) : (
        <TextInput label="Card number" value={record.maskedPan} {...isFixed} readOnly />
      )}
      <TextInput label="Customer" maxLength={35} {...isFixed} {...form.getInputProps('customerId')} />
      <TagsInput
        label="Accounts"
        description="Account numbers; press Enter after each."
        required
        {...form.getInputProps('accountIds')}
      />
    </SimpleGrid>
  )
}
