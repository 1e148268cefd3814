// One change request: what it changes, who asked, and the decision.

import { Alert, Group, Text } from '@mantine/core'
import { IconUrgent } from '@tabler/icons-react'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { CarryOutNow } from '../../kit/actions/carry-out-now.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { RecordLink } from '../../kit/page/record-link.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { RecordDiff } from '../../kit/show/record-diff.tsx'
import { SecretOnce } from '../../kit/show/secret-once.tsx'
import { secretsIn } from '../../kit/show/secrets-in.ts'
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
          actions: <Actions request={request} onSecrets={setSecrets} />,
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
      <Emergency request={request} />
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

/** Why it could not wait, and what became of its review. */
function Emergency({ request: { emergency, state } }: { request: ChangeRequest }) {
  if (emergency === undefined) return null
  const { reason, at, reviewDueAt, isOverdue, reviewedBy, reviewedAt, comment } = emergency
  return (
    <>
      {state === 'CARRIED_OUT' && (
        <Alert
          color={isOverdue ? 'red' : 'yellow'}
          icon={<IconUrgent />}
          title={isOverdue ? 'The review is overdue' : 'Carried out in an emergency'}
        >
          <Text size="sm">Nobody approved this change. Another user who could have approved it has to review it.</Text>
        </Alert>
      )}
      {state === 'OBJECTED' && (
        <Alert color="red" icon={<IconUrgent />} title="Somebody objects to this change">
          <Text size="sm">Nothing was undone. Decide together what is to be done about it.</Text>
        </Alert>
      )}
      <Section title="The emergency">
        <Facts
          facts={[
            ['Why it could not wait', reason],
            ['Carried out', <Instant key="at" at={at} />],
            ['Review due', <Instant key="due" at={reviewDueAt} />],
            reviewedBy !== undefined && ['Reviewed by', reviewedBy],
            reviewedAt !== undefined && ['Reviewed', <Instant key="reviewed" at={reviewedAt} />],
            comment !== undefined && ['Comment of the reviewer', comment],
          ]}
        />
      </Section>
    </>
  )
}

/** The reader learns why there is no button; who asked learns whom not to ask. */
function WhoCannot({ request: { cannotApprove, excluded = [], state } }: { request: ChangeRequest }) {
  const reasons = cannotApprove === undefined ? excluded.map(({ why }) => why) : [cannotApprove]
  if (reasons.length === 0) return null
  return (
    <Alert color="blue" title={state === 'PENDING' ? approvalTitle(cannotApprove) : reviewTitle(cannotApprove)}>
      {reasons.map((reason) => (
        <Text key={reason} size="sm">
          {serverMessage(reason)}
        </Text>
      ))}
    </Alert>
  )
}

function approvalTitle(cannotApprove: string | undefined): string {
  return cannotApprove === undefined ? 'Not everybody may approve it' : 'Another user has to approve it'
}

function reviewTitle(cannotApprove: string | undefined): string {
  return cannotApprove === undefined ? 'Not everybody may review it' : 'Another user has to review it'
}

const READ_AGAIN = [['change-requests'], ['notifications']] as const

type Secrets = ReturnType<typeof secretsIn>

function Actions(props: { request: ChangeRequest; onSecrets: (secrets: Secrets) => void }) {
  if (props.request.state === 'PENDING') return <Decisions {...props} />
  return props.request.state === 'CARRIED_OUT' && props.request.waitsForMe ? <Reviews request={props.request} /> : null
}

function Reviews({ request: { id, requestedBy } }: { request: ChangeRequest }) {
  const verdicts = [
    {
      verdict: 'CONFIRMED',
      label: 'Confirm',
      title: 'Confirm the change?',
      message: `You agree that ${requestedBy} had to make it without an approval.`,
      done: 'The change is confirmed.',
    },
    {
      verdict: 'OBJECTED',
      label: 'Object',
      title: 'Object to the change?',
      message: 'Nothing is undone. The user who made it, and all who could have approved it, are told.',
      done: 'The objection is recorded.',
    },
  ] as const
  return (
    <Group gap="xs">
      {verdicts.map(({ verdict, label, title, message, done }) => (
        <ActionButton
          key={verdict}
          label={label}
          {...(verdict === 'CONFIRMED' ? { variant: 'filled' } : { color: 'red' })}
          confirm={{ title, message, reason: 'required' }}
          run={(comment = '') => ask(admin.reviewChangeRequest({ id }, { verdict, comment }))}
          invalidates={READ_AGAIN}
          done={done}
        />
      ))}
    </Group>
  )
}

function Decisions({ request, onSecrets }: { request: ChangeRequest; onSecrets: (secrets: Secrets) => void }) {
  const { id, requestedBy, waitsForMe, cannotApprove, mayBreakGlass = false } = request
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
      {mayBreakGlass && <CarryOutNow changeRequestId={id} onDone={(answer) => onSecrets(secretsIn(answer))} />}
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
