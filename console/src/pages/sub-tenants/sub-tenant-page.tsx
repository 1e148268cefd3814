// One sub-tenant.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { RecordActions } from '../../kit/actions/record-actions.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordPage } from '../../kit/page/record-page.tsx'
import { Id } from '../../kit/show/values.tsx'
import { moduleName, type SubTenant } from './sub-tenant.ts'

const MEANING: Readonly<Record<SubTenant['status'], string>> = {
  PENDING: 'It waits to be activated.',
  ACTIVE: 'Its users can sign in.',
  SUSPENDED: 'Its users are shut out until it is activated again.',
  CLOSED: 'Its users are shut out for good.',
}

export default function SubTenantPage() {
  const id = usePathParameter('id')
  return (
    <RecordPage
      noun="Sub-tenant"
      list={['Sub-tenants', '/sub-tenants']}
      queryKey={['sub-tenants', id]}
      load={() => ask(admin.getSubTenant({ id }))}
      frame={(subTenant) => ({
        title: subTenant.name,
        status: subTenant.status,
        description: MEANING[subTenant.status],
        actions: <SubTenantActions subTenant={subTenant} />,
      })}
      facts={({ institutionId, tenantCode, name, contactEmail, allowedModules }) => [
        [
          'Institution',
          <PageLink key="institution" to={`/institutions/${institutionId}`}>
            {institutionId}
          </PageLink>,
        ],
        ['Code', <Id key="code">{tenantCode}</Id>],
        ['Name', name],
        ['Contact', contactEmail],
        [
          'Highest rights of its users',
          allowedModules.length === 0 ? 'No cap: their roles decide' : allowedModules.map(moduleName).join(', '),
        ],
      ]}
    />
  )
}

function SubTenantActions({ subTenant: { id, name, status } }: { subTenant: SubTenant }) {
  return (
    <RecordActions
      module="SUB_TENANTS"
      scope="institution"
      what={`sub-tenant ${name}`}
      list="/sub-tenants"
      id={id}
      isActive={status === 'ACTIVE'}
      invalidates={[['sub-tenants']]}
      deletion={{
        message: 'One that has users or terminals cannot be deleted; close it instead.',
        run: () => ask(admin.deleteSubTenant({ id })),
      }}
      ends={status === 'SUSPENDED' && <CloseButton id={id} name={name} />}
      deactivation={{
        title: `Suspend ${name}?`,
        message:
          'The sessions of its users end at once, and they cannot sign in until it is activated again. A suspended one can be closed.',
      }}
      setActive={(next) => ask(admin.setSubTenantActivation({ id, isActive: next }))}
      done={(now) => (now ? `${name} is active.` : `${name} is suspended.`)}
      labels={{ on: 'Activate', off: 'Suspend' }}
      canEdit={status !== 'CLOSED'}
      canActivate={status !== 'CLOSED'}
    />
  )
}

function CloseButton({ id, name }: Pick<SubTenant, 'id' | 'name'>) {
  return (
    <Allowed module="SUB_TENANTS" action="ACTIVATE" scope="institution">
      <ActionButton
        label="Close"
        color="red"
        variant="light"
        confirm={{
          title: `Close ${name} for good?`,
          message: 'It can never be activated again, and its users stay shut out. Its records stay.',
          label: 'Close for good',
        }}
        run={() => ask(admin.closeSubTenant({ id }))}
        invalidates={[['sub-tenants']]}
        done={`${name} is closed.`}
      />
    </Allowed>
  )
}
