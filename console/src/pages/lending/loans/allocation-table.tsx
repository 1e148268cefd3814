// What an amount paid, in all and of each instalment.

import { Table } from '@mantine/core'
import type { lending } from '@tillgate/sdk'
import { KEYBOARD_SCROLL } from '../../../kit/list/keyboard-scroll.ts'
import { formatAmount } from '../../../kit/show/format.ts'

const PARTS = ['penalties', 'fees', 'interest', 'principal', 'overpayment'] as const

export interface AllocationTableProps {
  readonly allocation: lending.Alloc
  readonly perInstalment: readonly lending.InstalmentAlloc[]
  readonly currency: string
}

export function AllocationTable({ allocation, perInstalment, currency }: AllocationTableProps) {
  const cells = (alloc: lending.Alloc) => (
    <>
      {PARTS.map((part) => (
        <Table.Td key={part} className="numeric">
          {formatAmount(alloc[part], currency)}
        </Table.Td>
      ))}
      <Table.Td className="numeric">
        {formatAmount(
          PARTS.reduce((sum, part) => sum + alloc[part], 0),
          currency,
        )}
      </Table.Td>
    </>
  )
  return (
    <Table.ScrollContainer minWidth={560} maxHeight={320} scrollAreaProps={KEYBOARD_SCROLL}>
      <Table aria-label="Allocation" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Paid of</Table.Th>
            <Table.Th className="numeric">Penalties</Table.Th>
            <Table.Th className="numeric">Fees</Table.Th>
            <Table.Th className="numeric">Interest</Table.Th>
            <Table.Th className="numeric">Principal</Table.Th>
            <Table.Th className="numeric">Overpaid</Table.Th>
            <Table.Th className="numeric">Together</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {perInstalment.map((row) => (
            <Table.Tr key={row.n}>
              <Table.Td>Instalment {row.n}</Table.Td>
              {cells(row)}
            </Table.Tr>
          ))}
          <Table.Tr fw={600}>
            <Table.Td>All</Table.Td>
            {cells(allocation)}
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
