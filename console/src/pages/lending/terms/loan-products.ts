// The products that forms offer. Reading them is administration; an officer without that right types the code.

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { useMay } from '../../../session/entitlements.ts'

export type LoanProduct = onboarding.LoanProduct

export function useLoanProducts(): UseQueryResult<readonly LoanProduct[]> {
  const may = useMay()
  return useQuery({
    queryKey: ['loan-products', 'choices'],
    queryFn: async () => (await ask(admin.listLoanProducts({ size: 200, sort: 'productCode:asc' }, {}))).content,
    enabled: may('LOAN_PRODUCTS', 'VIEW'),
    staleTime: 60_000,
  })
}

/** Choices of a filter; empty for those who may not read products. */
export function useProductChoices(): { value: string; label: string }[] {
  const { data = [] } = useLoanProducts()
  return data.map(({ productCode, name }) => ({ value: productCode, label: `${productCode} · ${name}` }))
}

export function useLoanProduct(productCode: string): LoanProduct | undefined {
  return useLoanProducts().data?.find((product) => product.productCode === productCode)
}
