// Figures in rows, with links to what they count.

import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

export interface FiguresTableProps {
  readonly label: string
  readonly columns: readonly string[]
  /** The first cell names the row; the others are figures. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

export function FiguresTable({ label, columns, rows }: FiguresTableProps) {
  return (
    <Table className="list" aria-label={label} horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          {columns.map((column, at) => (
            <Table.Th key={column} className={at === 0 ? '' : 'numeric'}>
              {column}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells: [name, ...figures] }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            {figures.map((figure, at) => (
              <Table.Td key={columns[at + 1]} data-title={columns[at + 1]} className="numeric">
                {figure}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
