// Loan products: what may be asked for, and the terms of the loans.

import { IconPlus } from '@tabler/icons-react'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { Allowed } from '../../../kit/allowed.tsx'
import { formatAmount } from '../../../kit/format.ts'
import { LinkButton } from '../../../kit/link-button.tsx'
import { ListPage } from '../../../kit/list-page.tsx'
import { booleanOf, listOf, present } from '../../../kit/record-list.tsx'
import { StatusBadge } from '../../../kit/values.tsx'
import { formatRate, formatTerm, METHODS } from '../lending-words.ts'
import { ACCOUNTINGS, APR_METHODS } from './product-words.ts'

export default function ProductsPage() {
  return (
    <ListPage
      title="Loan products"
      description="What applicants can ask for, and the terms that loans get."
      queryKey={['loan-products', 'list']}
      actions={
        <Allowed module="LOAN_PRODUCTS" action="CREATE">
          <LinkButton to="/lending/products/new" leftSection={<IconPlus size={16} />}>
            New product
          </LinkButton>
        </Allowed>
      }
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
        { title: 'Product', sort: 'productCode', render: ({ productCode }) => productCode },
        { title: 'Name', sort: 'name', render: ({ name }) => name },
        { title: 'Institution', sort: 'institutionId', render: ({ institutionId }) => institutionId },
        {
          title: 'Amount',
          numeric: true,
          render: ({ amount, currencies }) =>
            `${formatAmount(amount.min, currencies[0] ?? 'USD')} – ${formatAmount(amount.max, currencies[0] ?? 'USD')} ${currencies.length > 2 ? `${currencies[0]} and ${currencies.length - 1} more` : currencies.join(', ')}`,
        },
        { title: 'Term', render: ({ term }) => `${formatTerm(term.min)} – ${formatTerm(term.max)}` },
        { title: 'Usual rate', numeric: true, render: ({ defaultRate }) => formatRate(defaultRate) },
        { title: 'Repayment', render: ({ terms }) => METHODS[terms.method ?? 'ANNUITY'].split(':')[0] },
        {
          title: 'Status',
          render: ({ isActive }) => <StatusBadge status={isActive ? 'ACTIVE' : 'INACTIVE'} />,
        },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Code or name' },
        { kind: 'text', name: 'institution', label: 'Institution', width: 130 },
        { kind: 'text', name: 'currency', label: 'Currency', placeholder: 'USD', width: 100 },
        { kind: 'choices', name: 'apr', label: 'APR method', choices: APR_METHODS },
        { kind: 'choices', name: 'accounting', label: 'Accounting', choices: ACCOUNTINGS },
        { kind: 'yes-no', name: 'active', label: 'Offered' },
      ]}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `/lending/products/${id}`}
      empty={{ title: 'No loan products', hint: 'An institution lends by its products. Make the first one.' }}
    />
  )
}
