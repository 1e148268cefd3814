// Chooses the period, the institution, and how fine the charts are.

import { Box, Group, Input, SegmentedControl, Text } from '@mantine/core'
import { FilterBar } from '../../kit/list/filter-bar.tsx'
import type { UrlValues } from '../../kit/page/url-state.ts'
import { formatDate } from '../../kit/show/format.ts'
import { canBeByHour, type DateRange, type Granularity, PERIODS, periodOf } from './period.ts'

export interface PeriodBarProps {
  readonly url: UrlValues
  readonly range: DateRange
  readonly granularity: Granularity
  onChange(values: UrlValues): void
}

export function PeriodBar({ url, range, granularity, onChange }: PeriodBarProps) {
  const period = periodOf(url)
  return (
    <Group align="flex-start" gap="md">
      <Input.Wrapper label="Period" labelElement="div" className="period">
        <SegmentedControl
          aria-label="Period"
          display="flex"
          data={[...PERIODS]}
          value={period}
          onChange={(next) =>
            // A period of one's own begins with the one that is shown.
            onChange(
              next === 'custom'
                ? { period: next, ...range }
                : {
                    period: next === 'today' ? undefined : next,
                    from: undefined,
                    to: undefined,
                    granularity: undefined,
                  },
            )
          }
        />
      </Input.Wrapper>
      {/* Its filters take halves of the line on a telephone. */}
      <Box w={{ base: '100%', xs: 'auto' }}>
        <FilterBar
          filters={[
            ...(period === 'custom'
              ? ([
                  { kind: 'date', name: 'from', label: 'From' },
                  { kind: 'date', name: 'to', label: 'To' },
                ] as const)
              : []),
            { kind: 'institution', name: 'institutionId', label: 'Institution', width: 230 },
          ]}
          values={{ institutionId: url.institutionId, from: url.from, to: url.to }}
          onChange={onChange}
        />
      </Box>
      {canBeByHour(range) && (
        <Input.Wrapper label="Charts" labelElement="div">
          <SegmentedControl
            aria-label="Charts by"
            display="flex"
            data={[
              { value: 'hour', label: 'By hour' },
              { value: 'day', label: 'By day' },
            ]}
            value={granularity}
            onChange={(next) => onChange({ granularity: next })}
          />
        </Input.Wrapper>
      )}
      <Text size="sm" c="dimmed" w="100%">
        {range.from === range.to
          ? `Business date ${formatDate(range.from)}`
          : `Business dates ${formatDate(range.from)} to ${formatDate(range.to)}`}
      </Text>
    </Group>
  )
}
