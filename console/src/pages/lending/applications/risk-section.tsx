// What is known about the risk, and what the decision table recommends and why.

import { Grid, Stack, Table, Text, Title } from '@mantine/core'
import type { lending } from '@tillgate/sdk'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { KEYBOARD_SCROLL } from '../../../kit/list/keyboard-scroll.ts'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { formatCount, formatPercent, formatWord } from '../../../kit/show/format.ts'
import { Instant, StatusBadge, YesNo } from '../../../kit/show/values.tsx'
import { RECOMMENDATIONS } from '../lending-words.ts'
import { Reasons } from './reasons.tsx'
import { SignalsForm } from './signals-form.tsx'

const COLOURS: Readonly<Record<string, string>> = { APPROVE: 'green', DECLINE: 'red', REFER: 'yellow' }

export interface RiskSectionProps {
  readonly partnerId: string
  readonly application: lending.ApplicationDetail
  /** The application can still be assessed. */
  readonly isOpen: boolean
}

export function RiskSection({ partnerId, application, isOpen }: RiskSectionProps) {
  const latest = application.riskSignals.at(-1)
  return (
    <Section
      title="Risk"
      description="The decision table lending-decision grades all signals together and recommends. A person decides."
      actions={
        isOpen && (
          <Allowed module="LOAN_ORIGINATION" action="CREATE">
            <FormDialog label="Record risk signals" dialogSize="xl">
              {(close) => <SignalsForm partnerId={partnerId} application={application} onDone={close} />}
            </FormDialog>
          </Allowed>
        )
      }
    >
      {latest === undefined ? (
        <Text size="sm" c="dimmed">
          No risk signals have been recorded.
        </Text>
      ) : (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack gap="md" data-testid="recommendation">
              <Facts
                columns={2}
                facts={[
                  [
                    'Recommendation',
                    <StatusBadge
                      key="recommendation"
                      status={RECOMMENDATIONS[latest.recommendation] ?? latest.recommendation}
                      color={COLOURS[latest.recommendation] ?? 'gray'}
                    />,
                  ],
                  ['Risk grade', `${latest.riskGrade}${latest.riskGrade === 'A' ? ' (the best)' : ''}`],
                  [
                    'Debt to income',
                    latest.dti === undefined ? 'Not known' : `${formatPercent(latest.dti)} of the monthly income`,
                  ],
                  ['Graded', <Instant key="at" at={latest.createdAt} />],
                ]}
              />
              <div>
                <Title order={3} size="h5" mb={6}>
                  Why
                </Title>
                <Reasons codes={latest.reasons} none="Nothing speaks against it." />
              </div>
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <SignalsTable signals={application.riskSignals} />
          </Grid.Col>
        </Grid>
      )}
    </Section>
  )
}

/** The newest of each type counts; it stands first. */
function SignalsTable({ signals }: { signals: readonly lending.RiskSignals[] }) {
  const rows = signals.flatMap((set) => set.signals.map((signal) => ({ set, signal }))).reverse()
  const newest = new Map(rows.toReversed().map((row) => [row.signal.type, row]))
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={KEYBOARD_SCROLL}>
      <Table className="list" aria-label="Risk signals">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Signal</Table.Th>
            <Table.Th className="numeric">Value</Table.Th>
            <Table.Th>Provider</Table.Th>
            <Table.Th>Recorded</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => {
            const { set, signal } = row
            const isOld = newest.get(signal.type) !== row
            return (
              <Table.Tr key={`${set.riskSignalId} ${signal.type}`} {...(isOld && { c: 'dimmed' })}>
                <Table.Td data-title="Signal">
                  {formatWord(signal.type)}
                  {isOld && ' (replaced)'}
                </Table.Td>
                <Table.Td data-title="Value" className="numeric">
                  <SignalValue value={signal.value} />
                </Table.Td>
                <Table.Td data-title="Provider">{signal.provider ?? '—'}</Table.Td>
                <Table.Td data-title="Recorded">
                  <Instant at={signal.observedAt ?? set.createdAt} />
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function SignalValue({ value }: { value: lending.Signal['value'] }) {
  if (typeof value === 'boolean') return <YesNo value={value} />
  return <>{typeof value === 'number' ? formatCount(value) : value}</>
}
