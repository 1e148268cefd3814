// One loan product.

import { Stack, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { ActionButton } from '../../../kit/form/action-button.tsx'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { EditButton } from '../../../kit/page/edit-button.tsx'
import { PageFrame } from '../../../kit/page/page-frame.tsx'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { Loaded } from '../../../kit/page/record-query.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { formatAmount } from '../../../kit/show/format.ts'
import { Instant, Money, StatusBadge, YesNo } from '../../../kit/show/values.tsx'
import { bucketInWords, formatRate, formatTerms } from '../lending-words.ts'
import type { LoanProduct } from '../terms/loan-products.ts'
import { ProductTerms } from './product-terms.tsx'
import { ACCOUNTING_WORDS, APR_METHOD_WORDS } from './product-words.ts'

export default function ProductPage() {
  const id = usePathParameter('id')
  const query = useQuery({ queryKey: ['loan-products', id], queryFn: () => ask(admin.getLoanProduct({ id })) })
  const product = query.data
  return (
    <PageFrame
      title={product === undefined ? 'Loan product' : product.name}
      {...(product !== undefined && {
        description: [product.productCode, product.description].filter((part) => part !== '').join(' · '),
      })}
      trail={[['Loan products', '/lending/products']]}
      badge={product !== undefined && <StatusBadge status={product.isActive ? 'ACTIVE' : 'INACTIVE'} />}
      actions={product !== undefined && <ProductActions product={product} />}
    >
      <Loaded query={query}>{(found) => <Product product={found} />}</Loaded>
    </PageFrame>
  )
}

function ProductActions({ product: { id, isActive, productCode } }: { product: LoanProduct }) {
  const navigate = useNavigate()
  return (
    <>
      {!isActive && (
        <Allowed module="LOAN_PRODUCTS" action="DELETE">
          <ActionButton
            label="Delete"
            color="red"
            variant="light"
            confirm={{
              title: `Delete ${productCode}`,
              message: 'Only a product without rates, applications and loans can be deleted. This cannot be undone.',
            }}
            run={() => ask(admin.deleteLoanProduct({ id }))}
            invalidates={[['loan-products', 'list']]}
            done="The product is deleted."
            onDone={() => void navigate({ to: '/lending/products' })}
          />
        </Allowed>
      )}
      <Allowed module="LOAN_PRODUCTS" action="ACTIVATE">
        <ActionButton
          label={isActive ? 'Stop offering' : 'Offer again'}
          {...(isActive && {
            confirm: {
              title: `Stop offering ${productCode}`,
              message: 'New applications no longer know it, and its rates are not quoted. Its loans go on.',
            },
          })}
          run={() => ask(admin.setLoanProductActivation({ id, isActive: !isActive }))}
          invalidates={[['loan-products']]}
          done={isActive ? 'The product is no longer offered.' : 'The product is offered again.'}
        />
      </Allowed>
      <Allowed module="LOAN_PRODUCTS" action="UPDATE">
        <EditButton to={`/lending/products/${id}/edit`} />
      </Allowed>
    </>
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
