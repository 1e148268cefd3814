// The fields of an institution, in the groups of the wizard.

import { Badge, Group, Stack, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { countryName } from '../../kit/inputs/places-and-currencies.ts'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { formatCount, formatWord } from '../../kit/show/format.ts'
import { MadeAndChanged } from '../../kit/show/made-and-changed.tsx'
import { CalendarDate, Id, Money } from '../../kit/show/values.tsx'
import type { StepKey } from './editor/wizard-steps.ts'
import { type Institution, typeName } from './institution.ts'
import { serviceName } from './services.ts'

export interface InstitutionFactsProps {
  readonly institution: Institution
  /** A button at the top of a group. */
  action?(step: StepKey): ReactNode
}

export function InstitutionFacts({ institution, action }: InstitutionFactsProps) {
  const { limits, reversal, baseCurrency } = institution
  const limit = (amount: number | undefined) =>
    amount === undefined ? 'No limit' : <Money amount={amount} currency={baseCurrency} />
  return (
    <Stack gap="md">
      <Section title="Identity" actions={action?.('identity')}>
        <Facts
          facts={[
            ['Code', <Id key="code">{institution.institutionId}</Id>],
            ['Display name', institution.displayName],
            ['Legal name', institution.legalName],
            ['Type', typeName(institution.type)],
            ['Country', countryName(institution.countryCode)],
            ['Base currency', baseCurrency],
            ['Currencies of accounts', institution.currencies.join(', ')],
            ['Time zone', institution.timezone],
            ['Cutover', `${institution.cutoverTime} local time`],
            ['Business date now', <CalendarDate key="date" date={institution.businessDate} />],
          ]}
        />
      </Section>
      <Section title="Contacts and address" actions={action?.('contacts')}>
        <Stack gap="md">
          <Contacts institution={institution} />
          <Facts
            columns={2}
            facts={[
              ['Address', addressText(institution)],
              ['Branches', <Branches key="b" {...institution} />],
            ]}
          />
        </Stack>
      </Section>
      <Section title="Services and limits" actions={action?.('services')}>
        <Stack gap="md">
          <Group gap={6} aria-label="Services" role="group">
            {institution.services.map((service) => (
              <Badge key={service} variant="default" tt="none" radius="sm">
                {serviceName(service)}
              </Badge>
            ))}
            {institution.services.length === 0 && <Text size="sm">It offers no service.</Text>}
          </Group>
          <Facts
            facts={[
              ['Most per withdrawal', limit(limits.perTransaction)],
              ['Most per business day', limit(limits.perDay)],
              [
                'Withdrawals per business day',
                limits.countPerDay === undefined ? 'No limit' : formatCount(limits.countPerDay),
              ],
              ['Highest access fee', limit(limits.maxAccessFee)],
              ['Hold on checks', `${institution.holdDays} days`],
              ['Reversal window', `${reversal.windowHours} hours`],
              [
                'Reversal of credits',
                reversal.force ? 'Always, even when the money is spent' : 'Only as far as the money is there',
              ],
            ]}
          />
        </Stack>
      </Section>
      <Section title="Cards and routing" actions={action?.('cards')}>
        <Facts
          columns={2}
          facts={[
            ['BINs', <Codes key="bins" codes={institution.bins} />],
            ['SWIFT BIC', institution.swiftBic],
            ['Routing numbers', <Codes key="routing" codes={institution.routingNumbers} />],
            ['Acquirer ids', <Codes key="acquirers" codes={institution.acquirerIds} />],
          ]}
        />
      </Section>
      <MadeAndChanged record={institution} />
    </Stack>
  )
}

function Contacts({ institution: { contacts } }: { institution: Institution }) {
  if (contacts.length === 0) return <Text size="sm">No contacts yet.</Text>
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table className="list" aria-label="Contacts">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>For</Table.Th>
            <Table.Th>Name</Table.Th>
            <Table.Th>E-mail</Table.Th>
            <Table.Th>Telephone</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {contacts.map(({ kind, name, email, phone }) => (
            <Table.Tr key={`${kind} ${email} ${name}`}>
              <Table.Td data-title="For">{formatWord(kind)}</Table.Td>
              <Table.Td data-title="Name">{name}</Table.Td>
              <Table.Td data-title="E-mail">{email}</Table.Td>
              <Table.Td data-title="Telephone">{phone}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function addressText({ address }: Institution): string {
  if (address === undefined) return ''
  const { line1, line2, city, state, postalCode, countryCode } = address
  return [line1, line2, `${postalCode} ${city}`, state, countryCode].filter(Boolean).join(', ')
}

function Branches({ branches }: Pick<Institution, 'branches'>) {
  if (branches.length === 0) return <>—</>
  return (
    <Stack gap={2}>
      {branches.map(({ id, name, address }) => (
        <span key={id}>
          <Id>{id}</Id> {name}, {address}
        </span>
      ))}
    </Stack>
  )
}

function Codes({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return <>—</>
  return (
    <Group gap={6}>
      {codes.map((code) => (
        <Id key={code}>{code}</Id>
      ))}
    </Group>
  )
}
