// One stop.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordPage } from '../../kit/page/record-page.tsx'
import { Id, Instant } from '../../kit/show/values.tsx'
import { serviceName } from '../institutions/services.ts'
import type { Stop } from './stop-words.ts'

const SAID: Readonly<Record<Stop['state'], string>> = {
  ACTIVE: 'Orders that fit are declined by every gateway (115).',
  LIFTED: 'It was lifted: such orders pass.',
  EXPIRED: 'Its time is over: such orders pass.',
}

export default function StopPage() {
  const id = usePathParameter('id')
  return (
    <RecordPage
      noun="Stop"
      list={['Stops', '/stops']}
      queryKey={['stops', id]}
      load={() => ask(admin.getStop({ id }))}
      frame={(stop) => ({
        title: stop.reason,
        status: stop.state,
        description: SAID[stop.state],
        actions: <StopActions stop={stop} />,
      })}
      facts={(stop) => [
        ['Institution', stop.institutionId === undefined ? '—' : <InstitutionLink key="of" id={stop.institutionId} />],
        ['Services', stop.services.length === 0 ? 'All that move money' : stop.services.map(serviceName).join(', ')],
        ['Partner', named(stop.partnerId)],
        ['Client', named(stop.clientId)],
        ['Terminal', named(stop.terminalId)],
        ['Kind of terminal', stop.terminalKind ?? '—'],
        ['Cards that begin with', named(stop.bin)],
        ['Currency', stop.currencyCode ?? '—'],
        ['More than', stop.amountOver === undefined ? '—' : String(stop.amountOver)],
        ['Tokens from', named(stop.payerInstitutionId)],
        ['Tokens to', named(stop.payeeInstitutionId)],
        ['Note', stop.note ?? '—'],
        ['Ends', <Instant key="ends" at={stop.expiresAt} />],
        ['Lifted', stop.liftedAt === undefined ? '—' : <Instant key="lifted" at={stop.liftedAt} />],
        ['Why it was lifted', stop.liftReason ?? '—'],
      ]}
    />
  )
}

function named(id: string | undefined) {
  return id === undefined ? '—' : <Id>{id}</Id>
}

function InstitutionLink({ id }: { id: string }) {
  return <PageLink to={`/institutions/${id}`}>{id}</PageLink>
}

const DAY_MS = 86_400_000

function StopActions({ stop: { id, version, state, expiresAt } }: { stop: Stop }) {
  if (state !== 'ACTIVE') return null
  const later = new Date(Math.min(Date.parse(expiresAt) + DAY_MS, Date.now() + 30 * DAY_MS - 60_000)).toISOString()
  return (
    <>
      <Allowed module="INSTITUTIONS" action="UPDATE">
        <ActionButton
          label="One day longer"
          run={() => ask(admin.updateStop({ id }, { version, expiresAt: later }))}
          invalidates={[['stops']]}
          done="The stop lasts a day longer."
        />
      </Allowed>
      <Allowed module="INSTITUTIONS" action="ACTIVATE">
        <ActionButton
          label="Lift"
          confirm={{
            title: 'Let these orders pass again?',
            message: 'The next order that fits passes on every gateway.',
            reason: 'required',
          }}
          run={(reason) => ask(admin.liftStop({ id }, { reason: reason ?? '' }))}
          invalidates={[['stops']]}
          done="These orders pass again."
        />
      </Allowed>
    </>
  )
}
