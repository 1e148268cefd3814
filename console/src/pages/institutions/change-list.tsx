// What a change did to a record, field by field, in words.

import { Stack, Text } from '@mantine/core'
import { formatWord } from '../../kit/format.ts'

/** Every change has them; they say nothing about it. */
const ALWAYS = new Set(['id', 'version', 'updatedAt', 'updatedBy', 'createdAt', 'createdBy', 'statusReason', 'businessDate'])

export function ChangeList({ before, after }: { before: unknown; after: unknown }) {
  // A new record is not a change of something, and the record itself stands on the first tab.
  if (!isRecord(before) || !isRecord(after)) return null
  const changes = changedFields(before, after)
  return (
    <Stack gap={2} component="ul" m={0} pl="md">
      {changes.map(({ path, was, is }) => (
        <Text key={path} component="li" size="sm">
          {fieldName(path)}:{' '}
          <Text span size="sm" c="dimmed" td="line-through">
            {was}
          </Text>{' '}
          → <strong>{is}</strong>
        </Text>
      ))}
    </Stack>
  )
}

interface FieldChange {
  readonly path: string
  readonly was: string
  readonly is: string
}

type Fields = Readonly<Record<string, unknown>>

function changedFields(before: Fields, after: Fields, prefix = ''): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    if (prefix === '' && ALWAYS.has(name)) return []
    const [was, is] = [before[name], after[name]]
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    const path = prefix + name
    if (isRecord(was) && isRecord(is)) return changedFields(was, is, `${path}.`)
    return [{ path, was: valueText(was), is: valueText(is) }]
  })
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join('; ')
  if (isRecord(value)) return Object.values(value).map(valueText).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return /^[A-Z]+(_[A-Z]+)*$/.test(String(value)) && String(value).length > 3 ? formatWord(String(value)) : String(value)
}

/** `limits.perDay` as `Limits, per day`. */
function fieldName(path: string): string {
  const words = path
    .split('.')
    .map((name) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())
    .join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
