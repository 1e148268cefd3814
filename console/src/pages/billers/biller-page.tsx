// One biller.

import { Stack } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/form/action-button.tsx'
import { DeleteButton } from '../../kit/form/delete-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { Loaded } from '../../kit/page/record-query.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { MadeAndChanged } from '../../kit/show/made-and-changed.tsx'
import { Id, StatusBadge } from '../../kit/show/values.tsx'

export default function BillerPage() {
  const id = usePathParameter('id')
  const query = useQuery({ queryKey: ['billers', id], queryFn: () => ask(admin.getBiller({ id })) })
  const biller = query.data
  return (
    <PageFrame
      title={biller?.name ?? 'Biller'}
      trail={[['Billers', '/billers']]}
      badge={biller !== undefined && <StatusBadge status={biller.isActive ? 'ACTIVE' : 'INACTIVE'} />}
      actions={biller !== undefined && <BillerActions biller={biller} />}
    >
      <Loaded query={query}>
        {(found) => (
          <Stack gap="md">
            <Section title="Biller">
              <Facts
                columns={2}
                facts={[
                  [
                    'Institution',
                    <PageLink key="institution" to={`/institutions/${found.institutionId}`}>
                      {found.institutionId}
                    </PageLink>,
                  ],
                  ['Biller id', <Id key="id">{found.billerId}</Id>],
                  ['Name', found.name],
                  ['BIN', <Id key="bin">{found.bin}</Id>],
                  ['Payments', found.isActive ? 'It can be paid' : 'Payments are declined (185)'],
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

function BillerActions({ biller: { id, name, isActive } }: { biller: onboarding.BillerRecord }) {
  return (
    <>
      <Allowed module="INSTITUTIONS" action="UPDATE">
        <LinkButton to={`/billers/${id}/edit`} variant="default" leftSection={<IconPencil size={15} />}>
          Edit
        </LinkButton>
      </Allowed>
      <Allowed module="INSTITUTIONS" action="DELETE">
        <DeleteButton
          what={`biller ${name}`}
          message="A biller that has been paid cannot be deleted; deactivate it instead."
          run={() => ask(admin.deleteBiller({ id }))}
          to="/billers"
          invalidates={[['billers']]}
        />
      </Allowed>
      <Allowed module="INSTITUTIONS" action="ACTIVATE">
        {isActive ? (
          <ActionButton
            label="Deactivate"
            color="red"
            variant="light"
            confirm={{
              title: `Deactivate ${name}?`,
              message: 'Payments to it are declined (185) within two seconds, until it is activated again.',
            }}
            run={() => ask(admin.setBillerActivation({ id, isActive: false }))}
            invalidates={[['billers']]}
            done={`${name} can no longer be paid.`}
          />
        ) : (
          <ActionButton
            label="Activate"
            color="green"
            variant="filled"
            run={() => ask(admin.setBillerActivation({ id, isActive: true }))}
            invalidates={[['billers']]}
            done={`${name} can be paid.`}
          />
        )}
      </Allowed>
    </>
  )
}
