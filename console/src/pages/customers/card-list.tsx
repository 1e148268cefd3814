// Cards of customers. A card number is never part of an address: it is asked for in a dialog and sent in a body.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { listOf, present, RecordList } from '../../kit/list/record-list.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Id, StatusBadge } from '../../kit/show/values.tsx'
import { CustomerLink } from './customer-link.tsx'
import { CARD_STATUSES, type Card, pageOf } from './customer-words.ts'
import { FindCard } from './find-card.tsx'

export default function CardsPage() {
  return (
    <PageFrame
      title="Cards"
      description="Cards of customers at institutions whose core is the built-in one. Numbers are shown masked."
      actions={
        <>
          <FindCard />
          <Allowed module="CARDS" action="CREATE">
            <LinkButton to="/cards/new">New card</LinkButton>
          </Allowed>
        </>
      }
    >
      <RecordList<Card>
        label="Cards"
        queryKey={['cards', 'list', '']}
        load={async ({ page, size, filters: { search, institutionId, status, panLast4 } }) =>
          pageOf(
            await ask(
              admin.listCards(
                { page, size },
                present({ search, institutionId, panLast4, status: listOf<Card['status']>(status) }),
              ),
            ),
          )
        }
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/cards/${id}`}
        columns={[
          { title: 'Card', render: ({ maskedPan }) => <Id>{maskedPan}</Id>, width: 200 },
          { title: 'Customer', render: (card) => <CustomerLink {...card} />, width: 140 },
          { title: 'Accounts', render: ({ accountIds }) => accountIds.join(', ') },
          { title: 'Institution', render: ({ institutionId }) => <Id>{institutionId}</Id>, width: 120 },
          {
            title: 'Status',
            render: ({ status }) => <StatusBadge status={status} />,
            width: 120,
          },
        ]}
        filters={[
          {
            kind: 'search',
            name: 'search',
            label: 'Search',
            placeholder: 'Beginning of customer or account',
            width: 310,
          },
          { kind: 'text', name: 'panLast4', label: 'Last 4 digits', placeholder: '0010', width: 120 },
          { kind: 'institution', name: 'institutionId', label: 'Institution' },
          { kind: 'choices', name: 'status', label: 'Status', choices: CARD_STATUSES },
        ]}
        empty={{ title: 'No cards yet', hint: 'Add one here, or load a file of them with tillgate load cards.' }}
      />
    </PageFrame>
  )
}
