// One card.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordPage } from '../../kit/page/record-page.tsx'
import { Id } from '../../kit/show/values.tsx'
import { CardActions } from './card-actions.tsx'

export default function CardPage() {
  const id = usePathParameter('id')
  return (
    <RecordPage
      noun="Card"
      list={['Cards', '/cards']}
      queryKey={['cards', id]}
      load={() => ask(admin.getCard({ id }))}
      titleOf={({ maskedPan }) => maskedPan}
      statusOf={({ status }) => status}
      descriptionOf={({ statusReason = '' }) => statusReason}
      actions={(card) => <CardActions card={card} />}
      facts={(card) => [
        [
          'Institution',
          <PageLink key="institution" to={`/institutions/${card.institutionId}`}>
            {card.institutionId}
          </PageLink>,
        ],
        ['Customer', <Id key="customer">{card.customerId}</Id>],
        ['Accounts', card.accountIds.join(', ')],
      ]}
    />
  )
}
