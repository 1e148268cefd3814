// What is asked for: a product, an amount, a term and a rate. Applications and direct loans begin with these.

import { SimpleGrid, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { numberOf } from '../../../kit/inputs/money-input.tsx'
import { RateQuote } from '../applications/rate-quote.tsx'
import { monthsOf } from '../lending-words.ts'
import { type LoanProduct, useLoanProduct } from './loan-products.ts'
import { ProductInput } from './product-input.tsx'
import { NO_TERM, TermInput } from './term-input.tsx'

export interface AskedValues {
  productCode: string
  amount: number | string
  currency: string | null
  interestRate: number | string
  loanTerm: typeof NO_TERM
}

export const NOTHING_ASKED: AskedValues = {
  productCode: '',
  amount: '',
  currency: null,
  interestRate: '',
  loanTerm: NO_TERM,
}

export interface AskedFieldsProps<Values extends AskedValues> {
  readonly partnerId: string
  readonly form: UseFormReturnType<Values>
  readonly amountLabel: string
  rate(product: LoanProduct | undefined): ReactNode
  /** Below, where the currency matters. */
  more?(currency: string): ReactNode
}

export function AskedFields<Values extends AskedValues>(props: AskedFieldsProps<Values>) {
  const { partnerId, form, amountLabel, rate, more } = props
  const field = fieldsOf(form)
  const { productCode, amount, currency: chosen, loanTerm }: AskedValues = form.values
  // The names of the fields are those of `AskedValues`, which the form's own type cannot tell.
  const change = form.setFieldValue as (name: string, value: unknown) => void
  const product = useLoanProduct(productCode)
  const currency = chosen ?? product?.currencies[0] ?? 'USD'
  return (
    <Stack>
      <ProductInput
        value={productCode}
        onChange={(code) => {
          change('productCode', code)
          change('currency', null)
        }}
        error={form.errors.productCode}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {field.money('amount', amountLabel, currency, { required: true })}
        <TermInput form={form} path="loanTerm" label="Term" required />
        {rate(product)}
        {product !== undefined &&
          product.currencies.length > 1 &&
          field.choice('currency', 'Currency', product.currencies, {
            placeholder: product.currencies[0] ?? '',
            clearable: true,
          })}
      </SimpleGrid>
      <RateQuote
        partnerId={partnerId}
        productCode={productCode}
        amount={numberOf(amount)}
        termMonths={monthsOf({ termCount: numberOf(loanTerm.termCount), termUnit: loanTerm.termUnit })}
        onUse={({ nominalRate }) => change('interestRate', nominalRate)}
      />
      {more?.(currency)}
    </Stack>
  )
}
