// The business days of an institution, newest first.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordList } from '../../kit/list/record-list.tsx'
import { formatCount, formatMoney } from '../../kit/show/format.ts'
import { CalendarDate } from '../../kit/show/values.tsx'
import { DayState } from './day-state.tsx'
import { type BusinessDay, sumsByCurrency } from './day-totals.ts'

export interface BusinessDayListProps {
  readonly institution: { readonly id: string; readonly institutionId: string }
  /** It is a page of its own, not a part of the institution's. */
  readonly isPage?: boolean
}

export function BusinessDayList({ institution: { id, institutionId }, isPage = false }: BusinessDayListProps) {
  return (
    <RecordList
      label="Business days"
      urlPrefix={isPage ? '' : 'days-'}
      queryKey={['business-days', id]}
      load={({ page, size }) => ask(admin.browseBusinessDays({ id, page, size }))}
      columns={[
        { title: 'Business date', render: ({ date }) => <CalendarDate date={date} />, width: 150 },
        { title: 'State', render: ({ state }) => <DayState state={state} />, width: 120 },
        { title: 'Terminals', numeric: true, render: ({ totals }) => formatCount(terminals(totals)), width: 100 },
        { title: 'Withdrawals', numeric: true, render: ({ totals }) => amounts(totals, 'withdrawals') },
        { title: 'Deposits', numeric: true, render: ({ totals }) => amounts(totals, 'deposits') },
        { title: 'Fees', numeric: true, render: ({ totals }) => amounts(totals, 'fees') },
        { title: 'Reversals', numeric: true, render: ({ totals }) => amounts(totals, 'reversals') },
      ]}
      rowKey={({ date }) => date}
      rowTo={({ date }) => `/business-days/${institutionId}/${date}`}
      empty={{ title: 'No business days yet', hint: 'They begin with the day on which the institution is activated.' }}
    />
  )
}

function terminals(totals: BusinessDay['totals']): number {
  return new Set(totals.map(({ terminalId }) => terminalId)).size
}

/** One line per currency: amounts in different ones have no sum. */
function amounts(totals: BusinessDay['totals'], kind: 'withdrawals' | 'deposits' | 'fees' | 'reversals') {
  const sums = sumsByCurrency(totals).filter((sum) => sum[kind].count > 0)
  if (sums.length === 0) return '—'
  return sums.map(({ currencyCode, [kind]: sum }) => (
    <div key={currencyCode}>{formatMoney(sum.amount, currencyCode)}</div>
  ))
}
