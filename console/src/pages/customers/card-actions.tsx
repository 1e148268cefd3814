// What can be done with a card in its status.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/form/action-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { EditButton } from '../../kit/page/edit-button.tsx'
import type { Card } from './customer-words.ts'

const BLOCKS = [
  { label: 'Report stolen', status: 'STOLEN', message: 'For good: orders with it are declined with 209.' },
  { label: 'Report lost', status: 'LOST', message: 'For good: orders with it are declined with 208.' },
  { label: 'Block', status: 'BLOCKED', message: 'Orders with it are declined with 104 until it is unblocked.' },
] as const

export function CardActions({ card: { id, maskedPan, status } }: { card: Card }) {
  const invalidates = [['cards'], ['accounts']]
  if (status === 'LOST' || status === 'STOLEN' || status === 'EXPIRED') return null
  return (
    <>
      <Allowed module="CARDS" action="ACTIVATE">
        <ActionButton
          label="Close"
          color="red"
          variant="light"
          confirm={{
            title: `Close card ${maskedPan}?`,
            message: 'For good: orders with it are declined with 101.',
            reason: 'required',
          }}
          run={(reason) => ask(admin.closeCard({ id }, { reason: reason ?? '' }))}
          invalidates={invalidates}
          done={`Card ${maskedPan} is closed.`}
        />
        {BLOCKS.filter((block) => block.status !== status).map((block) => (
          <ActionButton
            key={block.status}
            label={block.label}
            color="red"
            variant="light"
            confirm={{ title: `${block.label}: ${maskedPan}?`, message: block.message, reason: 'required' }}
            run={(reason) => ask(admin.blockCard({ id }, { reason: reason ?? '', status: block.status }))}
            invalidates={invalidates}
            done={`Card ${maskedPan} is blocked.`}
          />
        ))}
        {status !== 'ACTIVE' && (
          <ActionButton
            label="Unblock"
            confirm={{
              title: `Unblock card ${maskedPan}?`,
              message: 'It can be used again, from the next order on.',
              reason: 'required',
            }}
            run={(reason) => ask(admin.unblockCard({ id }, { reason: reason ?? '' }))}
            invalidates={invalidates}
            done={`Card ${maskedPan} is active.`}
          />
        )}
      </Allowed>
      <Allowed module="CARDS" action="UPDATE">
        <EditButton to={`/cards/${id}/edit`} />
      </Allowed>
    </>
  )
}
