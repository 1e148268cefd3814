// What can be done to a partner as a whole.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/form/action-button.tsx'
import { DeleteButton } from '../../kit/form/delete-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { EditButton } from '../../kit/page/edit-button.tsx'

const READ_AGAIN = [['partners'], ['audit']] as const

export function PartnerActions({ partner: { id, name, isActive, clients } }: { partner: onboarding.Partner }) {
  return (
    <>
      <Allowed module="PARTNERS" action="DELETE">
        <DeleteButton
          what={`the partner ${name}`}
          message={`${
            clients.length === 0 ? '' : 'Its clients go too, and their secrets open nothing any more. '
          }A partner that has transactions, loans or applications cannot be deleted: deactivate it instead.`}
          run={() => ask(admin.deletePartner({ id }))}
          to="/partners"
          invalidates={[['partners', 'list'], ['partners', 'choices'], ['audit']]}
        />
      </Allowed>
      <Allowed module="PARTNERS" action="ACTIVATE">
        {isActive && (
          <ActionButton
            label="Deactivate"
            color="red"
            variant="light"
            confirm={{
              title: `Deactivate ${name}?`,
              message:
                'Every call of the partner is refused by every gateway within two seconds, until it is activated again.',
            }}
            run={() => ask(admin.setPartnerActivation({ id, isActive: false }))}
            done={`${name} is refused from now on.`}
            invalidates={READ_AGAIN}
          />
        )}
      </Allowed>
      <Allowed module="PARTNERS" action="UPDATE">
        <EditButton to={`/partners/${id}/edit`} />
      </Allowed>
      {!isActive && (
        <Allowed module="PARTNERS" action="ACTIVATE">
          <ActionButton
            label="Activate"
            variant="filled"
            run={() => ask(admin.setPartnerActivation({ id, isActive: true }))}
            done={`${name} may call.`}
            invalidates={READ_AGAIN}
          />
        </Allowed>
      )}
    </>
  )
}
