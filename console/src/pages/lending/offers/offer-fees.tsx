// The fees of an offer: rows that can be added and removed.

import { Group, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { lending } from '@tillgate/sdk'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { numberOf } from '../../../kit/inputs/money-input.tsx'
import { AddRowButton, RemoveRowButton } from '../row-buttons.tsx'

export interface OfferFeeValues {
  code: string
  kind: 'amount' | 'percent'
  amount: number | string
  percent: number | string
  financed: boolean
}

const NEW_FEE: OfferFeeValues = { code: '', kind: 'amount', amount: '', percent: '', financed: false }

export interface OfferFeesProps<Values> {
  readonly form: UseFormReturnType<Values>
  readonly currency: string
}

export function OfferFees<Values extends { fees: OfferFeeValues[] }>({ form, currency }: OfferFeesProps<Values>) {
  const field = fieldsOf(form)
  return (
    <Stack gap="sm">
      {form.values.fees.length === 0 && (
        <Text size="sm" c="dimmed">
          No fees.
        </Text>
      )}
      {form.values.fees.map(({ kind }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place in the form
        <Group key={at} className="field-row">
          {field.text(`fees.${at}.code`, 'Fee', { placeholder: 'ORIGINATION', maxLength: 35, w: 180 })}
          {field.choice(
            `fees.${at}.kind`,
            'As',
            [
              { value: 'amount', label: 'an amount' },
              { value: 'percent', label: 'percent' },
            ],
            { w: 150, allowDeselect: false },
          )}
          {kind === 'amount'
            ? field.money(`fees.${at}.amount`, 'Fee amount', currency, { w: 190 })
            : field.rate(`fees.${at}.percent`, 'Percent of the amount', { w: 190 })}
          {field.flag(`fees.${at}.financed`, 'Added to the principal')}
          <RemoveRowButton label={`Remove fee ${at + 1}`} onClick={() => form.removeListItem('fees', at)} />
        </Group>
      ))}
      <AddRowButton label="Add a fee" onClick={() => form.insertListItem('fees', { ...NEW_FEE } as never)} />
    </Stack>
  )
}

export function feesOf(values: readonly OfferFeeValues[]): NonNullable<lending.CreateOfferRequest['fees']> {
  return values.map(({ code, kind, amount, percent, financed }) => ({
    code: code.trim(),
    ...(kind === 'amount' ? { amount: numberOf(amount) ?? 0 } : { percent: numberOf(percent) ?? 0 }),
    financed,
  }))
}
