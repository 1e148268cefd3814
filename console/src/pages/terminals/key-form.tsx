// Makes a key, in a dialog. The new key is handed to the page, which shows it once.

import { Alert, Modal, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
import { ALGORITHMS, KEY_TYPES } from './terminal-words.ts'

export interface KeyFormProps {
  readonly isOpen: boolean
  /** Fixed on the page of a terminal. */
  readonly terminal?: { readonly terminalId: string; readonly institutionId: string }
  onClose(): void
  onMade(key: onboarding.TerminalKeyWithSecret): void
}

interface Values extends Record<string, unknown> {
  institutionId: string | null
  terminalId: string | null
  keyType: onboarding.TerminalKey['keyType'] | null
  algorithm: onboarding.TerminalKey['algorithm']
}

export function KeyForm({ isOpen, onClose, ...form }: KeyFormProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New terminal key" closeOnClickOutside={false}>
      <OpenKeyForm onClose={onClose} {...form} />
    </Modal>
  )
}

function OpenKeyForm({ terminal, onClose, onMade }: Omit<KeyFormProps, 'isOpen'>) {
  const state = useRecordForm<Values, onboarding.TerminalKeyWithSecret>({
    initialValues: {
      institutionId: terminal?.institutionId ?? null,
      terminalId: terminal?.terminalId ?? null,
      keyType: null,
      algorithm: 'AES256',
    },
    validate: ({ institutionId, terminalId, keyType }) => ({
      ...(institutionId === null && { institutionId: 'Is required' }),
      ...(terminalId === null && { terminalId: 'Is required' }),
      ...(keyType === null && { keyType: 'Is required' }),
    }),
    async submit({ institutionId, terminalId, keyType, algorithm }) {
      const key = await ask(
        admin.createTerminalKey({
          institutionId: institutionId ?? '',
          terminalId: terminalId ?? '',
          keyType: keyType ?? 'APP',
          algorithm: keyType === 'APP' ? algorithm : 'AES256',
        }),
      )
      // At once: nothing that happens afterwards may lose the key.
      onMade(key)
      return key
    },
    invalidates: [['terminal-keys']],
    onSaved: onClose,
  })
  const { form } = state
  const field = fieldsOf(form)
  const { institutionId, keyType } = form.values
  const use = KEY_TYPES.find(({ value }) => value === keyType)?.use
  return (
    <RecordForm state={state} submitLabel="Make key" onCancel={onClose}>
      <Stack gap="sm">
        {terminal === undefined && (
          <>
            <InstitutionSelect
              required
              {...form.getInputProps('institutionId')}
              onChange={(value) => form.setValues({ institutionId: value, terminalId: null })}
            />
            <TerminalSelect institutionId={institutionId} {...form.getInputProps('terminalId')} />
          </>
        )}
        {field.choice(
          'keyType',
          'Type',
          KEY_TYPES.map(({ value, label }) => ({ value, label: `${label} (${value})` })),
          use === undefined ? 'What the key is for.' : `It ${use}.`,
          { required: true },
        )}
        {keyType === 'APP' &&
          field.choice('algorithm', 'Algorithm', ALGORITHMS, 'Other types than application keys are always AES-256.', {
            allowDeselect: false,
          })}
        <Alert variant="light" color="gray">
          The gateway makes the key and shows it to you once. It is pending until you activate it, and expires a year
          from now.
        </Alert>
      </Stack>
    </RecordForm>
  )
}

interface TerminalSelectProps {
  readonly institutionId: string | null
  readonly value?: string | null
  onChange?(value: string | null): void
}

function TerminalSelect({ institutionId, ...input }: TerminalSelectProps) {
  const { data } = useQuery({
    queryKey: ['terminals', 'choices', institutionId],
    queryFn: () =>
      ask(
        admin.listTerminals(
          { size: 200, sort: 'terminalId:asc' },
          { institutionId: institutionId ?? '', status: ['REGISTERED', 'ACTIVE', 'INACTIVE'] },
        ),
      ),
    enabled: institutionId !== null,
  })
  return (
    <Select
      label="Terminal"
      required
      searchable
      disabled={institutionId === null}
      placeholder={institutionId === null ? 'Choose the institution first' : 'Choose a terminal'}
      nothingFoundMessage="No terminal found"
      data={(data?.content ?? []).map(({ terminalId, location }) => ({
        value: terminalId,
        label: `${terminalId} · ${location}`,
      }))}
      {...input}
    />
  )
}
