// The accounts in which users hold tokens.

import { Allowed } from '../../../kit/page/allowed.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { DigitalFrame } from '../digital-frame.tsx'
import { AccountList } from './account-list.tsx'

export default function AccountsPage() {
  return (
    <DigitalFrame
      title="Token accounts"
      description="Accounts hold tokens in one currency. Each is linked to a bank account, which pays for new tokens and gets the money of redeemed ones."
      actions={
        <Allowed module="DIGITAL_PARTIES" action="CREATE">
          <LinkButton to="/digital/accounts/new">Open an account</LinkButton>
        </Allowed>
      }
    >
      {(partnerId) => <AccountList partnerId={partnerId} />}
    </DigitalFrame>
  )
}
