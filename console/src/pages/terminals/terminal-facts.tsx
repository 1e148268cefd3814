// The fields of a terminal.

import { Badge, Group, Stack } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { MadeAndChanged } from '../../kit/show/made-and-changed.tsx'
import { Id, Money } from '../../kit/show/values.tsx'
import { serviceName } from '../institutions/services.ts'
import { kindWord } from './terminal-words.ts'
import { useInstitution, useSubTenants } from './use-institution.ts'

export function TerminalFacts({ terminal }: { terminal: onboarding.Terminal }) {
  const { institutionId, subTenantId, currencies, services, smallestNote, limits } = terminal
  const institution = useInstitution(institutionId)
  const subTenant = useSubTenants(subTenantId === undefined ? null : institutionId).find(
    ({ value }) => value === subTenantId,
  )
  const currency = institution?.baseCurrency
  const branch = institution?.branches.find(({ id }) => id === terminal.branchId)
  const amount = (limit: number | undefined) =>
    limit === undefined ? 'No limit of its own' : <Money amount={limit} currency={currency} />
  return (
    <Stack>
      <Section title="Terminal">
        <Facts
          facts={[
            ['Terminal id', <Id key="id">{terminal.terminalId}</Id>],
            [
              'Institution',
              institution === undefined ? (
                institutionId
              ) : (
                <PageLink key="institution" to={`/institutions/${institutionId}`}>
                  {institutionId} · {institution.displayName}
                </PageLink>
              ),
            ],
            ['Kind', kindWord(terminal.kind)],
            ['Location', terminal.location],
            ['Branch', branch === undefined ? terminal.branchId : `${branch.id} · ${branch.name}`],
            ['Acceptor id', <Id key="acceptor">{terminal.acceptorId}</Id>],
            subTenantId !== undefined && ['Sub-tenant', subTenant?.label ?? subTenantId],
          ]}
        />
      </Section>
      <Section title="Services, cash and limits">
        <Stack>
          <Facts
            columns={1}
            facts={[
              [
                'Services',
                <Group key="services" gap={6}>
                  {services.length === 0
                    ? 'None'
                    : services.map((service) => (
                        <Badge key={service} variant="default" radius="sm" tt="none">
                          {serviceName(service)}
                        </Badge>
                      ))}
                </Group>,
              ],
            ]}
          />
          <Facts
            facts={[
              ['Currencies of its cash', currencies.length === 0 ? 'Any' : currencies.join(', ')],
              [
                'Smallest note',
                smallestNote === undefined ? (
                  'None: any amount'
                ) : (
                  <Money key="note" amount={smallestNote.amount} currency={smallestNote.currencyCode} />
                ),
              ],
              ['Most per withdrawal', amount(limits?.perTransaction)],
              ['Most per business day', amount(limits?.perDay)],
              [
                'Withdrawals per business day',
                limits?.countPerDay === undefined ? 'No limit of its own' : formatCount(limits.countPerDay),
              ],
            ]}
          />
        </Stack>
      </Section>
      <MadeAndChanged record={terminal} />
    </Stack>
  )
}
