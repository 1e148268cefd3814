// One business day: its totals, and its reconciliation file.

import { Alert, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileText, IconReceipt2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { Loaded } from '../../kit/page/record-query.tsx'
import { Section } from '../../kit/page/section.tsx'
import { formatDate } from '../../kit/show/format.ts'
import { loadInstitution } from '../institutions/institution.ts'
import { DayActions } from './day-actions.tsx'
import { DayNotice } from './day-notice.tsx'
import { DayState, STATE_MEANINGS } from './day-state.tsx'
import { DayTotals } from './day-totals-table.tsx'
import { downloadReconciliationFile } from './reconciliation-file.ts'

const REFRESH_MS = 5_000

export default function BusinessDayPage() {
  const code = usePathParameter('institutionId')
  const date = usePathParameter('date')
  const query = useQuery({
    queryKey: ['business-days', code, date],
    queryFn: async () => {
      const { id, displayName } = await loadInstitution(code)
      return { id, displayName, day: await ask(admin.getBusinessDay({ id, date })) }
    },
    // The totals of an open day grow, and a closing one closes.
    refetchInterval: ({ state: { data } }) => (data === undefined || data.day.state === 'CLOSED' ? false : REFRESH_MS),
  })
  return (
    <PageFrame
      title={/^\d{4}-\d\d-\d\d$/.test(date) ? formatDate(date) : date}
      trail={[
        ['Business days', '/business-days'],
        [query.data?.displayName ?? code, `/institutions/${code}`],
      ]}
      badge={query.data !== undefined && <DayState state={query.data.day.state} />}
      description={query.data === undefined ? undefined : `${query.data.displayName} (${code})`}
      actions={
        <>
          {query.data !== undefined && <DayActions id={query.data.id} day={query.data.day} />}
          <LinkButton
            to="/transactions"
            search={{ institutionId: code, dateFrom: date, dateTo: date }}
            variant="default"
            leftSection={<IconReceipt2 size={16} aria-hidden />}
          >
            Transactions of the day
          </LinkButton>
        </>
      }
    >
      <Loaded query={query}>
        {({ id, day }) => (
          <Stack gap="md">
            <DayNotice day={day} />
            <Section
              title="Totals by terminal"
              description={`${STATE_MEANINGS[day.state]} Transfers and bill payments are not in these totals.`}
              flush
            >
              <DayTotals totals={day.totals} />
            </Section>
            <Allowed module="TXN_EXPORT" action="EXPORT">
              <ReconciliationFile id={id} code={code} date={date} isClosed={day.state === 'CLOSED'} />
            </Allowed>
          </Stack>
        )}
      </Loaded>
    </PageFrame>
  )
}

interface ReconciliationFileProps {
  readonly id: string
  readonly code: string
  readonly date: string
  readonly isClosed: boolean
}

function ReconciliationFile({ id, code, date, isClosed }: ReconciliationFileProps) {
  const name = `reconciliation-${code}-${date}.csv`
  return (
    <Section
      title="Reconciliation file"
      description="CSV, one line per posting of the date, oldest first. Card numbers are masked."
      actions={
        isClosed && (
          <>
            <ActionButton
              label="Make again"
              leftSection={<IconFileText size={15} />}
              confirm={{
                title: 'Make the file again?',
                message:
                  'It is the same as before, but for orders whose outcome a core has told since. The new file is downloaded.',
              }}
              run={() => downloadReconciliationFile(admin.makeReconciliationFile({ id, date }), name)}
              done="The file is made and downloaded."
            />
            <ActionButton
              label="Download"
              variant="filled"
              leftSection={<IconDownload size={15} />}
              run={() => downloadReconciliationFile(admin.getReconciliationFile({ id, date }), name)}
            />
          </>
        )
      }
    >
      {isClosed ? (
        <Text size="sm">
          The columns are those of a transaction, with <code>originalRrn</code> and <code>reasonCode</code> of a
          reversal.
        </Text>
      ) : (
        <Alert color="blue" title="Not yet">
          <Text size="sm">The file is there once the day is closed.</Text>
        </Alert>
      )}
    </Section>
  )
}
