// Which changes wait for a second user, and where that is set.

import { Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Id } from '../../kit/show/values.tsx'
import { useMay } from '../../session/entitlements.ts'
import { useUser } from '../../session/session.ts'
import { settings } from '../../settings.ts'
import { InstitutionLabel } from '../digital/parties/institution-names.tsx'
import { FOUR_EYES } from '../properties/known-properties.ts'
import { environmentOf } from '../properties/property-words.ts'
import { entryInWords } from './four-eyes-words.ts'

type Property = onboarding.ApplicationProperty

export function WhatWaits() {
  const may = useMay()
  const canRead = may('APP_PROPERTIES', 'VIEW')
  const environment = environmentOf(settings.environment) ?? 'sandbox'
  const lists = useQuery({
    queryKey: ['properties', FOUR_EYES, environment],
    queryFn: () =>
      ask(
        admin.listApplicationProperties(
          { size: 200 },
          { environment: [environment], application: '*', key: FOUR_EYES, isActive: true },
        ),
      ),
    enabled: canRead,
  })
  return (
    <Section
      title="What waits for a second user"
      description="Whatever makes this list shorter always waits; blocking, revoking, suspending and deactivating never do."
    >
      {canRead ? (
        <Loaded query={lists}>{({ content }) => <Lists properties={content} environment={environment} />}</Loaded>
      ) : (
        <Text size="sm">The application property four-eyes lists these changes. You may not read properties.</Text>
      )}
    </Section>
  )
}

function Lists({ properties, environment }: { properties: readonly Property[]; environment: string }) {
  const may = useMay()
  const { institutionId } = useUser()
  const all = properties.find((property) => property.institutionId === null)
  const ofInstitutions = properties.filter((property) => property.institutionId !== null)
  const usual = settings.fourEyes.usual
  return (
    <Stack>
      <Entries entries={all === undefined ? usual : entriesOf(all)} />
      {all !== undefined ? (
        <PageLink to={`/properties/${all.id}`}>Show or change this list</PageLink>
      ) : (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            The platform’s own list: none is kept.
          </Text>
          {may('APP_PROPERTIES', 'CREATE') && !institutionId && (
            <PageLink
              to="/properties/new"
              search={{ environment, application: '*', key: FOUR_EYES, value: JSON.stringify(usual) }}
            >
              Keep a list of your own
            </PageLink>
          )}
        </Group>
      )}
      {ofInstitutions.map((property) => (
        <Stack key={property.id} gap="xs">
          <Text size="sm" fw={600} component="h3">
            Also for <InstitutionLabel id={property.institutionId} />
          </Text>
          <Entries entries={entriesOf(property)} />
          <PageLink to={`/properties/${property.id}`}>Show or change this list</PageLink>
        </Stack>
      ))}
    </Stack>
  )
}

function Entries({ entries }: { entries: readonly string[] }) {
  if (entries.length === 0) return <Text size="sm">No change waits for a second user.</Text>
  return (
    <Table aria-label="Changes that wait" className="list" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Module</Table.Th>
          <Table.Th>Change</Table.Th>
          <Table.Th>Entry</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.toSorted().map((entry) => {
          const [module, change] = entryInWords(entry)
          return (
            <Table.Tr key={entry}>
              <Table.Td data-title="Module">{module}</Table.Td>
              <Table.Td data-title="Change">{change}</Table.Td>
              <Table.Td data-title="Entry">
                <Id>{entry}</Id>
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

function entriesOf({ value, isSecret }: Property): readonly string[] {
  if (isSecret) return []
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list.map(String) : []
  } catch {
    return []
  }
}
