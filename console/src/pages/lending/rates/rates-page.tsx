// The rate list of loan products.

import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { booleanOf, listOf, present } from '../../../kit/list/record-list.tsx'
import { ResourceListPage } from '../../../kit/list/resource-list.tsx'
import { CalendarDate, StatusBadge } from '../../../kit/show/values.tsx'
import { formatRate } from '../lending-words.ts'
import { useProductChoices } from '../terms/loan-products.ts'
import { bandsInWords } from './band-words.ts'

export default function RatesPage() {
  const products = useProductChoices()
  return (
    <ResourceListPage
      title="Loan rates"
      description="What the rate list quotes for a product, an amount, a term and a risk grade. The rate whose band names the most of what is asked is quoted; then the lowest."
      noun="rate"
      path="/lending/rates"
      module="LOAN_PRODUCTS"
      cacheKey="loan-rates"
      load={({ page, size, sort, filters }) =>
        ask(
          admin.listLoanRates(
            { page, size, ...present({ sort }) },
            present({
              search: filters.search,
              productCode: filters.product,
              type: listOf<'FIXED' | 'INDEXED'>(filters.type),
              isActive: booleanOf(filters.active),
            }),
          ),
        )
      }
      columns={[
        { title: 'Product', sort: 'productCode', render: ({ productCode }) => productCode },
        {
          title: 'Rate',
          sort: 'nominalRate',
          numeric: true,
          render: ({ nominalRate }) => formatRate(nominalRate),
        },
        {
          title: 'Type',
          render: ({ type, index, spread }) =>
            type === 'FIXED' ? 'Fixed' : `${index} plus ${formatRate(spread ?? 0)}`,
        },
        { title: 'Quoted for', render: ({ bands }) => bandsInWords(bands) },
        { title: 'From', sort: 'effectiveFrom', render: ({ effectiveFrom }) => <CalendarDate date={effectiveFrom} /> },
        {
          title: 'To',
          render: ({ effectiveTo }) => (effectiveTo === null ? 'Further notice' : <CalendarDate date={effectiveTo} />),
        },
        {
          title: 'Status',
          render: ({ isActive }) => <StatusBadge status={isActive ? 'ACTIVE' : 'INACTIVE'} />,
        },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Product or index' },
        { kind: 'choice', name: 'product', label: 'Product', choices: products, width: 200 },
        {
          kind: 'choice',
          name: 'type',
          label: 'Type',
          choices: [
            { value: 'FIXED', label: 'Fixed' },
            { value: 'INDEXED', label: 'Indexed' },
          ],
          width: 140,
        },
        { kind: 'yes-no', name: 'active', label: 'Quoted' },
      ]}
      empty={{ title: 'No rates', hint: 'Without a rate, applications get the usual rate of the product.' }}
    />
  )
}
