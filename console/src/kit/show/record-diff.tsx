// What a change did to a record: the fields that changed with their old and new values. The others are folded away.

import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Fragment } from 'react'
import { word } from '../../texts/translate.ts'
import { changesBetween, type FieldChange } from './record-changes.ts'
import { Id, Instant, YesNo } from './values.tsx'

export interface RecordDiffProps {
  /** Undefined or null: the record was created. */
  readonly before: unknown
  /** Undefined or null: the record was deleted. */
  readonly after: unknown
  /** Names the table, for assistive technology. */
  readonly label?: string
  /** Better names of fields, by their path: `{ mailID: 'E-mail' }`. */
  readonly fieldNames?: Readonly<Record<string, string>>
}

export function RecordDiff({ before, after, label = 'Changes', fieldNames = {} }: RecordDiffProps) {
  const [isUnfolded, fold] = useDisclosure(false)
  const { changed, unchanged } = changesBetween(before, after)
  const sides: Sides = isMissing(before) ? 'after' : isMissing(after) ? 'before' : 'both'
  if (changed.length === 0 && unchanged.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No fields were recorded.
      </Text>
    )
  }
  const table = { sides, fieldNames }
  return (
    <Stack gap="sm">
      {changed.length > 0 ? (
        <DiffTable label={label} fields={changed} {...table} />
      ) : (
        <Text size="sm" c="dimmed">
          No field changed its value.
        </Text>
      )}
      {unchanged.length > 0 && (
        <Group>
          <Button
            size="xs"
            variant="subtle"
            onClick={fold.toggle}
            aria-expanded={isUnfolded}
            leftSection={isUnfolded ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
          >
            {foldingWords(unchanged.length, isUnfolded)}
          </Button>
        </Group>
      )}
      {isUnfolded && <DiffTable label="Other fields" fields={unchanged} {...table} />}
    </Stack>
  )
}

function foldingWords(count: number, isUnfolded: boolean): string {
  if (count === 1) return isUnfolded ? 'Hide the other field' : 'Show the other field'
  return isUnfolded ? `Hide ${count} other fields` : `Show ${count} other fields`
}

type Sides = 'before' | 'after' | 'both'

interface DiffTableProps {
  readonly label: string
  readonly fields: readonly FieldChange[]
  readonly sides: Sides
  readonly fieldNames: Readonly<Record<string, string>>
}

function DiffTable({ label, fields, sides, fieldNames }: DiffTableProps) {
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table className="list" aria-label={label} layout="fixed" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="30%">Field</Table.Th>
            {sides !== 'after' && <Table.Th>Before</Table.Th>}
            {sides !== 'before' && <Table.Th>After</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ path, before, after }) => (
            <Table.Tr key={path.join('\u0000')}>
              <Table.Th scope="row" fw={500} style={{ overflowWrap: 'anywhere' }}>
                <FieldName path={path} names={fieldNames} />
              </Table.Th>
              {sides !== 'after' && (
                <Table.Td data-title="Before" style={{ overflowWrap: 'anywhere' }}>
                  <Value value={before} other={sides === 'both' ? after : before} mark="removed" />
                </Table.Td>
              )}
              {sides !== 'before' && (
                <Table.Td data-title="After" style={{ overflowWrap: 'anywhere' }}>
                  <Value value={after} other={sides === 'both' ? before : after} mark="added" />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function FieldName({ path, names }: { path: readonly string[]; names: Readonly<Record<string, string>> }) {
  const known = names[path.join('.')]
  if (known !== undefined) return known
  if (path.length === 0) return 'Value'
  return path.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path have no other identity
    <Fragment key={at}>
      {at > 0 && ' › '}
      {inWords(part)}
    </Fragment>
  ))
}

/** `firstName` as `First name`, in the reader's language; codes and ids stay as they are. */
function inWords(name: string): string {
  if (!/^[a-z]/.test(name) || /[^A-Za-z0-9]/.test(name)) return name
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').split(' ')
  const english = words
    .map((one, at) =>
      at === 0 ? one.charAt(0).toUpperCase() + one.slice(1) : /^[A-Z]{2,}$/.test(one) ? one : one.toLowerCase(),
    )
    .join(' ')
    .replace(/\bid\b/i, 'ID')
  return word(english)
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
/** How the gateway writes a secret that it does not show. One asterisk is a value: that of all applications. */
const HIDDEN = /^\*{8}$/

function Value({ value, other, mark }: { value: unknown; other: unknown; mark: 'added' | 'removed' }) {
  if (Array.isArray(value)) return <ListValue value={value} other={Array.isArray(other) ? other : []} mark={mark} />
  if (isMissing(value) || value === '') {
    return (
      <Text span size="sm" c="dimmed">
        {word(value === '' ? 'empty' : 'none')}
      </Text>
    )
  }
  if (typeof value === 'boolean') return <YesNo value={value} />
  if (typeof value === 'string' && INSTANT.test(value)) return <Instant at={value} />
  if (typeof value === 'string' && HIDDEN.test(value)) {
    return (
      <Text span size="sm" c="dimmed">
        {word('hidden')}
      </Text>
    )
  }
  if (typeof value === 'object') return <Id>{JSON.stringify(value)}</Id>
  return <>{String(value)}</>
}

/** What only one side has stands out, in words too: colour alone is not read by everyone. */
function ListValue({ value, other, mark }: { value: unknown[]; other: unknown[]; mark: 'added' | 'removed' }) {
  if (value.length === 0) {
    return (
      <Text span size="sm" c="dimmed">
        {word('none')}
      </Text>
    )
  }
  const others = new Set(other.map((member) => JSON.stringify(member)))
  return (
    <Group gap={4}>
      {value.map((member) => {
        const text = typeof member === 'string' ? member : JSON.stringify(member)
        const isOnlyHere = !others.has(JSON.stringify(member))
        return (
          <Badge
            key={text}
            variant={isOnlyHere ? 'light' : 'default'}
            color={mark === 'added' ? 'green' : 'red'}
            radius="sm"
            tt="none"
            title={isOnlyHere ? mark : undefined}
          >
            {isOnlyHere ? (mark === 'added' ? '+ ' : '− ') : ''}
            {text}
          </Badge>
        )
      })}
    </Group>
  )
}

function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined
}
