// Aging buckets: rows that can be added and removed.

import { Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { numberOf } from '../../../kit/inputs/money-input.tsx'
import { AddRowButton, RemoveRowButton } from '../row-buttons.tsx'
import type { ProductValues } from './product-values.ts'

/** The name keeps its place on a telephone. */
const NARROW = { base: 64, sm: 120 }

/** Only the first row shows the labels, as the head of a table does. */
function labelled(label: string, at: number) {
  return at === 0 ? { label } : { 'aria-label': `${label}, bucket ${at + 1}` }
}

export function BucketFields({ form }: { form: UseFormReturnType<ProductValues> }) {
  const { buckets } = form.values
  const lastDay = numberOf(buckets.at(-1)?.to ?? '')
  return (
    <Stack gap="sm">
      {buckets.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place in the form
        <Group key={at} className="field-row" wrap="nowrap">
          <TextInput
            {...labelled('Bucket', at)}
            flex={1}
            maxLength={35}
            {...form.getInputProps(`buckets.${at}.name`)}
          />
          <NumberInput
            {...labelled('From', at)}
            w={NARROW}
            hideControls
            min={0}
            {...form.getInputProps(`buckets.${at}.from`)}
          />
          <NumberInput
            {...labelled('To', at)}
            w={NARROW}
            hideControls
            min={0}
            placeholder="No end"
            {...form.getInputProps(`buckets.${at}.to`)}
          />
          <RemoveRowButton label={`Remove bucket ${at + 1}`} onClick={() => form.removeListItem('buckets', at)} />
        </Group>
      ))}
      {form.errors.buckets !== undefined && (
        <Text size="sm" c="red" role="alert">
          {form.errors.buckets}
        </Text>
      )}
      <AddRowButton
        label="Add a bucket"
        onClick={() =>
          form.insertListItem('buckets', {
            name: '',
            from: buckets.length === 0 ? 0 : lastDay === undefined ? '' : lastDay + 1,
            to: '',
          })
        }
      />
    </Stack>
  )
}
