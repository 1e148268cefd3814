// Cards that are stopped at the gateway. A card number is never part of an address: it is asked for in a dialog and sent in a body.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { listOf, present, RecordList } from '../../kit/list/record-list.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Id, Instant, StatusBadge } from '../../kit/show/values.tsx'
import { FindHotCard } from './find-hot-card.tsx'
import { type HotCard, REASONS, reasonInWords, STATES, stateColor } from './hot-card-words.ts'

export default function HotCardsPage() {
  return (
    <PageFrame
      title="Hot cards"
      description="Cards that are stopped at the gateway, whichever core has them, also those that the gateway does not know."
      actions={
        <>
          <FindHotCard />
          <Allowed module="CARDS" action="ACTIVATE">
            <LinkButton to="/hot-cards/new">Stop a card</LinkButton>
          </Allowed>
        </>
      }
    >
      <RecordList<HotCard>
        label="Hot cards"
        queryKey={['hot-cards', 'list', '']}
        load={({ page, size, sort, filters: { institutionId, state, reason, panLast4 } }) =>
          ask(
            admin.listHotCards(
              present({ page, size, sort }),
              present({
                institutionId,
                panLast4,
                state: listOf<HotCard['state']>(state),
                reason: listOf<HotCard['reason']>(reason),
              }),
            ),
          )
        }
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/hot-cards/${id}`}
        columns={[
          { title: 'Card', render: ({ maskedPan }) => <Id>{maskedPan}</Id>, width: 200 },
          { title: 'Reason', sort: 'reason', render: ({ reason }) => reasonInWords(reason), width: 180 },
          { title: 'Note', render: ({ note }) => note ?? '—' },
          {
            title: 'Institution',
            sort: 'institutionId',
            render: ({ institutionId }) => <Id>{institutionId}</Id>,
            width: 120,
          },
          { title: 'Stopped', sort: 'createdAt', render: ({ createdAt }) => <Instant at={createdAt} />, width: 190 },
          {
            title: 'Status',
            render: ({ state }) => <StatusBadge status={state} color={stateColor(state)} />,
            width: 120,
          },
        ]}
        filters={[
          { kind: 'text', name: 'panLast4', label: 'Last 4 digits', placeholder: '0010', width: 120 },
          { kind: 'institution', name: 'institutionId', label: 'Institution' },
          { kind: 'choices', name: 'reason', label: 'Reason', choices: REASONS },
          { kind: 'choices', name: 'state', label: 'Status', choices: STATES },
        ]}
        empty={{
          title: 'No card is stopped',
          hint: 'Stop one here, or load a file of them with tillgate load hot-cards.',
        }}
      />
    </PageFrame>
  )
}
