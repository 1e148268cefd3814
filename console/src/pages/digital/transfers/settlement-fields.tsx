// How a transfer is settled: at once, or reserved until one side commits it.

import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { Segments } from '../../../kit/inputs/segments.tsx'
import type { TransferForm } from './transfer-values.ts'

const TIMES = [
  ['1 minute', 60],
  ['10 minutes', 600],
  ['1 hour', 3_600],
  ['1 day', 86_400],
] as const

export function SettlementFields({ form }: { form: TransferForm }) {
  const field = fieldsOf(form)
  const { mode } = form.values.settlement
  return (
    <Stack>
      <Segments
        aria-label="Settlement"
        data={[
          { value: 'IMMEDIATE', label: 'At once' },
          { value: 'TWO_PHASE', label: 'In two phases' },
        ]}
        value={mode}
        onChange={(next) => form.setFieldValue('settlement.mode', next === 'TWO_PHASE' ? 'TWO_PHASE' : 'IMMEDIATE')}
      />
      <Text size="sm" c="dimmed">
        {mode === 'IMMEDIATE'
          ? 'The tokens move as soon as the transfer is sent. It cannot be taken back.'
          : 'The tokens are reserved first. They move when the transfer is committed; they are free again when it is aborted or its time is over.'}
      </Text>
      {mode === 'TWO_PHASE' && (
        <>
          <Radio.Group
            label="Who commits"
            description="The payee may abort in either case."
            {...form.getInputProps('settlement.committer')}
          >
            <Group mt="xs">
              <Radio value="PAYER" label="The payer’s side" />
              <Radio value="PAYEE" label="The payee’s side" />
            </Group>
          </Radio.Group>
          {field.number(
            'settlement.expiresInSeconds',
            'Seconds until it expires',
            '5 seconds to one day, counted from when the gateway stores it.',
            { allowDecimal: false, allowNegative: false },
          )}
          <Group gap="xs">
            {TIMES.map(([label, seconds]) => (
              <Button
                key={seconds}
                size="compact-xs"
                variant="default"
                onClick={() => form.setFieldValue('settlement.expiresInSeconds', seconds)}
              >
                {label}
              </Button>
            ))}
          </Group>
        </>
      )}
    </Stack>
  )
}
