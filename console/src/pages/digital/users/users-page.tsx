// The customers of the partner's institutions.

import { Allowed } from '../../../kit/page/allowed.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { DigitalFrame } from '../digital-frame.tsx'
import { UserList } from './user-list.tsx'

export default function UsersPage() {
  return (
    <DigitalFrame
      title="Token users"
      description="People and businesses who hold tokens. Each is a customer of one institution."
      actions={
        <Allowed module="DIGITAL_PARTIES" action="CREATE">
          <LinkButton to="/digital/users/new">Onboard a user</LinkButton>
        </Allowed>
      }
    >
      {(partnerId) => <UserList partnerId={partnerId} />}
    </DigitalFrame>
  )
}
