// Loan products: what may be asked for, and the terms of the loans.

import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { booleanOf, listOf, present } from '../../../kit/list/record-list.tsx'
import { ResourceListPage } from '../../../kit/list/resource-list.tsx'
import { formatAmount } from '../../../kit/show/format.ts'
import { StatusBadge } from '../../../kit/show/values.tsx'
import { formatRate, formatTerms } from '../lending-words.ts'
import { ACCOUNTINGS, APR_METHODS } from './product-words.ts'

export default function ProductsPage() {
  return (
    <ResourceListPage
      title="Loan products"
      description="What applicants can ask for, and the terms that loans get."
      noun="product"
      path="/lending/products"
      module="LOAN_PRODUCTS"
      cacheKey="loan-products"
      load={({ page, size, sort, filters }) =>
        ask(
          admin.listLoanProducts(
            { page, size, ...present({ sort }) },
            present({
              search: filters.search,
              institutionId: filters.institution,
              currency: filters.currency?.toUpperCase(),
              aprMethod: listOf<'REG_Z_ACTUARIAL'>(filters.apr),
              accounting: listOf<'CASH'>(filters.accounting),
              isActive: booleanOf(filters.active),
            }),
          ),
        )
      }
      columns={[
        { title: 'Product', sort: 'productCode', render: ({ productCode }) => productCode, width: 110 },
        { title: 'Name', sort: 'name', render: ({ name }) => name },
        {
          title: 'Status',
          width: 110,
          render: ({ isActive }) => <StatusBadge status={isActive ? 'ACTIVE' : 'INACTIVE'} />,
        },
        { title: 'Institution', sort: 'institutionId', render: ({ institutionId }) => institutionId, width: 110 },
        {
          title: 'Amount',
          numeric: true,
          render: ({ amount, currencies }) =>
            `${formatAmount(amount.min, currencies[0] ?? 'USD')} – ${formatAmount(amount.max, currencies[0] ?? 'USD')}`,
        },
        {
          title: 'Currencies',
          width: 110,
          render: ({ currencies }) =>
            currencies.length > 2 ? `${currencies[0]} and ${currencies.length - 1} more` : currencies.join(', '),
        },
        { title: 'Term', numeric: true, render: ({ term }) => formatTerms(term.min, term.max) },
        { title: 'Usual rate', numeric: true, render: ({ defaultRate }) => formatRate(defaultRate) },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Code or name', width: 200 },
        { kind: 'text', name: 'institution', label: 'Institution', placeholder: 'FI001', width: 110 },
        { kind: 'text', name: 'currency', label: 'Currency', placeholder: 'USD', width: 100 },
        { kind: 'choices', name: 'apr', label: 'APR method', choices: APR_METHODS, width: 170 },
        { kind: 'choices', name: 'accounting', label: 'Accounting', choices: ACCOUNTINGS, width: 150 },
        { kind: 'yes-no', name: 'active', label: 'Offered' },
      ]}
      empty={{ title: 'No loan products', hint: 'An institution lends by its products. Make the first one.' }}
    />
  )
}
