// The repayment schedule, in any version and as of any day.

import { Alert, Group, Select, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from '../../../../api/ask.ts'
import { lending } from '../../../../api/gateway.ts'
import { DateField } from '../../../../kit/inputs/date-field.tsx'
import { present } from '../../../../kit/list/record-list.tsx'
import { Loaded } from '../../../../kit/page/record-query.tsx'
import { Section } from '../../../../kit/page/section.tsx'
import { useUrlState } from '../../../../kit/page/url-state.ts'
import { formatDate, formatWord } from '../../../../kit/show/format.ts'
import { serverMessage } from '../../../../texts/server-messages.ts'
import { lendingKey } from '../../lending-frame.tsx'
import { RESTRUCTURES } from '../../lending-words.ts'
import { InstalmentTable } from '../../schedule/instalment-table.tsx'
import { ScheduleChart } from '../../schedule/schedule-chart.tsx'
import type { Loan } from '../loan-states.ts'

export function ScheduleTab({ partnerId, loan }: { partnerId: string; loan: Loan }) {
  const [url, change] = useUrlState()
  const asked = present({
    version: /^\d{1,9}$/.test(url.version ?? '') ? Number(url.version) : undefined,
    asOf: url.asOf,
  })
  const query = useQuery({
    queryKey: lendingKey(partnerId, 'loans', loan.loanId, 'schedule', asked),
    queryFn: () => ask(lending(partnerId).getLoanSchedule({ loanId: loan.loanId, ...asked })),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="lg">
      <Group align="flex-end">
        <Select
          label="Version"
          w={220}
          allowDeselect={false}
          data={[
            { value: '', label: 'As it stands' },
            ...Array.from({ length: loan.scheduleVersion }, (_, at) => ({
              value: String(loan.scheduleVersion - at),
              label: `Version ${loan.scheduleVersion - at}${at === 0 ? ' (newest)' : ''}`,
            })),
          ]}
          value={url.version ?? ''}
          onChange={(version) => change({ version: version === '' ? undefined : (version ?? undefined) })}
        />
        <DateField
          label="As of"
          w={170}
          value={url.asOf ?? ''}
          onChange={(event) =>
            change({ asOf: event.currentTarget.value === '' ? undefined : event.currentTarget.value })
          }
        />
      </Group>
      {query.isError && query.data !== undefined && (
        <Alert color="red" role="alert">
          {serverMessage(query.error.message)}
        </Alert>
      )}
      <Loaded query={query}>
        {(schedule) => (
          <>
            <Section
              title="Instalments"
              description={`Version ${schedule.version}, made by: ${reasonOf(schedule.reason)}. As of ${formatDate(schedule.asOf)}.`}
            >
              {schedule.instalments.length === 0 ? (
                <Text size="sm" c="dimmed">
                  There are no instalments.
                </Text>
              ) : (
                <ScheduleChart rows={schedule.instalments} currency={schedule.currency} />
              )}
            </Section>
            <Section flush>
              <InstalmentTable
                instalments={schedule.instalments}
                totals={schedule.totals}
                currency={schedule.currency}
              />
            </Section>
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function reasonOf(reason: string): string {
  const words: Readonly<Record<string, string>> = { ...RESTRUCTURES, PLAN: 'the plan before paying out' }
  return (words[reason] ?? formatWord(reason)).toLowerCase()
}
