// Offers in columns, their figures in rows.

import { Badge, Group, Stack, Table, Text } from '@mantine/core'
import type { lending } from '@tillgate/sdk'
import type { ReactNode } from 'react'
import { KEYBOARD_SCROLL } from '../../../kit/list/keyboard-scroll.ts'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { formatAmount, formatCount } from '../../../kit/show/format.ts'
import { CalendarDate, Instant, StatusBadge } from '../../../kit/show/values.tsx'
import { formatRate, formatTerm } from '../lending-words.ts'
import { OfferActions } from './offer-actions.tsx'

type Offer = lending.ListedOffer

interface Figure {
  readonly title: string
  /** What is compared. */
  of(offer: Offer): number | string
  show(offer: Offer): ReactNode
  /** The lowest is the best for the applicant. */
  readonly isCost?: boolean
}

function money(title: string, of: (offer: Offer) => number, isCost = false): Figure {
  return { title, of, show: (offer) => formatAmount(of(offer), offer.currency), isCost }
}

const FIGURES: readonly Figure[] = [
  { title: 'APR', of: ({ apr }) => apr, show: ({ apr }) => formatRate(apr), isCost: true },
  money('Instalment', ({ instalmentAmount }) => instalmentAmount, true),
  {
    title: 'Number of instalments',
    of: ({ numberOfInstalments }) => numberOfInstalments,
    show: ({ numberOfInstalments }) => formatCount(numberOfInstalments),
  },
  money('Total interest', ({ totalInterest }) => totalInterest, true),
  money('Total fees', ({ totalFees }) => totalFees, true),
  money('Total repayable', ({ totalRepayable }) => totalRepayable, true),
  money('Amount', ({ amount }) => amount),
  money('The applicant gets', ({ amountFinanced }) => amountFinanced),
  {
    title: 'Interest rate',
    of: ({ interestRate }) => interestRate,
    show: ({ interestRate }) => formatRate(interestRate),
    isCost: true,
  },
  { title: 'Term', of: ({ loanTerm }) => formatTerm(loanTerm), show: ({ loanTerm }) => formatTerm(loanTerm) },
  {
    title: 'First due date',
    of: ({ firstDueDate }) => firstDueDate,
    show: ({ firstDueDate }) => <CalendarDate date={firstDueDate} />,
  },
  { title: 'Fees', of: feesOf, show: feesOf },
]

function feesOf({ fees, currency }: Offer): string {
  if (fees.length === 0) return 'None'
  return fees
    .map(({ code, amount, financed }) => `${code} ${formatAmount(amount, currency)}${financed ? ' (financed)' : ''}`)
    .join(', ')
}

export interface OfferComparisonProps {
  readonly partnerId: string
  readonly application: lending.Application
  readonly offers: readonly Offer[]
}

export function OfferComparison({ partnerId, application, offers }: OfferComparisonProps) {
  return (
    <Table.ScrollContainer minWidth={220 + offers.length * 220} scrollAreaProps={KEYBOARD_SCROLL}>
      <Table className="list" aria-label="Offers side by side" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={180}>Figures in {application.currency}</Table.Th>
            {offers.map((offer, at) => (
              <Table.Th key={offer.offerId}>
                <Group gap="xs" justify="flex-end">
                  <PageLink to={`/lending/offers/${offer.offerId}`}>Offer {at + 1}</PageLink>
                  <StatusBadge status={offer.status} {...(offer.status === 'OPEN' && { color: 'blue' })} />
                </Group>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {/* On a telephone the head, which has links and states, is not shown. */}
          <Table.Tr hiddenFrom="xs">
            <Table.Th scope="row" fw={400}>
              Status
            </Table.Th>
            {offers.map((offer, at) => (
              <Table.Td key={offer.offerId} data-title={`Offer ${at + 1}`}>
                <StatusBadge status={offer.status} {...(offer.status === 'OPEN' && { color: 'blue' })} />
              </Table.Td>
            ))}
          </Table.Tr>
          {FIGURES.map((figure) => (
            <FigureRow key={figure.title} figure={figure} offers={offers} />
          ))}
          <Table.Tr>
            <Table.Th scope="row" fw={400}>
              Open until
            </Table.Th>
            {offers.map((offer, at) => (
              <Table.Td key={offer.offerId} data-title={`Offer ${at + 1}`} className="numeric">
                <Instant at={offer.expiresAt} />
              </Table.Td>
            ))}
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row" fw={400}>
              What to do
            </Table.Th>
            {offers.map((offer, at) => (
              <Table.Td key={offer.offerId} data-title={`Offer ${at + 1}`}>
                <Stack gap={6} align="flex-end">
                  <OfferActions
                    partnerId={partnerId}
                    offer={offer}
                    named={`offer ${at + 1}`}
                    siblings={offers.filter((other) => other !== offer && other.status === 'OPEN').length}
                  />
                  <PageLink to={`/lending/offers/${offer.offerId}`}>Schedule of offer {at + 1}</PageLink>
                </Stack>
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function FigureRow({ figure, offers }: { figure: Figure; offers: readonly Offer[] }) {
  const values = offers.map((offer) => figure.of(offer))
  const differs = new Set(values).size > 1
  const lowest = figure.isCost === true && differs ? Math.min(...values.map(Number)) : undefined
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={differs ? 600 : 400}>
        {figure.title}
      </Table.Th>
      {offers.map((offer, at) => (
        <Table.Td key={offer.offerId} data-title={`Offer ${at + 1}`} className="numeric">
          <Group gap={6} justify="flex-end" wrap="nowrap">
            {values[at] === lowest && (
              <Badge size="sm" color="green" variant="light" tt="none">
                Lowest
              </Badge>
            )}
            <Text span size="sm" fw={differs ? 600 : 400}>
              {figure.show(offer)}
            </Text>
          </Group>
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
