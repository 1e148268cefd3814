// Everything that moved tokens.

import { Allowed } from '../../../kit/page/allowed.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { DigitalFrame } from '../digital-frame.tsx'
import { MovementList } from './movement-list.tsx'

export default function MovementsPage() {
  return (
    <DigitalFrame
      title="Movements"
      description="Deposits issue tokens, transfers move them to another institution, redemptions turn them back into money."
      actions={
        <Allowed module="DIGITAL_MONEY" action="CREATE">
          <LinkButton to="/digital/deposits/new">Issue</LinkButton>
          <LinkButton to="/digital/transfers/new" variant="default">
            Transfer
          </LinkButton>
          <LinkButton to="/digital/redemptions/new" variant="default">
            Redeem
          </LinkButton>
        </Allowed>
      }
    >
      {(partnerId) => <MovementList partnerId={partnerId} />}
    </DigitalFrame>
  )
}
