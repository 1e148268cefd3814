// One connection to a core: its settings, its last test, and the way to traffic.

import { Stack } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { RecordActions } from '../../kit/actions/record-actions.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { MadeAndChanged } from '../../kit/show/made-and-changed.tsx'
import { settings } from '../../settings.ts'
import { addressOf, CORE_TYPE_HINTS, type Connection, coreTypeName, isIso8583Core, isRestCore } from './connection.ts'
import { ConnectionPath } from './connection-path.tsx'

/** Readiness of the institution depends on it. */
const CHANGED = [['connectivity'], ['institutions', 'readiness']]

export default function ConnectionPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Core connectivity"
      list={['Core connectivity', '/connectivity']}
      queryKey={['connectivity', id]}
      load={() => ask(admin.getCoreConnectivity({ id }))}
      frame={(connection) => ({
        title: connection.name,
        status: connection.status,
        description: `${connection.institutionId} · ${connection.environment}`,
        actions: <ConnectionActions connection={connection} />,
      })}
    >
      {(connection) => (
        <Stack gap="md">
          <ConnectionPath connection={connection} />
          <ConnectionFacts connection={connection} />
          <MadeAndChanged record={connection} />
        </Stack>
      )}
    </RecordFrame>
  )
}

function ConnectionFacts({ connection }: { connection: Connection }) {
  const { coreType, circuitBreaker, institutionId, iso8583 } = connection
  const isRemote = isRestCore(coreType) || isIso8583Core(coreType)
  const stored = (isSet: boolean) => (isSet ? 'Stored, not shown' : 'None')
  return (
    <Section title="Settings" description={CORE_TYPE_HINTS[coreType]}>
      <Facts
        facts={[
          [
            'Institution',
            <PageLink key="institution" to={`/institutions/${institutionId}`}>
              {institutionId}
            </PageLink>,
          ],
          ['Environment', connection.environment],
          ['Core', coreTypeName(coreType)],
          isRemote && ['Address', addressOf(connection)],
          isRestCore(coreType) && ['User', stored(connection.userNameSet)],
          isRestCore(coreType) && ['Password of the user', stored(connection.passwordSet)],
          isRestCore(coreType) && ["Password of the core's administrator", stored(connection.adminPasswordSet)],
          iso8583 !== null && ['Dialect', iso8583.dialect],
          iso8583 !== null && ['Connections kept open', formatCount(iso8583.connections)],
          iso8583 !== null && ['Identifiers', identifiersOf(iso8583)],
          iso8583 !== null && ['TLS', tlsOf(iso8583)],
          iso8583 !== null && ['Key of the MAC', stored(connection.macKeySet)],
          iso8583 !== null && ['Key of the certificate', stored(connection.clientKeySet)],
          isRemote && ['Time limit', `${formatCount(connection.timeoutMs)} ms`],
          isRemote && ['Connections at once', formatCount(connection.maxConnections)],
          isRemote && [
            'Circuit breaker',
            `Opens at ${circuitBreaker.failureRate} % failed calls, for ${formatCount(circuitBreaker.openMs)} ms`,
          ],
        ]}
      />
    </Section>
  )
}

type Iso8583 = NonNullable<Connection['iso8583']>

/** By the data elements that they are sent in. */
function identifiersOf({ acquirerId, forwarderId, acceptorId, acceptorName }: Iso8583): string {
  const sent = [acquirerId, forwarderId, acceptorId, acceptorName]
  const named = sent.flatMap((value, n) => (value === null ? [] : [`DE ${[32, 33, 42, 43][n]}: ${value}`]))
  return named.length === 0 ? 'None' : named.join(' · ')
}

function tlsOf({ tls, clientCertificate }: Iso8583): string {
  if (!tls) return 'No'
  return clientCertificate === null ? 'Yes' : 'Yes, with an own certificate'
}

function ConnectionActions({ connection }: { connection: Connection }) {
  const { id, name, status, coreType, environment, institutionId } = connection
  const isOwn = coreType !== 'SANDBOX'
  return (
    <RecordActions
      module="CORE_CONNECTIVITY"
      what={`connection ${name}`}
      list="/connectivity"
      id={id}
      isActive={status === 'ACTIVE'}
      invalidates={CHANGED}
      deletion={
        isOwn && status !== 'ACTIVE'
          ? {
              message: 'Its settings and its credentials are gone for good.',
              run: () => ask(admin.deleteCoreConnectivity({ id })),
            }
          : undefined
      }
      deactivation={{
        title: `Deactivate ${name}?`,
        message: `${institutionId} is left without a core in ${environment}: every order is answered with 503 (907) until a connection is activated. To change over, activate the other one instead.`,
      }}
      activation={{
        title: `Activate ${name}?`,
        message: `From now on all orders of ${institutionId} in ${environment} go through it. The one that was active before becomes inactive in the same moment.`,
      }}
      setActive={(next) => ask(admin.setCoreConnectivityActivation({ id, isActive: next }))}
      done={(now) => (now ? `${name} is active.` : `${name} is inactive.`)}
      next={environment === settings.environment && <TestButton id={id} isNext={status === 'DRAFT'} />}
      canEdit={isOwn}
      canActivate={status === 'TESTED' || status === 'INACTIVE'}
    />
  )
}

function TestButton({ id, isNext }: { id: string; isNext: boolean }) {
  return (
    <Allowed module="CORE_CONNECTIVITY" action="TEST">
      <ActionButton
        label="Test"
        leftSection={<IconPlugConnected size={15} />}
        variant={isNext ? 'filled' : 'default'}
        run={() => ask(admin.testCoreConnectivity({ id }))}
        invalidates={CHANGED}
        done="The test is over: its result is below."
      />
    </Allowed>
  )
}
