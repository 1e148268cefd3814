// How the plan of a loan was changed.

import { Table } from '@mantine/core'
import type { lending } from '@tillgate/sdk'
import { KEYBOARD_SCROLL } from '../../../../kit/list/keyboard-scroll.ts'
import { Section } from '../../../../kit/page/section.tsx'
import { CalendarDate, Instant, StatusBadge } from '../../../../kit/show/values.tsx'
import { formatRate, RESTRUCTURES } from '../../lending-words.ts'

export function RestructuresSection({ restructures }: { restructures: readonly lending.Restructure[] }) {
  return (
    <Section title="Restructures" flush>
      <Table.ScrollContainer minWidth={700} scrollAreaProps={KEYBOARD_SCROLL}>
        <Table className="list" aria-label="Restructures">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Effective</Table.Th>
              <Table.Th>What</Table.Th>
              <Table.Th>How</Table.Th>
              <Table.Th>Booked</Table.Th>
              <Table.Th>By</Table.Th>
              <Table.Th>Status</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {restructures.map((one) => (
              <Table.Tr key={one.restructureId}>
                <Table.Td data-title="Effective">
                  <CalendarDate date={one.effectiveDate} />
                </Table.Td>
                <Table.Td data-title="What">{RESTRUCTURES[one.type]}</Table.Td>
                <Table.Td data-title="How">{detailsOf(one)}</Table.Td>
                <Table.Td data-title="Booked">
                  <Instant at={one.bookedAt} />
                </Table.Td>
                <Table.Td data-title="By">{one.createdBy}</Table.Td>
                <Table.Td data-title="Status">
                  <StatusBadge status={one.status} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}

function detailsOf(one: lending.Restructure): string {
  const parts = [
    one.newRate !== undefined && `to ${formatRate(one.newRate)}`,
    one.extraInstalments !== undefined && `${one.extraInstalments} more instalments`,
    one.newDueDate !== undefined && `next due ${one.newDueDate}`,
    one.startDate !== undefined && `from ${one.startDate}`,
    one.instalments !== undefined && `${one.instalments} instalments`,
    one.graceOnPrincipal !== undefined && `${one.graceOnPrincipal} without principal`,
    one.graceOnInterest !== undefined && `${one.graceOnInterest} without interest`,
    one.frequency !== undefined && `every ${one.frequency.every} ${one.frequency.unit.toLowerCase()}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? '—' : parts.join(', ')
}
