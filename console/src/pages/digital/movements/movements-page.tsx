// Everything that moved tokens.

import { DigitalFrame } from '../digital-frame.tsx'
import { MovementList } from './movement-list.tsx'
import { NewMovementButtons } from './new-movement-buttons.tsx'

export default function MovementsPage() {
  return (
    <DigitalFrame
      title="Movements"
      description="Deposits issue tokens, transfers send them to another institution, redemptions turn them back into money."
      actions={<NewMovementButtons />}
    >
      {(partnerId) => <MovementList partnerId={partnerId} />}
    </DigitalFrame>
  )
}
