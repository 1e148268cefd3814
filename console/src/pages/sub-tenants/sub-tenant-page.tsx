// One sub-tenant.

import { Stack } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Allowed } from '../../kit/allowed.tsx'
import { DeleteButton } from '../../kit/delete-button.tsx'
import { Facts } from '../../kit/facts.tsx'
import { LinkButton } from '../../kit/link-button.tsx'
import { MadeAndChanged } from '../../kit/made-and-changed.tsx'
import { PageFrame } from '../../kit/page-frame.tsx'
import { PageLink } from '../../kit/page-link.tsx'
import { usePathParameter } from '../../kit/path-parameter.ts'
import { Loaded } from '../../kit/record-query.tsx'
import { Section } from '../../kit/section.tsx'
import { Id, StatusBadge } from '../../kit/values.tsx'
import { moduleName, type SubTenant } from './sub-tenant.ts'

const MEANING: Readonly<Record<SubTenant['status'], string>> = {
  PENDING: 'It waits to be activated.',
  ACTIVE: 'Its users can sign in.',
  SUSPENDED: 'Its users are shut out until it is activated again.',
  CLOSED: 'Its users are shut out for good.',
}

export default function SubTenantPage() {
  const id = usePathParameter('id')
  const query = useQuery({ queryKey: ['sub-tenants', id], queryFn: () => ask(admin.getSubTenant({ id })) })
  const subTenant = query.data
  return (
    <PageFrame
      title={subTenant?.name ?? 'Sub-tenant'}
      trail={[['Sub-tenants', '/sub-tenants']]}
      badge={subTenant !== undefined && <StatusBadge status={subTenant.status} />}
      description={subTenant === undefined ? undefined : MEANING[subTenant.status]}
      actions={subTenant !== undefined && <SubTenantActions subTenant={subTenant} />}
    >
      <Loaded query={query}>
        {(found) => (
          <Stack gap="md">
            <Section title="Sub-tenant">
              <Facts
                columns={2}
                facts={[
                  [
                    'Institution',
                    <PageLink key="institution" to={`/institutions/${found.institutionId}`}>
                      {found.institutionId}
                    </PageLink>,
                  ],
                  ['Code', <Id key="code">{found.tenantCode}</Id>],
                  ['Name', found.name],
                  ['Contact', found.contactEmail],
                  [
                    'What its users can reach at most',
                    found.allowedModules.length === 0
                      ? 'No cap: their roles decide'
                      : found.allowedModules.map(moduleName).join(', '),
                  ],
                ]}
              />
            </Section>
            <MadeAndChanged record={found} />
          </Stack>
        )}
      </Loaded>
    </PageFrame>
  )
}

function SubTenantActions({ subTenant: { id, name, status } }: { subTenant: SubTenant }) {
  return (
    <>
      {status !== 'CLOSED' && (
        <Allowed module="SUB_TENANTS" action="UPDATE" scope="institution">
          <LinkButton to={`/sub-tenants/${id}/edit`} variant="default" leftSection={<IconPencil size={15} />}>
            Edit
          </LinkButton>
        </Allowed>
      )}
      <Allowed module="SUB_TENANTS" action="DELETE" scope="institution">
        <DeleteButton
          what={`sub-tenant ${name}`}
          message="One that has users or terminals cannot be deleted; close it instead."
          run={() => ask(admin.deleteSubTenant({ id }))}
          to="/sub-tenants"
          invalidates={[['sub-tenants']]}
        />
      </Allowed>
      <Allowed module="SUB_TENANTS" action="ACTIVATE" scope="institution">
        {status === 'SUSPENDED' && (
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
        )}
        {(status === 'PENDING' || status === 'SUSPENDED') && (
          <ActionButton
            label="Activate"
            color="green"
            variant="filled"
            run={() => ask(admin.setSubTenantActivation({ id, isActive: true }))}
            invalidates={[['sub-tenants']]}
            done={`${name} is active.`}
          />
        )}
        {status === 'ACTIVE' && (
          <ActionButton
            label="Suspend"
            color="red"
            variant="light"
            confirm={{
              title: `Suspend ${name}?`,
              message:
                'The sessions of its users end at once, and they cannot sign in until it is activated again. A suspended one can be closed.',
            }}
            run={() => ask(admin.setSubTenantActivation({ id, isActive: false }))}
            invalidates={[['sub-tenants']]}
            done={`${name} is suspended.`}
          />
        )}
      </Allowed>
    </>
  )
}
