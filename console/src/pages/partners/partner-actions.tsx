// What can be done to a partner as a whole.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordActions } from '../../kit/actions/record-actions.tsx'

export function PartnerActions({ partner: { id, name, isActive, clients } }: { partner: onboarding.Partner }) {
  return (
    <RecordActions
      module="PARTNERS"
      what={`the partner ${name}`}
      list="/partners"
      id={id}
      isActive={isActive}
      invalidates={[['partners'], ['audit']]}
      deletion={{
        message: `${
          clients.length === 0 ? '' : 'Its clients go too, and their secrets open nothing any more. '
        }A partner that has transactions, loans or applications cannot be deleted: deactivate it instead.`,
        run: () => ask(admin.deletePartner({ id })),
        invalidates: [['partners', 'list'], ['partners', 'choices'], ['audit']],
      }}
      deactivation={{
        title: `Deactivate ${name}?`,
        message:
          'Every call of the partner is refused by every gateway within two seconds, until it is activated again.',
      }}
      setActive={(next) => ask(admin.setPartnerActivation({ id, isActive: next }))}
      done={(now) => (now ? `${name} may call.` : `${name} is refused from now on.`)}
    />
  )
}
