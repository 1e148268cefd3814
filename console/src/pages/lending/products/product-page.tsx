// One loan product.

import { Stack, Table } from '@mantine/core'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { RecordActions } from '../../../kit/actions/record-actions.tsx'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../../kit/page/record-frame.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { formatAmount } from '../../../kit/show/format.ts'
import { Instant, Money, YesNo } from '../../../kit/show/values.tsx'
import { bucketInWords, formatRate, formatTerms } from '../lending-words.ts'
import type { LoanProduct } from '../terms/loan-products.ts'
import { ProductTerms } from './product-terms.tsx'
import { ACCOUNTING_WORDS, APR_METHOD_WORDS } from './product-words.ts'

export default function ProductPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Loan product"
      list={['Loan products', '/lending/products']}
      queryKey={['loan-products', id]}
      load={() => ask(admin.getLoanProduct({ id }))}
      frame={(product) => ({
        title: product.name,
        status: product.isActive ? 'ACTIVE' : 'INACTIVE',
        description: [product.productCode, product.description].filter((part) => part !== '').join(' · '),
        actions: <ProductActions product={product} />,
      })}
    >
      {(product) => <Product product={product} />}
    </RecordFrame>
  )
}

function ProductActions({ product: { id, isActive, productCode } }: { product: LoanProduct }) {
  return (
    <RecordActions
      module="LOAN_PRODUCTS"
      what={`product ${productCode}`}
      list="/lending/products"
      id={id}
      isActive={isActive}
      invalidates={[['loan-products']]}
      deletion={
        isActive
          ? undefined
          : {
              message: 'Only a product without rates, applications and loans can be deleted. This cannot be undone.',
              run: () => ask(admin.deleteLoanProduct({ id })),
            }
      }
      deactivation={{
        title: `Stop offering ${productCode}`,
        message: 'New applications no longer know it, and its rates are not quoted. Its loans go on.',
      }}
      setActive={(next) => ask(admin.setLoanProductActivation({ id, isActive: next }))}
      done={(now) => (now ? 'The product is offered again.' : 'The product is no longer offered.')}
      labels={{ on: 'Offer again', off: 'Stop offering' }}
    />
  )
}

function Product({ product }: { product: LoanProduct }) {
  const currency = product.currencies[0] ?? 'USD'
  return (
    <Stack gap="lg">
      <Section title="What may be asked for">
        <Facts
          facts={[
            ['Institution', product.institutionId],
            ['Product code', product.productCode],
            ['Currencies', product.currencies.join(', ')],
            [
              'Amount',
              <span key="amount">
                {formatAmount(product.amount.min, currency)} – <Money amount={product.amount.max} currency={currency} />
              </span>,
            ],
            ['Term', formatTerms(product.term.min, product.term.max)],
            ['Interest rate', `${formatRate(product.rate.min)} – ${formatRate(product.rate.max)}`],
            ['Rate when an application names none', formatRate(product.defaultRate)],
            ['Needs risk signals', <YesNo key="signals" value={product.riskSignalsRequired} />],
            [
              'Rates',
              <PageLink key="rates" to="/lending/rates" search={{ product: product.productCode }}>
                Rates of this product
              </PageLink>,
            ],
          ]}
        />
      </Section>
      <Section title="Terms of its loans">
        <ProductTerms terms={product.terms} currency={currency} />
      </Section>
      <Section title="Rules">
        <Facts
          facts={[
            ['Charged off after', `${product.chargeOffDays} days past due`],
            ['All fees together at most', `${formatRate(product.feeCapPercent)} of the principal`],
            ['Instalments at most', product.maxInstalments],
            ['Less than a week apart', <YesNo key="daily" value={product.dailyRows} />],
            ['May be overpaid', <YesNo key="over" value={product.overpaymentAllowed} />],
            ['APR', APR_METHOD_WORDS[product.aprMethod]],
            ['Accounting', ACCOUNTING_WORDS[product.accounting]],
          ]}
        />
      </Section>
      <Section title="Aging buckets" flush>
        <Table aria-label="Aging buckets">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Bucket</Table.Th>
              <Table.Th className="numeric">From day past due</Table.Th>
              <Table.Th className="numeric">To day</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {product.buckets.map(({ name, from, to }) => (
              <Table.Tr key={name}>
                <Table.Td>{bucketInWords(name)}</Table.Td>
                <Table.Td className="numeric">{from}</Table.Td>
                <Table.Td className="numeric">{to ?? 'No end'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Section>
      <Section title="Record">
        <Facts
          facts={[
            ['Made', <Instant key="made" at={product.createdAt} />],
            ['By', product.createdBy],
            ['Changed', <Instant key="changed" at={product.updatedAt} />],
            ['By whom', product.updatedBy],
            ['Version', product.version],
          ]}
        />
      </Section>
    </Stack>
  )
}
