// One change request: what it changes, who asked, and the decision.

import { Alert, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { RecordLink } from '../../kit/page/record-link.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { RecordDiff } from '../../kit/show/record-diff.tsx'
import { SecretOnce } from '../../kit/show/secret-once.tsx'
import { Id, Instant } from '../../kit/show/values.tsx'
import { useUser } from '../../session/session.ts'
import { serverMessage } from '../../texts/server-messages.ts'
import { auditWords } from '../audit/audit-words.ts'
import { type ChangeRequest, operationInWords } from './change-request-words.ts'

export default function ChangeRequestPage() {
  const id = usePathParameter('id')
  // Kept here: the buttons are gone once the request has ended.
  const [secrets, setSecrets] = useState<Secrets>()
  return (
    <>
      <RecordFrame
        noun="Change request"
        list={['Approvals', '/change-requests']}
        queryKey={['change-requests', id]}
        load={() => ask(admin.getChangeRequest({ id }))}
        frame={(request) => ({
          title: operationInWords(request.operation),
          status: request.state,
          actions: request.state === 'PENDING' && <Decisions request={request} onSecrets={setSecrets} />,
        })}
      >
        {(request) => <Request request={request} />}
      </RecordFrame>
      <SecretOnce title="Shown once" secrets={secrets} onClose={() => setSecrets(undefined)} />
    </>
  )
}

function Request({ request }: { request: ChangeRequest }) {
  const others = request.changes.filter(({ resourceId }) => resourceId !== request.resourceId)
  return (
    <>
      {request.failure !== undefined && (
        <Alert color="red" title="It could not be carried out" role="alert">
          <Text size="sm">{request.failure}</Text>
        </Alert>
      )}
      <WhoCannot request={request} />
      <Section title="The request">
        <Facts
          facts={[
            ['Asked by', request.requestedBy],
            ['Asked', <Instant key="asked" at={request.createdAt} />],
            request.state === 'PENDING'
              ? ['Expires', <Instant key="expires" at={request.expiresAt} />]
              : ['Ended', <Instant key="ended" at={request.updatedAt} />],
            request.decidedBy !== undefined && ['Decided by', request.decidedBy],
            request.comment !== undefined && ['Comment', request.comment],
            ['Right', <Id key="right">{`${request.module}:${request.action}`}</Id>],
            [
              'Record',
              <RecordLink key="record" resource={request.resource} id={request.resourceId}>
                {[auditWords(request.resource), request.recordName].filter(Boolean).join(' ')}
              </RecordLink>,
            ],
            request.institutionId !== undefined && ['Institution', request.institutionId],
          ]}
        />
      </Section>
      <Section title="Before and after" description="Secrets are hidden, as in the record itself.">
        <RecordDiff before={request.before} after={request.after} />
      </Section>
      {others.map((change) => (
        <Section key={`${change.resource} ${change.resourceId}`} title={`Also changed: ${auditWords(change.resource)}`}>
          <RecordDiff before={change.before} after={change.after} label={auditWords(change.resource)} />
        </Section>
      ))}
    </>
  )
}

/** The reader learns why there is no button; who asked learns whom not to ask. */
function WhoCannot({ request: { cannotApprove, excluded = [] } }: { request: ChangeRequest }) {
  const reasons = cannotApprove === undefined ? excluded.map(({ why }) => why) : [cannotApprove]
  if (reasons.length === 0) return null
  return (
    <Alert
      color="blue"
      title={cannotApprove === undefined ? 'Not everybody may approve it' : 'Another user has to approve it'}
    >
      {reasons.map((reason) => (
        <Text key={reason} size="sm">
          {serverMessage(reason)}
        </Text>
      ))}
    </Alert>
  )
}

const READ_AGAIN = [['change-requests']] as const

type Secrets = readonly (readonly [name: string, secret: string])[] | undefined

function Decisions({ request, onSecrets }: { request: ChangeRequest; onSecrets: (secrets: Secrets) => void }) {
  const { id, requestedBy, waitsForMe, cannotApprove } = request
  const user = useUser()
  return (
    <Group gap="xs">
      {waitsForMe && (
        <ActionButton
          label="Approve"
          variant="filled"
          confirm={{
            title: 'Approve the change?',
            message: `It is carried out at once, in the name of ${requestedBy}.`,
            reason: 'optional',
          }}
          run={(comment) => ask(admin.approveChangeRequest({ id }, comment === undefined ? {} : { comment }))}
          invalidates={READ_AGAIN}
          done="The change is made."
          onDone={(answer) => onSecrets(secretsIn(answer))}
        />
      )}
      {(waitsForMe || cannotApprove !== undefined) && (
        <ActionButton
          label="Reject"
          color="red"
          confirm={{ title: 'Reject the change?', message: 'Nothing is changed.', reason: 'optional' }}
          run={(comment) => ask(admin.rejectChangeRequest({ id }, comment === undefined ? {} : { comment }))}
          invalidates={READ_AGAIN}
          done="The change is rejected."
        />
      )}
      {requestedBy === user?.email && (
        <ActionButton
          label="Withdraw"
          confirm={{ title: 'Withdraw the change?', message: 'Nothing is changed.' }}
          run={() => ask(admin.withdrawChangeRequest({ id }))}
          invalidates={READ_AGAIN}
          done="The change is withdrawn."
        />
      )}
    </Group>
  )
}

/** Names of secrets that the gateway shows once, in the answer to the change. */
const SECRETS = ['clientSecret', 'client_secret', 'appKey', 'secret']

function secretsIn(answer: unknown): Secrets {
  const found = Object.entries((answer ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    SECRETS.includes(name) && typeof value === 'string' && !/^\*+$/.test(value) ? [[name, value] as const] : [],
  )
  return found.length === 0 ? undefined : found
}
