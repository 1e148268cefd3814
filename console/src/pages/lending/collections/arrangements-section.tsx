// Hardship arrangements of a loan.

import { Table, Text } from '@mantine/core'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { ActionButton } from '../../../kit/actions/action-button.tsx'
import { useOnce } from '../../../kit/form/attempt-key.ts'
import { KEYBOARD_SCROLL } from '../../../kit/list/keyboard-scroll.ts'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { formatAmount } from '../../../kit/show/format.ts'
import { CalendarDate, StatusBadge } from '../../../kit/show/values.tsx'
import { useMay } from '../../../session/entitlements.ts'
import { lendingKey } from '../lending-frame.tsx'
import { AT_END, HARDSHIPS, INTEREST_TREATMENTS } from '../lending-words.ts'
import { canRestructure, type Loan } from '../loans/loan-states.ts'

export interface ArrangementsSectionProps {
  readonly partnerId: string
  readonly loan: Loan
  readonly arrangements: readonly api.Arrangement[]
}

export function ArrangementsSection({ partnerId, loan, arrangements }: ArrangementsSectionProps) {
  const may = useMay()
  const mayArrange = may('LOAN_SERVICING', 'CREATE')
  return (
    <Section
      title="Hardship"
      description="While an arrangement is kept, days past due, late fees and charge-off pause. It breaks when a payment under it is 15 days late."
      flush={arrangements.length > 0}
      actions={
        canRestructure(loan) &&
        mayArrange && (
          <PageLink to={`/lending/loans/${loan.loanId}`} search={{ tab: 'what-if', what: 'hardship' }}>
            See what an arrangement would do
          </PageLink>
        )
      }
    >
      {arrangements.length === 0 ? (
        <Text size="sm" c="dimmed">
          There has been no arrangement.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={700} scrollAreaProps={KEYBOARD_SCROLL}>
          <Table className="list" aria-label="Hardship arrangements">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>What</Table.Th>
                <Table.Th>From</Table.Th>
                <Table.Th>To</Table.Th>
                <Table.Th className="numeric">Instalments</Table.Th>
                <Table.Th className="numeric">Each asks for</Table.Th>
                <Table.Th>Interest</Table.Th>
                <Table.Th>Afterwards</Table.Th>
                <Table.Th>Status</Table.Th>
                <Table.Th aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {arrangements.map((one) => (
                <Table.Tr key={one.arrangementId}>
                  <Table.Td data-title="What">
                    {HARDSHIPS[one.type]}
                    {one.reason !== undefined && (
                      <Text size="xs" c="dimmed">
                        {one.reason}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td data-title="From">
                    <CalendarDate date={one.startDate} />
                  </Table.Td>
                  <Table.Td data-title="To">
                    <CalendarDate date={one.endDate} />
                  </Table.Td>
                  <Table.Td data-title="Instalments" className="numeric">
                    {one.instalments}
                  </Table.Td>
                  <Table.Td data-title="Each asks for" className="numeric">
                    {one.reducedAmount === undefined ? '—' : formatAmount(one.reducedAmount, loan.currency)}
                  </Table.Td>
                  <Table.Td data-title="Interest">{INTEREST_TREATMENTS[one.interestTreatment]}</Table.Td>
                  <Table.Td data-title="Afterwards">{AT_END[one.atEnd]}</Table.Td>
                  <Table.Td data-title="Status">
                    <StatusBadge status={one.status} {...(one.status === 'CANCELLED' && { color: 'gray' })} />
                  </Table.Td>
                  <Table.Td className="row-actions">
                    {one.status === 'ACTIVE' && mayArrange && (
                      <EndButton partnerId={partnerId} loan={loan} arrangementId={one.arrangementId} />
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  )
}

function EndButton({ partnerId, loan, arrangementId }: { partnerId: string; loan: Loan; arrangementId: string }) {
  const once = useOnce(`end-${arrangementId}`)
  return (
    <ActionButton
      label="End it"
      size="compact-sm"
      color="red"
      variant="light"
      confirm={{
        title: 'End the arrangement',
        message: 'The instalments that it still covers ask for the full amount again, and days past due count again.',
        label: 'End the arrangement',
      }}
      run={() =>
        once((idempotencyKey) =>
          ask(
            lending(partnerId).arrangeHardship(
              { loanId: loan.loanId },
              { action: 'END', arrangementId },
              { idempotencyKey },
            ),
          ),
        )
      }
      invalidates={[lendingKey(partnerId)]}
      done="The arrangement has ended."
    />
  )
}
