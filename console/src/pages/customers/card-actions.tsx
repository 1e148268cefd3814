// What can be done with a card in its status.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { EditButton } from '../../kit/page/edit-button.tsx'
import type { Card } from './customer-words.ts'

const BLOCKS = [
  {
    label: 'Report stolen',
    status: 'STOLEN',
    title: (pan: string) => `Report card ${pan} as stolen?`,
    message: 'This cannot be undone. From now on, orders with it are declined (code 209).',
    done: (pan: string) => `Card ${pan} is reported stolen.`,
  },
  {
    label: 'Report lost',
    status: 'LOST',
    title: (pan: string) => `Report card ${pan} as lost?`,
    message: 'This cannot be undone. From now on, orders with it are declined (code 208).',
    done: (pan: string) => `Card ${pan} is reported lost.`,
  },
  {
    label: 'Block',
    status: 'BLOCKED',
    title: (pan: string) => `Block card ${pan}?`,
    message: 'Orders with it are declined (code 104) until it is unblocked.',
    done: (pan: string) => `Card ${pan} is blocked.`,
  },
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
            message: 'This cannot be undone. From now on, orders with it are declined (code 101).',
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
            confirm={{ title: block.title(maskedPan), message: block.message, reason: 'required' }}
            run={(reason) => ask(admin.blockCard({ id }, { reason: reason ?? '', status: block.status }))}
            invalidates={invalidates}
            done={block.done(maskedPan)}
          />
        ))}
        {status !== 'ACTIVE' && (
          <ActionButton
            label="Unblock"
            confirm={{
              title: `Unblock card ${maskedPan}?`,
              message: 'It can be used again at once.',
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
