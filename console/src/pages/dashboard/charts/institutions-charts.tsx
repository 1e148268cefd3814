// Institutions: how many are in which state now, and their figures in the period.

import { Table } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { Section } from '../../../kit/page/section.tsx'
import { formatPercent, formatWord } from '../../../kit/show/format.ts'
import { useMay } from '../../../session/entitlements.ts'
import { FiguresTable } from '../figures/figures-table.tsx'
import { BarList } from './bar-list.tsx'
import { ChartBox } from './chart-box.tsx'
import { APPROVED, DECLINED, REVERSALS, type Search } from './drill-down.ts'
import { DrillLink } from './drill-link.tsx'

const COLORS: Readonly<Record<string, string>> = {
  DRAFT: 'yellow',
  SUBMITTED: 'blue',
  APPROVED: 'teal',
  REJECTED: 'red',
  ACTIVE: 'green',
  SUSPENDED: 'orange',
  TERMINATED: 'gray',
}

export function InstitutionStates({ byStatus }: { byStatus: Readonly<Record<string, unknown>> }) {
  const canOpen = useMay()('INSTITUTIONS', 'VIEW')
  const states = Object.entries(byStatus).map(([status, count]) => ({ status, count: Number(count) }))
  return (
    <ChartBox
      title="Institutions by state"
      description="Now"
      chart={
        <BarList
          bars={states.map(({ status, count }) => ({
            name: formatWord(status),
            count,
            color: COLORS[status] ?? 'gray',
            to: canOpen && count > 0 ? '/institutions' : undefined,
            search: { status },
          }))}
        />
      }
      table={
        <FiguresTable
          label="Institutions by state"
          columns={['State', 'Institutions']}
          rows={states.map(({ status, count }) => ({ key: status, cells: [formatWord(status), count] }))}
        />
      }
    />
  )
}

export interface InstitutionsTableProps {
  readonly institutions: readonly onboarding.DashboardInstitution[]
  readonly all: Search
}

export function InstitutionsTable({ institutions, all }: InstitutionsTableProps) {
  return (
    <Section title="Institutions in this period" flush>
      <Table.ScrollContainer minWidth={560} mah={480}>
        <FiguresTable
          label="Institutions in this period"
          columns={['Institution', 'Transactions', 'Approval rate', 'Approved', 'Declined', 'Reversals']}
          rows={institutions.map((one) => {
            const { institutionId } = one
            const search = { ...all, institutionId }
            const link = (count: number, what: string, more: Search = {}) => (
              <DrillLink count={count} of={`${what} of ${institutionId}`} search={{ ...search, ...more }} />
            )
            return {
              key: institutionId,
              cells: [
                institutionId,
                link(one.totalTransactions, 'transactions'),
                one.approvalRate === null ? '—' : formatPercent(one.approvalRate),
                link(one.approved, 'approved', APPROVED),
                link(one.declined, 'declined', DECLINED),
                link(one.reversals, 'reversals', REVERSALS),
              ],
            }
          })}
        />
      </Table.ScrollContainer>
    </Section>
  )
}
