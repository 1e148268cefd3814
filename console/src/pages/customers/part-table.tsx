// One part of a customer as a table, or a sentence where it has no rows.

import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '../../kit/page/section.tsx'

export interface PartColumn<Row> {
  readonly title: string
  readonly numeric?: boolean
  render(row: Row): ReactNode
}

export interface PartTableProps<Row> {
  readonly title: string
  readonly rows: readonly Row[]
  readonly columns: readonly PartColumn<Row>[]
  rowKey(row: Row): string
  /** Where there are none. */
  readonly none: string
  /** There are more than these. */
  readonly hasMore?: boolean
  readonly actions?: ReactNode
}

export function PartTable<Row>(props: PartTableProps<Row>) {
  const { title, rows, columns, rowKey, none, hasMore = false, actions } = props
  return (
    <Section title={title} actions={actions}>
      {rows.length === 0 ? (
        <Text size="sm">{none}</Text>
      ) : (
        <Table.ScrollContainer minWidth={columns.length * 90}>
          <Table className="list" aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                {columns.map((column) => (
                  <Table.Th key={column.title} className={column.numeric === true ? 'numeric' : 'text'}>
                    {column.title}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={rowKey(row)}>
                  {columns.map((column) => (
                    <Table.Td
                      key={column.title}
                      className={column.numeric === true ? 'numeric' : 'text'}
                      data-title={column.title}
                    >
                      {column.render(row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {hasMore && (
        <Text size="sm" c="dimmed" mt="xs">
          There are more than are shown here. Their own list has all of them.
        </Text>
      )}
    </Section>
  )
}
