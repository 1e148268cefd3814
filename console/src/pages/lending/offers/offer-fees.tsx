// The fees of an offer: rows that can be added and removed.

import { Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { lending } from '@tillgate/sdk'
import { MoneyInput, numberOf } from '../../../kit/form/money-input.tsx'
import { AddRowButton, RemoveRowButton } from '../row-buttons.tsx'
import { RateInput } from '../terms/rate-input.tsx'

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
          <TextInput
            label="Fee"
            placeholder="ORIGINATION"
            maxLength={35}
            w={180}
            {...form.getInputProps(`fees.${at}.code`)}
          />
          <Select
            label="As"
            w={150}
            allowDeselect={false}
            data={[
              { value: 'amount', label: 'an amount' },
              { value: 'percent', label: 'percent' },
            ]}
            {...form.getInputProps(`fees.${at}.kind`)}
          />
          {kind === 'amount' ? (
            <MoneyInput label="Fee amount" currency={currency} w={190} {...form.getInputProps(`fees.${at}.amount`)} />
          ) : (
            <RateInput label="Percent of the amount" w={190} {...form.getInputProps(`fees.${at}.percent`)} />
          )}
          <Switch label="Added to the principal" {...form.getInputProps(`fees.${at}.financed`, { type: 'checkbox' })} />
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
