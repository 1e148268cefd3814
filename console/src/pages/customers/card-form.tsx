// The form of a card, new or changed. The number is typed once and never shown again.

import { SimpleGrid, TextInput } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { fixedIf } from '../../kit/inputs/fixed-if.ts'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
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
  const field = fieldsOf(form)
  const isFixed = fixedIf(record !== undefined)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <InstitutionSelect label="Institution" {...isFixed} {...form.getInputProps('institutionId')} />
      {record === undefined ? (
        field.text('pan', 'Card number', '12 to 19 digits.', {
          required: true,
          autoComplete: 'off',
          inputMode: 'numeric',
          maxLength: 23,
        })
      ) : (
        <TextInput label="Card number" value={record.maskedPan} {...isFixed} readOnly />
      )}
      {field.text('customerId', 'Customer', { maxLength: 35, ...isFixed })}
      {field.tags('accountIds', 'Accounts', 'Account numbers; press Enter after each.', { required: true })}
    </SimpleGrid>
  )
}
