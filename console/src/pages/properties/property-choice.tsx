// Chooses among the properties of a place.

import { Box, Checkbox, Table } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { EmptyState } from '../../kit/page/empty-state.tsx'
import { Id, StatusBadge } from '../../kit/show/values.tsx'
import { PropertyValue } from './property-value.tsx'

export interface PropertyChoiceProps {
  readonly properties: readonly onboarding.ApplicationProperty[]
  readonly chosen: readonly string[]
  onChange(keys: readonly string[]): void
}

export function PropertyChoice({ properties, chosen, onChange }: PropertyChoiceProps) {
  if (properties.length === 0) {
    return <EmptyState title="No properties here" hint="Choose another environment, application or institution." />
  }
  const areAll = chosen.length === properties.length
  return (
    <Box className="scrolls" tabIndex={0} role="region" aria-label="Properties to choose from">
      <Table aria-label="Properties to promote" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={44}>
              <Checkbox
                aria-label="Choose all"
                checked={areAll}
                indeterminate={!areAll && chosen.length > 0}
                onChange={() => onChange(areAll ? [] : properties.map(({ key }) => key))}
              />
            </Table.Th>
            <Table.Th>Key</Table.Th>
            <Table.Th>Value</Table.Th>
            <Table.Th miw={110}>Status</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {properties.map((property) => (
            <Table.Tr key={property.id}>
              <Table.Td>
                <Checkbox
                  aria-label={`Choose ${property.key}`}
                  checked={chosen.includes(property.key)}
                  onChange={(event) =>
                    onChange(
                      event.currentTarget.checked
                        ? [...chosen, property.key]
                        : chosen.filter((key) => key !== property.key),
                    )
                  }
                />
              </Table.Td>
              <Table.Td>
                <Id>{property.key}</Id>
              </Table.Td>
              <Table.Td>
                <PropertyValue {...property} />
              </Table.Td>
              <Table.Td>
                <StatusBadge status={property.isActive ? 'ACTIVE' : 'INACTIVE'} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}
