// One card.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordPage } from '../../kit/page/record-page.tsx'
import { CardActions } from './card-actions.tsx'
import { CustomerLink } from './customer-link.tsx'

export default function CardPage() {
  const id = usePathParameter('id')
  return (
    <RecordPage
      noun="Card"
      list={['Cards', '/cards']}
      queryKey={['cards', id]}
      load={() => ask(admin.getCard({ id }))}
      frame={(card) => ({
        title: card.maskedPan,
        status: card.status,
        description: card.statusReason ?? '',
        actions: <CardActions card={card} />,
      })}
      facts={(card) => [
        [
          'Institution',
          <PageLink key="institution" to={`/institutions/${card.institutionId}`}>
            {card.institutionId}
          </PageLink>,
        ],
        ['Customer', <CustomerLink key="customer" {...card} />],
        ['Accounts', card.accountIds.join(', ')],
      ]}
    />
  )
}
