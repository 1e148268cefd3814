// One rate of the list.

import { List } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { ActionButton } from '../../../kit/form/action-button.tsx'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { EditButton } from '../../../kit/page/edit-button.tsx'
import { PageFrame } from '../../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { Loaded } from '../../../kit/page/record-query.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { CalendarDate, Id, Instant, StatusBadge } from '../../../kit/show/values.tsx'
import { formatRate } from '../lending-words.ts'
import { bandInWords } from './band-words.ts'

export default function RatePage() {
  const id = usePathParameter('id')
  const query = useQuery({ queryKey: ['loan-rates', id], queryFn: () => ask(admin.getLoanRate({ id })) })
  const rate = query.data
  return (
    <PageFrame
      title={rate === undefined ? 'Loan rate' : `${rate.productCode} at ${formatRate(rate.nominalRate)}`}
      trail={[['Loan rates', '/lending/rates']]}
      badge={rate !== undefined && <StatusBadge status={rate.isActive ? 'ACTIVE' : 'INACTIVE'} />}
      actions={rate !== undefined && <RateActions rate={rate} />}
    >
      <Loaded query={query}>{(found) => <Rate rate={found} />}</Loaded>
    </PageFrame>
  )
}

function RateActions({ rate: { id, isActive } }: { rate: onboarding.LoanRate }) {
  const navigate = useNavigate()
  return (
    <>
      <Allowed module="LOAN_PRODUCTS" action="DELETE">
        <ActionButton
          label="Delete"
          color="red"
          variant="light"
          confirm={{
            title: 'Delete the rate',
            message: 'Offers and loans that were made with it keep it. This cannot be undone.',
          }}
          run={() => ask(admin.deleteLoanRate({ id }))}
          invalidates={[['loan-rates', 'list']]}
          done="The rate is deleted."
          onDone={() => void navigate({ to: '/lending/rates' })}
        />
      </Allowed>
      <Allowed module="LOAN_PRODUCTS" action="ACTIVATE">
        <ActionButton
          label={isActive ? 'Stop quoting' : 'Quote again'}
          {...(isActive && {
            confirm: {
              title: 'Stop quoting the rate',
              message: 'Lending no longer finds it. Offers and loans that were made with it keep it.',
            },
          })}
          run={() => ask(admin.setLoanRateActivation({ id, isActive: !isActive }))}
          invalidates={[['loan-rates']]}
          done={isActive ? 'The rate is no longer quoted.' : 'The rate is quoted again.'}
        />
      </Allowed>
      <Allowed module="LOAN_PRODUCTS" action="UPDATE">
        <EditButton to={`/lending/rates/${id}/edit`} />
      </Allowed>
    </>
  )
}

function Rate({ rate }: { rate: onboarding.LoanRate }) {
  return (
    <Section>
      <Facts
        facts={[
          ['Product', rate.productCode],
          ['Institution', rate.institutionId],
          ['Rate', `${formatRate(rate.nominalRate)} a year`],
          ['Type', rate.type === 'FIXED' ? 'Fixed' : 'Indexed'],
          rate.index !== null && ['Index', rate.index],
          rate.spread !== null && ['Spread', formatRate(rate.spread)],
          ['From', <CalendarDate key="from" date={rate.effectiveFrom} />],
          ['To', rate.effectiveTo === null ? 'Further notice' : <CalendarDate key="to" date={rate.effectiveTo} />],
          [
            'Quoted for',
            rate.bands.length === 0 ? (
              'Everything'
            ) : (
              <List key="bands" size="sm">
                {rate.bands.map((band) => (
                  <List.Item key={bandInWords(band)}>{bandInWords(band)}</List.Item>
                ))}
              </List>
            ),
          ],
          ['Made', <Instant key="made" at={rate.createdAt} />],
          ['By', rate.createdBy],
          ['Changed', <Instant key="changed" at={rate.updatedAt} />],
          ['By whom', rate.updatedBy],
          ['Version', rate.version],
          ['Rate id', <Id key="id">{rate.id}</Id>],
        ]}
      />
    </Section>
  )
}
