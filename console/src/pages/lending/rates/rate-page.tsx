// One rate of the list.

import { List } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { RecordActions } from '../../../kit/actions/record-actions.tsx'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../../kit/page/record-frame.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { CalendarDate, Id, Instant } from '../../../kit/show/values.tsx'
import { formatRate } from '../lending-words.ts'
import { bandInWords } from './band-words.ts'

export default function RatePage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Loan rate"
      list={['Loan rates', '/lending/rates']}
      queryKey={['loan-rates', id]}
      load={() => ask(admin.getLoanRate({ id }))}
      frame={(rate) => ({
        title: `${rate.productCode} at ${formatRate(rate.nominalRate)}`,
        status: rate.isActive ? 'ACTIVE' : 'INACTIVE',
        actions: <RateActions rate={rate} />,
      })}
    >
      {(rate) => <Rate rate={rate} />}
    </RecordFrame>
  )
}

function RateActions({ rate: { id, isActive } }: { rate: onboarding.LoanRate }) {
  return (
    <RecordActions
      module="LOAN_PRODUCTS"
      what="the rate"
      list="/lending/rates"
      id={id}
      isActive={isActive}
      invalidates={[['loan-rates']]}
      deletion={{
        message: 'Offers and loans that were made with it keep it. This cannot be undone.',
        run: () => ask(admin.deleteLoanRate({ id })),
      }}
      deactivation={{
        title: 'Stop quoting the rate',
        message: 'Lending no longer finds it. Offers and loans that were made with it keep it.',
      }}
      setActive={(next) => ask(admin.setLoanRateActivation({ id, isActive: next }))}
      done={(now) => (now ? 'The rate is quoted again.' : 'The rate is no longer quoted.')}
      labels={{ on: 'Quote again', off: 'Stop quoting' }}
    />
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
