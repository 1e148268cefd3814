// Another user saved the record first: their values beside mine, and a choice for each field that differs.

import { Alert, Button, Group, SegmentedControl, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { word } from '../../texts/translate.ts'
import { Loaded } from '../page/record-query.tsx'
import { conflictFields, mergedValues, type Side } from './conflict-fields.ts'

export interface VersionConflictProps<Values extends Record<string, unknown>, Item> {
  /** What the form was opened with, and what it says now. */
  readonly before: Values
  readonly mine: Values
  load(): Promise<Item>
  valuesOf(record: Item): Values
  /** Goes on with the record as it is now and these values. */
  onTake(record: Item, values: Values): void
}

export function VersionConflict<Values extends Record<string, unknown>, Item>(
  props: VersionConflictProps<Values, Item>,
) {
  const id = useId()
  // Read once: what is compared must not change under the reader. A further change is a further conflict.
  const present = useQuery({
    queryKey: ['conflict', id],
    queryFn: props.load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Alert color="yellow" title="Another person changed this record" role="alert" styles={{ body: { minWidth: 0 } }}>
      <Text size="sm" mb="sm">
        It was saved by another user after you opened it, so your change was not applied. Choose for each field whose
        value counts; nothing is saved until you save the form again.
      </Text>
      <Loaded query={present}>{(record) => <Choice {...props} record={record} />}</Loaded>
    </Alert>
  )
}

function Choice<Values extends Record<string, unknown>, Item>(
  props: VersionConflictProps<Values, Item> & { readonly record: Item },
) {
  const { before, mine, valuesOf, onTake, record } = props
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const theirs = valuesOf(record)
  const fields = conflictFields(before, theirs, mine)
  const take = (choices: Readonly<Record<string, Side>>) => onTake(record, mergedValues(theirs, fields, choices))
  const all = (side: Side) => Object.fromEntries(fields.map(({ name }) => [name, side]))
  return (
    <>
      {fields.length === 0 ? (
        <Text size="sm">They saved what you entered: nothing differs.</Text>
      ) : (
        <Table.ScrollContainer minWidth={420}>
          <Table aria-label="Theirs and mine" className="list" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Field</Table.Th>
                <Table.Th>Theirs</Table.Th>
                <Table.Th>Mine</Table.Th>
                <Table.Th>Take</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fields.map(({ name, theirs: other, mine: own, usual }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{nameOf(name)}</Table.Th>
                  <Table.Td data-title="Theirs" style={{ overflowWrap: 'anywhere' }}>
                    {textOf(other, own)}
                  </Table.Td>
                  <Table.Td data-title="Mine" style={{ overflowWrap: 'anywhere' }}>
                    {textOf(own, other)}
                  </Table.Td>
                  <Table.Td data-title="Take">
                    <SegmentedControl
                      size="xs"
                      aria-label={`Whose value of ${nameOf(name)} to take`}
                      data={[
                        { value: 'theirs', label: 'Theirs' },
                        { value: 'mine', label: 'Mine' },
                      ]}
                      value={chosen[name] ?? usual}
                      onChange={(side) => setChosen({ ...chosen, [name]: side as Side })}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Group mt="sm" gap="xs">
        <Button size="xs" onClick={() => take(chosen)}>
          Go on with these values
        </Button>
        {fields.length > 1 && (
          <>
            <Button size="xs" variant="default" onClick={() => take(all('theirs'))}>
              Take all of theirs
            </Button>
            <Button size="xs" variant="default" onClick={() => take(all('mine'))}>
              Keep all of mine
            </Button>
          </>
        )}
      </Group>
    </>
  )
}

/** `displayName` as `Display name`. */
function nameOf(field: string): string {
  const words = field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return word(words.charAt(0).toUpperCase() + words.slice(1))
}

/** Members of a nested value with their names; what is empty is left out. A set says what the other one lacks. */
function textOf(value: unknown, other?: unknown): string {
  if (value instanceof Set) {
    const known = other instanceof Set ? other : new Set()
    return textOf([...value].filter((member) => !known.has(member)).map((member) => `+ ${String(member)}`))
  }
  if (isEmpty(value)) return '—'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value))
    return value.map((one) => textOf(one)).join(value.some((one) => typeof one === 'object') ? '; ' : ', ')
  if (typeof value !== 'object') return String(value)
  const members = Object.entries(value as object).filter(([, member]) => !isEmpty(member))
  return members.length === 0 ? '—' : members.map(([name, member]) => `${nameOf(name)}: ${textOf(member)}`).join(', ')
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
