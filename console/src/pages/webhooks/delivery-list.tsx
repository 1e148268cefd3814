// The deliveries of a webhook: which event, how far it came, and what the receiver said.

import { Group, Stack, Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { present, RecordList } from '../../kit/list/record-list.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { formatCount, formatWord } from '../../kit/show/format.ts'
import { Instant, StatusBadge } from '../../kit/show/values.tsx'
import { LastAnswer } from './last-answer.tsx'
import { RedeliverRange } from './redeliver-range.tsx'
import { tellRedelivered } from './redelivered.ts'
import { type Delivery, type EventKind, kindChoices, kindName, type Webhook } from './webhook-words.ts'

export const REFRESH_MS = 5_000

const STATES: readonly Delivery['state'][] = ['PENDING', 'DELIVERED', 'FAILED', 'EXPIRED']

export function DeliveryList({ webhook: { id, isActive } }: { webhook: Webhook }) {
  return (
    <Stack gap="sm">
      {isActive && (
        <Allowed module="PARTNERS" action="UPDATE">
          <Group justify="flex-end">
            <RedeliverRange webhookId={id} />
          </Group>
        </Allowed>
      )}
      <RecordList<Delivery>
        label="Deliveries"
        queryKey={['webhooks', id, 'deliveries']}
        refreshEveryMs={REFRESH_MS}
        load={({ page, size, filters: { state, kind } }) =>
          ask(
            admin.browseWebhookDeliveries({
              id,
              ...present({ page, size, state: state as Delivery['state'], kind: kind as EventKind }),
            }),
          )
        }
        columns={[
          { title: 'Number', render: ({ sequence }) => formatCount(sequence), numeric: true, width: 90 },
          { title: 'Event', render: (delivery) => <EventOf delivery={delivery} /> },
          { title: 'About', render: ({ resource }) => resource },
          { title: 'State', render: ({ state }) => <StatusBadge status={state} />, width: 110 },
          { title: 'Last answer', render: (delivery) => <LastAnswer delivery={delivery} /> },
          { title: 'When', render: (delivery) => <When delivery={delivery} />, width: 210 },
        ]}
        filters={[
          {
            kind: 'choice',
            name: 'state',
            label: 'State',
            choices: STATES.map((value) => ({ value, label: formatWord(value) })),
            width: 150,
          },
          { kind: 'choice', name: 'kind', label: 'Kind', choices: kindChoices(), width: 290 },
        ]}
        rowKey={({ sequence }) => String(sequence)}
        rowActions={(delivery) =>
          isActive &&
          delivery.state !== 'EXPIRED' && (
            <Allowed module="PARTNERS" action="UPDATE">
              {delivery.state === 'PENDING' ? (
                delivery.nextAttemptAt !== null && (
                  <ActionButton
                    label="Send now"
                    size="xs"
                    aria-label={`Send now ${delivery.sequence}`}
                    run={() => ask(admin.sendWebhookNow({ id }, { sequence: delivery.sequence }))}
                    done="It is tried now."
                    invalidates={[['webhooks'], ['audit']]}
                  />
                )
              ) : (
                <ActionButton
                  label="Redeliver"
                  size="xs"
                  aria-label={`Redeliver ${delivery.sequence}`}
                  run={() => ask(admin.redeliverEvents({ id }, { from: delivery.sequence }))}
                  onDone={tellRedelivered}
                  invalidates={[['webhooks'], ['audit']]}
                />
              )}
            </Allowed>
          )
        }
        empty={{
          title: 'No deliveries yet',
          hint: 'Events appear here as they happen. Send a test to see the first one.',
        }}
      />
    </Stack>
  )
}

function EventOf({ delivery: { kind } }: { delivery: Delivery }) {
  return (
    <>
      {kindName(kind)}
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'normal' }}>
        {kind}
      </Text>
    </>
  )
}

/** When it ended, or goes on. */
function When({ delivery: { endedAt, nextAttemptAt } }: { delivery: Delivery }) {
  if (endedAt !== null) return <Instant at={endedAt} />
  if (nextAttemptAt === null) return <Text size="sm">After an earlier event of the same resource</Text>
  return (
    <Text size="sm">
      Next attempt <Instant at={nextAttemptAt} />
    </Text>
  )
}
