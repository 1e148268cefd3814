// What can be done to a webhook as a whole.

import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { RecordActions } from '../../kit/actions/record-actions.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { SecretOnce } from '../../kit/show/secret-once.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import { secretOf } from './webhook-secret.ts'
import { addressOf, type Webhook } from './webhook-words.ts'

const READ_AGAIN = [['webhooks'], ['audit']] as const

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id, isActive } = webhook
  const name = addressOf(webhook)
  // Only here, and gone with the dialog: the secret is never part of what is read from the gateway.
  const [rotated, setRotated] = useState<Webhook>()
  const secret = rotated && secretOf(rotated)
  return (
    <>
      <RecordActions
        module="PARTNERS"
        what={`the webhook ${name}`}
        list="/webhooks"
        id={id}
        isActive={isActive}
        invalidates={READ_AGAIN}
        deletion={{
          message:
            'Its deliveries go too, and what waits is not sent. The partner still finds the events in its feed. Switch it off instead to go on later.',
          run: () => ask(admin.deleteWebhook({ id })),
        }}
        deactivation={{
          title: `Switch off ${name}?`,
          message:
            'It gets no events until it is switched on again. What was not delivered waits; what happens meanwhile can be delivered again afterwards.',
        }}
        setActive={(next) => ask(admin.setWebhookActivation({ id, isActive: next }))}
        done={(now) => (now ? `${name} is switched on.` : `${name} is switched off.`)}
        labels={{ on: 'Switch on', off: 'Switch off' }}
        more={
          <Allowed module="PARTNERS" action="UPDATE">
            <RotateSecret webhook={webhook} onRotated={setRotated} />
            {isActive && webhook.lagSeconds > 0 && (
              <ActionButton
                label="Send now"
                run={() => ask(admin.sendWebhookNow({ id }))}
                done="What waits is tried now."
                invalidates={READ_AGAIN}
              />
            )}
            {isActive && (
              <ActionButton
                label="Send a test"
                leftSection={<IconSend size={15} />}
                run={() => ask(admin.testWebhook({ id }))}
                done="A test is on its way: it appears among the deliveries within seconds."
                invalidates={READ_AGAIN}
              />
            )}
          </Allowed>
        }
      />
      <SecretOnce title="" {...secret} secrets={secret?.secrets} onClose={() => setRotated(undefined)} />
    </>
  )
}
