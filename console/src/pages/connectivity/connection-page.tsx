// One connection to a core: its settings, its last test, and the way to traffic.

import { Stack } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/form/action-button.tsx'
import { DeleteButton } from '../../kit/form/delete-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { EditButton } from '../../kit/page/edit-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { Loaded } from '../../kit/page/record-query.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { MadeAndChanged } from '../../kit/show/made-and-changed.tsx'
import { StatusBadge } from '../../kit/show/values.tsx'
import { settings } from '../../settings.ts'
import { addressOf, CORE_TYPE_HINTS, type Connection, coreTypeName, isIso8583Core, isRestCore } from './connection.ts'
import { ConnectionPath } from './connection-path.tsx'

/** Readiness of the institution depends on it. */
const CHANGED = [['connectivity'], ['institutions', 'readiness']]

export default function ConnectionPage() {
  const id = usePathParameter('id')
  const query = useQuery({
    queryKey: ['connectivity', id],
    queryFn: () => ask(admin.getCoreConnectivity({ id })),
  })
  const connection = query.data
  return (
    <PageFrame
      title={connection?.name ?? 'Core connectivity'}
      trail={[['Core connectivity', '/connectivity']]}
      badge={connection !== undefined && <StatusBadge status={connection.status} />}
      description={connection === undefined ? undefined : `${connection.institutionId} · ${connection.environment}`}
      actions={connection !== undefined && <ConnectionActions connection={connection} />}
    >
      <Loaded query={query}>
        {(found) => (
          <Stack gap="md">
            <ConnectionPath connection={found} />
            <ConnectionFacts connection={found} />
            <MadeAndChanged record={found} />
          </Stack>
        )}
      </Loaded>
    </PageFrame>
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
  const isHere = environment === settings.environment
  return (
    <>
      {isOwn && status !== 'ACTIVE' && (
        <Allowed module="CORE_CONNECTIVITY" action="DELETE">
          <DeleteButton
            what={`connection ${name}`}
            message="Its settings and its credentials are gone for good."
            run={() => ask(admin.deleteCoreConnectivity({ id }))}
            to="/connectivity"
            invalidates={CHANGED}
          />
        </Allowed>
      )}
      {status === 'ACTIVE' && (
        <Allowed module="CORE_CONNECTIVITY" action="ACTIVATE">
          <ActionButton
            label="Deactivate"
            color="red"
            variant="light"
            confirm={{
              title: `Deactivate ${name}?`,
              message: `${institutionId} is left without a core in ${environment}: every order is answered with 503 (907) until a connection is activated. To change over, activate the other one instead.`,
            }}
            run={() => ask(admin.setCoreConnectivityActivation({ id, isActive: false }))}
            invalidates={CHANGED}
            done={`${name} is inactive.`}
          />
        </Allowed>
      )}
      {isOwn && (
        <Allowed module="CORE_CONNECTIVITY" action="UPDATE">
          <EditButton to={`/connectivity/${id}/edit`} />
        </Allowed>
      )}
      {isHere && (
        <Allowed module="CORE_CONNECTIVITY" action="TEST">
          <ActionButton
            label="Test"
            leftSection={<IconPlugConnected size={15} />}
            variant={status === 'DRAFT' ? 'filled' : 'default'}
            run={() => ask(admin.testCoreConnectivity({ id }))}
            invalidates={CHANGED}
            done="The test is over: its result is below."
          />
        </Allowed>
      )}
      {(status === 'TESTED' || status === 'INACTIVE') && (
        <Allowed module="CORE_CONNECTIVITY" action="ACTIVATE">
          <ActionButton
            label="Activate"
            variant="filled"
            confirm={{
              title: `Activate ${name}?`,
              message: `From now on all orders of ${institutionId} in ${environment} go through it. The one that was active before becomes inactive in the same moment.`,
            }}
            run={() => ask(admin.setCoreConnectivityActivation({ id, isActive: true }))}
            invalidates={CHANGED}
            done={`${name} is active.`}
          />
        </Allowed>
      )}
    </>
  )
}
