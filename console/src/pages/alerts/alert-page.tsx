// One alert rule: what it watches, whom it tells, and what became of it.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { RecordActions } from '../../kit/actions/record-actions.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordLink } from '../../kit/page/record-link.tsx'
import { RecordPage } from '../../kit/page/record-page.tsx'
import { Id, Instant } from '../../kit/show/values.tsx'
import { type AlertRule, countsOf, metricWords } from './alert-words.ts'

const READ_AGAIN = [['alerts'], ['notifications']] as const

export default function AlertPage() {
  const id = usePathParameter('id')
  return (
    <RecordPage
      noun="Alert rule"
      list={['Alerts', '/alerts']}
      queryKey={['alerts', id]}
      load={() => ask(admin.getAlertRule({ id }))}
      frame={(rule) => ({
        title: rule.name,
        status: rule.isActive ? rule.state : 'INACTIVE',
        description: metricWords(rule.metric),
        actions: <AlertActions rule={rule} />,
      })}
      facts={(rule) => [
        ['Measured', rule.value === undefined ? '—' : `${rule.value} ${countsOf(rule.metric)}`],
        rule.about !== undefined && rule.about !== '' && ['Of', rule.about],
        ['Threshold', `${rule.threshold} ${countsOf(rule.metric)}`],
        ['For at least', `${rule.forMinutes} minutes`],
        rule.raisedAt !== undefined && ['Raised', <Instant key="raised" at={rule.raisedAt} />],
        rule.acknowledgedAt !== undefined && ['Acknowledged', <Instant key="seen" at={rule.acknowledgedAt} />],
        rule.acknowledgedBy !== undefined && ['Who is at it', rule.acknowledgedBy],
        rule.institutionId !== undefined && ['Institution', <Id key="institution">{rule.institutionId}</Id>],
        rule.responseCode !== undefined && ['Response code', <Id key="code">{rule.responseCode}</Id>],
        ['Tells', <Recipients key="to" to={rule.to} />],
      ]}
    />
  )
}

function Recipients({ to: { userIds = [], roleIds = [], webhookId } }: { to: AlertRule['to'] }) {
  return (
    <>
      {roleIds.map((id) => (
        <div key={id}>
          <RecordLink resource="role" id={id}>
            The users of a role
          </RecordLink>
        </div>
      ))}
      {userIds.map((id) => (
        <div key={id}>
          <RecordLink resource="user" id={id}>
            A user
          </RecordLink>
        </div>
      ))}
      {webhookId != null && (
        <RecordLink resource="webhook" id={webhookId}>
          A webhook
        </RecordLink>
      )}
    </>
  )
}

function AlertActions({ rule: { id, name, isActive, state, acknowledgedAt } }: { rule: AlertRule }) {
  return (
    <RecordActions
      module="ALERTS"
      what={`alert rule ${name}`}
      list="/alerts"
      id={id}
      isActive={isActive}
      invalidates={READ_AGAIN}
      deletion={{ message: 'It is not watched any more.', run: () => ask(admin.deleteAlertRule({ id })) }}
      deactivation={{ title: `Deactivate ${name}?`, message: 'It is not watched, and nobody is told.' }}
      setActive={(next) => ask(admin.setAlertRuleActivation({ id, isActive: next }))}
      done={(now) => (now ? `${name} is watched.` : `${name} is not watched any more.`)}
      next={
        state === 'RAISED' &&
        acknowledgedAt === undefined && (
          <Allowed module="ALERTS" action="ACTIVATE">
            <ActionButton
              label="I am at it"
              variant="filled"
              run={() => ask(admin.acknowledgeAlert({ id }))}
              invalidates={READ_AGAIN}
              done="Everybody sees that you are at it."
            />
          </Allowed>
        )
      }
    />
  )
}
