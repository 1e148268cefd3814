// What holds for an application and an institution in an environment, and where each value comes from.

import { Badge, Group, Paper, Select, Table, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { present } from '../../kit/list/record-list.tsx'
import { EmptyState } from '../../kit/page/empty-state.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { settings } from '../../settings.ts'
import { InstitutionInput } from './institution-input.tsx'
import { PropertyValue } from './property-value.tsx'
import { ENVIRONMENTS, environmentOf, environmentWord, valueTypeWord } from './property-words.ts'
import { usePlace } from './use-place.ts'

export default function EffectivePropertiesPage() {
  const [url, changeUrl] = useUrlState()
  const environment = environmentOf(url.environment) ?? environmentOf(settings.environment) ?? 'sandbox'
  const { application, institutionId, typed, type } = usePlace()
  const query = useQuery({
    queryKey: ['properties', 'effective', environment, application, institutionId],
    queryFn: () =>
      ask(admin.getEffectiveApplicationProperties({ environment, ...present({ application, institutionId }) })),
    placeholderData: keepPreviousData,
  })
  return (
    <PageFrame
      title="Effective properties"
      trail={[['Application properties', '/properties']]}
      description="What an application gets for an institution: the institution’s value where there is one, else the application’s, else the one for all. Inactive properties do not count."
    >
      <Group align="flex-end" role="search" aria-label="Place">
        <Select
          label="Environment"
          w={160}
          data={[...ENVIRONMENTS]}
          allowDeselect={false}
          value={environment}
          onChange={(value) => changeUrl({ environment: value ?? undefined })}
        />
        <TextInput
          label="Application"
          placeholder="Only those for all"
          w={200}
          value={typed.application}
          onChange={(event) => type({ application: event.currentTarget.value })}
        />
        <InstitutionInput
          description={null}
          placeholder="None in particular"
          w={260}
          value={typed.institutionId}
          onChange={(value) => type({ institutionId: value })}
        />
      </Group>
      <Loaded query={query}>
        {(properties) => (
          <EffectiveTable
            properties={properties}
            application={application}
            institutionId={institutionId}
            environment={environmentWord(environment)}
          />
        )}
      </Loaded>
    </PageFrame>
  )
}

interface EffectiveTableProps {
  readonly properties: readonly onboarding.EffectiveProperty[]
  readonly application: string | undefined
  readonly institutionId: string | undefined
  readonly environment: string
}

function EffectiveTable({ properties, application, institutionId, environment }: EffectiveTableProps) {
  return (
    <Paper className="clipped">
      <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table className="list" aria-label="Effective properties">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Key</Table.Th>
              <Table.Th>Value</Table.Th>
              <Table.Th>Type</Table.Th>
              <Table.Th>Comes from</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {properties.map((property) => (
              <Table.Tr key={property.key}>
                <Table.Td data-title="Key">
                  <PageLink to={`/properties/${property.id}`}>{property.key}</PageLink>
                </Table.Td>
                <Table.Td data-title="Value">
                  <PropertyValue {...property} />
                </Table.Td>
                <Table.Td data-title="Type">{valueTypeWord(property.valueType)}</Table.Td>
                <Table.Td data-title="Comes from">
                  <Source source={property.source} application={application} institutionId={institutionId} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {properties.length === 0 && (
        <EmptyState
          title="Nothing holds here"
          hint={`There is no active property for this place in ${environment}. Applications use their defaults.`}
        />
      )}
    </Paper>
  )
}

function Source(props: {
  source: onboarding.EffectiveProperty['source']
  application: string | undefined
  institutionId: string | undefined
}) {
  const { source, application, institutionId } = props
  const [color, word, name] =
    source === 'INSTITUTION'
      ? (['harbour', 'Institution', institutionId] as const)
      : source === 'APPLICATION'
        ? (['blue', 'Application', application] as const)
        : (['gray', 'For all', undefined] as const)
  return (
    <Group gap={6} wrap="nowrap">
      <Badge color={color} variant="light" radius="sm" tt="none" style={{ flexShrink: 0 }}>
        {word}
      </Badge>
      {name !== undefined && <Text size="sm">{name}</Text>}
    </Group>
  )
}
