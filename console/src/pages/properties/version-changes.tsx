// What a version changed, compared with the one before.

import { Stack, Text } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { PropertyValue } from './property-value.tsx'
import { valueTypeWord } from './property-words.ts'
import { ValueDiff } from './value-diff.tsx'

type Version = Pick<
  onboarding.ApplicationPropertyVersion,
  'version' | 'value' | 'valueType' | 'isSecret' | 'isActive' | 'description'
>

export interface VersionChangesProps {
  readonly before: Version | undefined
  readonly after: Version
}

export function VersionChanges({ before, after }: VersionChangesProps) {
  if (before === undefined) {
    return (
      <Stack gap={4} align="flex-start">
        <Text size="sm">Created with the value</Text>
        <PropertyValue {...after} full />
      </Stack>
    )
  }
  const notes = notesOf(before, after)
  const isValueChanged = before.value !== after.value
  if (after.isSecret) {
    return (
      <Text size="sm" c="dimmed">
        {[...notes, 'The value is secret: whether it changed is not shown.'].join(' ')}
      </Text>
    )
  }
  return (
    <Stack gap={4}>
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
      {isValueChanged && (
        <ValueDiff
          before={before.value}
          after={after.value}
          isJson={before.valueType === 'JSON' && after.valueType === 'JSON'}
        />
      )}
      {!isValueChanged && notes.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing differs from the version before.
        </Text>
      )}
    </Stack>
  )
}

function notesOf(before: Version, after: Version): string[] {
  return [
    ...(before.valueType === after.valueType
      ? []
      : [`Type changed from ${valueTypeWord(before.valueType)} to ${valueTypeWord(after.valueType)}.`]),
    ...(before.isActive === after.isActive ? [] : [after.isActive ? 'Switched on.' : 'Switched off.']),
    ...(before.description === after.description
      ? []
      : [`Description changed from “${before.description}” to “${after.description}”.`]),
  ]
}
