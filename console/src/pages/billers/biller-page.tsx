// One biller.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordActions } from '../../kit/actions/record-actions.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordPage } from '../../kit/page/record-page.tsx'
import { Id } from '../../kit/show/values.tsx'

export default function BillerPage() {
  const id = usePathParameter('id')
  return (
    <RecordPage
      noun="Biller"
      list={['Billers', '/billers']}
      queryKey={['billers', id]}
      load={() => ask(admin.getBiller({ id }))}
      frame={(biller) => ({
        title: biller.name,
        status: biller.isActive ? 'ACTIVE' : 'INACTIVE',
        description: biller.isActive ? 'It can be paid.' : 'Payments to it are declined (185).',
        actions: <BillerActions biller={biller} />,
      })}
      facts={(biller) => [
        [
          'Institution',
          <PageLink key="institution" to={`/institutions/${biller.institutionId}`}>
            {biller.institutionId}
          </PageLink>,
        ],
        ['Biller id', <Id key="id">{biller.billerId}</Id>],
        ['Name', biller.name],
        ['BIN', <Id key="bin">{biller.bin}</Id>],
      ]}
    />
  )
}

function BillerActions({ biller: { id, name, isActive } }: { biller: onboarding.BillerRecord }) {
  return (
    <RecordActions
      module="INSTITUTIONS"
      what={`biller ${name}`}
      list="/billers"
      id={id}
      isActive={isActive}
      invalidates={[['billers']]}
      deletion={{
        message: 'A biller that has been paid cannot be deleted; deactivate it instead.',
        run: () => ask(admin.deleteBiller({ id })),
      }}
      deactivation={{
        title: `Deactivate ${name}?`,
        message: 'Payments to it are declined (185) within two seconds, until it is activated again.',
      }}
      setActive={(next) => ask(admin.setBillerActivation({ id, isActive: next }))}
      done={(now) => (now ? `${name} can be paid.` : `${name} can no longer be paid.`)}
    />
  )
}
