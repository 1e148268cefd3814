// What an operator can do with tokens: redeem, transfer and issue them.

import { Allowed } from '../../../kit/page/allowed.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'

export interface NewMovementButtonsProps {
  /** Already chosen in the forms. */
  readonly accountId?: string
  readonly canDebit?: boolean
  readonly canCredit?: boolean
}

export function NewMovementButtons({ accountId, canDebit = true, canCredit = true }: NewMovementButtonsProps) {
  const search = { account: accountId }
  return (
    <Allowed module="DIGITAL_MONEY" action="CREATE">
      {canDebit && (
        <>
          <LinkButton to="/digital/movements/redemptions/new" search={search} variant="default">
            Redeem
          </LinkButton>
          <LinkButton to="/digital/movements/transfers/new" search={search} variant="default">
            Transfer
          </LinkButton>
        </>
      )}
      {canCredit && (
        <LinkButton to="/digital/movements/deposits/new" search={search}>
          Issue
        </LinkButton>
      )}
    </Allowed>
  )
}
