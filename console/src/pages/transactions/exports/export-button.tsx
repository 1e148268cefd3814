// Starts an export of the transactions that the list shows.

import { Button, List, Modal, Radio, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconFileExport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { filterInWords } from '../transaction-filter.ts'
import type { TransactionFilter } from '../transaction-words.ts'
import { type ExportFormat, FORMATS } from './export-words.ts'

export function ExportButton({ filter }: { filter: TransactionFilter }) {
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" leftSection={<IconFileExport size={16} />} onClick={dialog.open}>
        Export
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Export transactions" size="lg">
        <ExportForm filter={filter} onClose={dialog.close} />
      </Modal>
    </>
  )
}

function ExportForm({ filter, onClose }: { filter: TransactionFilter; onClose(): void }) {
  const navigate = useNavigate()
  const state = useRecordForm({
    initialValues: { format: 'CSV' as ExportFormat },
    submit: ({ format }) => ask(admin.exportTransactions({ filter, format })),
    invalidates: [['exports']],
    onSaved: () => {
      onClose()
      notifications.show({ message: 'The export has been started.', color: 'green' })
      void navigate({ to: '/exports' })
    },
  })
  const parts = filterInWords(filter)
  return (
    <RecordForm state={state} submitLabel="Start the export" onCancel={onClose}>
      <Stack gap={4}>
        <Text size="sm">
          {parts.length === 0
            ? 'All transactions that you may see go into the file.'
            : 'The transactions that match go into the file:'}
        </Text>
        <List size="sm">
          {parts.map((part) => (
            <List.Item key={part}>{part}</List.Item>
          ))}
        </List>
      </Stack>
      <Radio.Group label="Format" {...state.form.getInputProps('format')}>
        <Stack gap="xs" mt={6}>
          {(Object.keys(FORMATS) as ExportFormat[]).map((format) => (
            <Radio key={format} value={format} label={FORMATS[format].label} description={FORMATS[format].hint} />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        The work goes on when you close the console. Oldest transactions come first, card numbers are masked, and one
        file has at most 5,000,000 rows. You can have three unfinished exports at a time.
      </Text>
    </RecordForm>
  )
}
