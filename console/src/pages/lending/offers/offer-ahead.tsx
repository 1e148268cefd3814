// What an offer would cost, before it is made.

import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { Facts } from '../../../kit/show/facts.tsx'
import { CalendarDate, Money } from '../../../kit/show/values.tsx'
import { FiguresAhead } from '../figures-ahead.tsx'
import { formatRate } from '../lending-words.ts'

export interface OfferAheadProps {
  readonly partnerId: string
  /** Undefined while the rate is not chosen. */
  readonly body: api.CreateOfferRequest | undefined
}

export function OfferAhead({ partnerId, body }: OfferAheadProps) {
  return (
    <FiguresAhead
      title="What it would cost"
      partnerId={partnerId}
      name={['offer']}
      body={body}
      missing="Choose a rate to see the figures."
      load={(sent) => ask(lending(partnerId).createOffer({ ...sent, preview: true }))}
    >
      {(offer) => (
        <Facts
          columns={4}
          facts={[
            ['Instalment', <Money key="instalment" amount={offer.instalmentAmount} currency={offer.currency} />],
            ['Instalments', offer.numberOfInstalments],
            ['APR', formatRate(offer.apr)],
            ['First due', <CalendarDate key="due" date={offer.firstDueDate} />],
            ['Amount financed', <Money key="financed" amount={offer.amountFinanced} currency={offer.currency} />],
            ['Interest', <Money key="interest" amount={offer.totalInterest} currency={offer.currency} />],
            ['Finance charge', <Money key="charge" amount={offer.financeCharge} currency={offer.currency} />],
            ['To repay in all', <Money key="total" amount={offer.totalRepayable} currency={offer.currency} />],
          ]}
        />
      )}
    </FiguresAhead>
  )
}
