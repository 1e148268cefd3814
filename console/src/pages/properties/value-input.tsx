// An input that fits the type of a value. The value is a text in every case, as the gateway keeps it.

import {
  Autocomplete,
  Button,
  Group,
  Input,
  PasswordInput,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { durationInWords } from './durations.ts'
import { prettyJson } from './property-value.tsx'
import type { ValueType } from './property-words.ts'

export interface ValueInputProps {
  readonly valueType: ValueType
  readonly value: string
  onChange(value: string): void
  readonly error?: string | undefined
  readonly isSecret: boolean
  /** A stored secret stays as it is while nothing is typed. */
  readonly keepsSecret: boolean
  readonly choices?: readonly string[] | undefined
  /** A JSON list of texts is put together from these and others. */
  readonly entries?: readonly string[] | undefined
  readonly example?: string | undefined
}

export function ValueInput(props: ValueInputProps) {
  const { valueType, value, onChange, error, isSecret, keepsSecret, choices, entries, example } = props
  const input = { label: 'Value', error, placeholder: example, required: !keepsSecret }
  if (isSecret) {
    return (
      <PasswordInput
        {...input}
        placeholder={keepsSecret ? '********' : ''}
        description={
          keepsSecret
            ? 'Leave it empty to keep the present value, which no one can read.'
            : 'Stored encrypted. No one can read it again.'
        }
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  switch (valueType) {
    case 'BOOLEAN':
      return (
        <Input.Wrapper label="Value" error={error}>
          <Switch
            mt={6}
            label={value === 'true' ? 'Yes (true)' : 'No (false)'}
            checked={value === 'true'}
            onChange={(event) => onChange(event.currentTarget.checked ? 'true' : 'false')}
          />
        </Input.Wrapper>
      )
    case 'JSON':
      return entries === undefined || textsOf(value) === undefined ? (
        <JsonValueInput {...input} value={value} onChange={onChange} />
      ) : (
        <TagsInput
          {...input}
          description="Choose from the list, or type an entry and press Enter."
          placeholder={example}
          data={[...entries]}
          maxDropdownHeight={320}
          clearable
          value={[...(textsOf(value) ?? [])]}
          onChange={(texts) => onChange(JSON.stringify(texts))}
        />
      )
    case 'DURATION':
      return (
        <TextInput
          {...input}
          placeholder={example ?? 'PT30S'}
          description={`ISO 8601: PT30S is 30 seconds, PT5M 5 minutes, PT2H 2 hours, P7D 7 days.${inWords(value)}`}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value.trim())}
        />
      )
    case 'INT':
    case 'DECIMAL':
      return (
        <TextInput
          {...input}
          inputMode={valueType === 'INT' ? 'numeric' : 'decimal'}
          description={valueType === 'INT' ? 'A whole number, such as 7 or -12.' : 'With a point: 12.50.'}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value.trim())}
        />
      )
    case 'STRING':
      return choices === undefined ? (
        <Textarea
          {...input}
          required={false}
          autosize
          minRows={1}
          maxRows={12}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <Autocomplete
          {...input}
          description={`The platform understands ${choices.join(', ')}.`}
          data={[...choices]}
          // The text of the present value is no search.
          {...(choices.includes(value) && { filter: ({ options }) => options })}
          value={value}
          onChange={onChange}
        />
      )
  }
}

/** The texts of a JSON list; none of an empty value; undefined when it is something else. */
function textsOf(value: string): readonly string[] | undefined {
  if (value.trim() === '') return []
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined
  } catch {
    return undefined
  }
}

function inWords(value: string): string {
  const words = durationInWords(value)
  return words === undefined ? '' : ` Now: ${words}.`
}

interface JsonValueInputProps {
  readonly label: string
  readonly error: string | undefined
  readonly placeholder: string | undefined
  readonly required: boolean
  readonly value: string
  onChange(value: string): void
}

function JsonValueInput({ value, onChange, error, ...input }: JsonValueInputProps) {
  const fault = jsonFault(value)
  return (
    <Stack gap={6}>
      <Textarea
        {...input}
        error={error}
        autosize
        minRows={4}
        maxRows={24}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group justify="space-between">
        <Text size="xs" c="dimmed" aria-live="polite">
          {value.trim() === '' ? 'Enter JSON.' : fault === undefined ? 'This is valid JSON.' : `Not yet JSON: ${fault}`}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          disabled={fault !== undefined}
          onClick={() => onChange(prettyJson(value))}
        >
          Format
        </Button>
      </Group>
    </Stack>
  )
}

/** What the parser says, or undefined. */
export function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
