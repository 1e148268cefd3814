// One hot card.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordPage } from '../../kit/page/record-page.tsx'
import { Id, Instant } from '../../kit/show/values.tsx'
import { type HotCard, reasonInWords } from './hot-card-words.ts'

const SAID: Readonly<Record<HotCard['state'], string>> = {
  ACTIVE: 'Its orders are declined by every gateway.',
  LIFTED: 'Its orders pass; what its own core says of the card still counts.',
  EXPIRED: 'Its time is over: its orders pass.',
}

export default function HotCardPage() {
  const id = usePathParameter('id')
  return (
    <RecordPage
      noun="Hot card"
      list={['Hot cards', '/hot-cards']}
      queryKey={['hot-cards', id]}
      load={() => ask(admin.getHotCard({ id }))}
      frame={(card) => ({
        title: card.maskedPan,
        status: card.state,
        description: SAID[card.state],
        actions: <LiftButton card={card} />,
      })}
      facts={(card) => [
        [
          'Institution',
          <PageLink key="institution" to={`/institutions/${card.institutionId}`}>
            {card.institutionId}
          </PageLink>,
        ],
        ['Card', <Id key="card">{card.maskedPan}</Id>],
        ['Reason', reasonInWords(card.reason)],
        ['Note', card.note ?? '—'],
        ['Ends', card.expiresAt === undefined ? 'When it is lifted' : <Instant key="ends" at={card.expiresAt} />],
        ['Lifted', card.liftedAt === undefined ? '—' : <Instant key="lifted" at={card.liftedAt} />],
        ['Why it was lifted', card.liftReason ?? '—'],
      ]}
    />
  )
}

function LiftButton({ card: { id, maskedPan, state } }: { card: HotCard }) {
  if (state !== 'ACTIVE') return null
  return (
    <Allowed module="CARDS" action="ACTIVATE">
      <ActionButton
        label="Lift"
        confirm={{
          title: `Let card ${maskedPan} through again?`,
          message: 'Its next order passes, unless its own core declines it.',
          reason: 'required',
        }}
        run={(reason) => ask(admin.liftHotCard({ id }, { reason: reason ?? '' }))}
        invalidates={[['hot-cards']]}
        done={`Card ${maskedPan} passes again.`}
      />
    </Allowed>
  )
}
