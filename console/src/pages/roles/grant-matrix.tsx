// Modules × actions: what a role grants, to be read or to be changed.

import { Checkbox, Table, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import classes from './grant-matrix.module.css'
import {
  type CellState,
  EMERGENCY,
  type Grants,
  type ModuleRow,
  pairOf,
  stateOf,
  stateOfAll,
  withPair,
} from './grants.ts'
import { ACTIONS } from './module-rows.ts'

export interface GrantMatrixProps {
  readonly rows: readonly ModuleRow[]
  readonly grants: Grants
  /** Without it the matrix is only read. Rows that stay as they are are not drawn again if it is always the same. */
  readonly onChange?: ((change: GrantsChange) => void) | undefined
  /** What the editor may grant; the rest is locked. */
  readonly grantable?: Grants | undefined
}

export type GrantsChange = (before: Grants) => Grants

export function GrantMatrix({ rows, grants, onChange, grantable }: GrantMatrixProps) {
  return (
    <Table.ScrollContainer minWidth={700}>
      <Table aria-label="What the role grants" className={classes.matrix} verticalSpacing={4} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Module</Table.Th>
            {ACTIONS.map(([id, name, meaning]) => (
              <Table.Th key={id} ta="center">
                <Tooltip label={meaning}>
                  <Text span size="xs" fw={600} tabIndex={0}>
                    {name}
                  </Text>
                </Tooltip>
              </Table.Th>
            ))}
            {onChange !== undefined && (
              <Table.Th ta="center">
                <Text span size="xs" fw={600}>
                  All
                </Text>
              </Table.Th>
            )}
          </Table.Tr>
          {onChange !== undefined && (
            <Table.Tr>
              <Table.Th>
                <Text span size="xs" c="dimmed">
                  All modules
                </Text>
              </Table.Th>
              {ACTIONS.map(([id, name]) => {
                const cells = rows.filter((row) => isGrantable(row, id, grantable)).map((row) => [row, id] as const)
                return (
                  <Table.Th key={id} ta="center">
                    <Box
                      label={`${name} on all modules`}
                      state={stateOfAll(cells.map(([row]) => stateOf(grants, row, id)))}
                      isLocked={cells.length === 0}
                      onChange={(isGranted) => onChange(setting(cells, isGranted))}
                    />
                  </Table.Th>
                )
              })}
              <Table.Th />
            </Table.Tr>
          )}
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <MatrixRow
              key={row.moduleId}
              row={row}
              states={ACTIONS.map(([id]) => stateOf(grants, row, id)).join()}
              grantable={grantable}
              onChange={onChange}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface MatrixRowProps extends Pick<GrantMatrixProps, 'grantable' | 'onChange'> {
  readonly row: ModuleRow
  /** States of its cells, separated by commas: a text, so that an unchanged row is recognised. */
  readonly states: string
}

const MatrixRow = memo(function MatrixRow({ row, states, grantable, onChange }: MatrixRowProps) {
  const isGroup = row.childIds.length > 0
  const stateAt = states.split(',') as CellState[]
  const isOfAll = (id: string) => id !== EMERGENCY && isGrantable(row, id, grantable)
  const cells = ACTIONS.filter(([id]) => isOfAll(id)).map(([id]) => [row, id] as const)
  const settable = ACTIONS.flatMap(([id], at) => (isOfAll(id) ? [stateAt[at] ?? 'none'] : []))
  return (
    <Table.Tr data-group={isGroup || undefined}>
      <Table.Th scope="row" fw={isGroup ? 650 : 400} pl={row.parentId === undefined ? 'sm' : 'xl'}>
        {row.moduleName}
      </Table.Th>
      {ACTIONS.map(([id, name], at) => (
        <Table.Td key={id} ta="center">
          <Cell
            label={`${name} on ${row.moduleName}${isGroup ? ' and all in it' : ''}`}
            hasAction={row.actionIds.includes(id)}
            state={stateAt[at] ?? 'none'}
            isLocked={!isGrantable(row, id, grantable)}
            {...(onChange !== undefined && {
              onChange: (isGranted: boolean) => onChange(setting([[row, id]], isGranted)),
            })}
          />
        </Table.Td>
      ))}
      {onChange !== undefined && (
        <Table.Td ta="center">
          <Box
            label={`All actions on ${row.moduleName}`}
            state={stateOfAll(settable)}
            isLocked={cells.length === 0}
            onChange={(isGranted) => onChange(setting(cells, isGranted))}
          />
        </Table.Td>
      )}
    </Table.Tr>
  )
})

function isGrantable(row: ModuleRow, actionId: string, grantable: Grants | undefined): boolean {
  if (!row.actionIds.includes(actionId)) return false
  return grantable === undefined || actionId === EMERGENCY || grantable.has(pairOf(row.moduleId, actionId))
}

/** Sets cells: one, those of a row, or those of a column. */
function setting(cells: readonly (readonly [ModuleRow, string])[], isGranted: boolean): GrantsChange {
  return (before) => cells.reduce((all, [row, actionId]) => withPair(all, row, actionId, isGranted), before)
}

interface CellProps {
  readonly label: string
  readonly hasAction: boolean
  readonly state: CellState
  readonly isLocked: boolean
  onChange?(isGranted: boolean): void
}

function Cell({ label, hasAction, state, isLocked, onChange }: CellProps): ReactNode {
  if (!hasAction) return null
  if (onChange !== undefined) return <Box label={label} state={state} isLocked={isLocked} onChange={onChange} />
  if (state === 'granted')
    return <IconCheck size={16} role="img" aria-label={`${label}: granted`} className={classes.granted} />
  if (state === 'partly')
    return <IconMinus size={16} role="img" aria-label={`${label}: on some of them`} className={classes.partly} />
  return (
    <Text span size="sm" c="dimmed" aria-label={`${label}: not granted`} role="img">
      ·
    </Text>
  )
}

interface BoxProps {
  readonly label: string
  readonly state: CellState
  readonly isLocked: boolean
  onChange(isGranted: boolean): void
}

function Box({ label, state, isLocked, onChange }: BoxProps) {
  const box = (
    <Checkbox
      size="xs"
      display="inline-block"
      aria-label={isLocked ? `${label}: you lack this right` : label}
      checked={state === 'granted'}
      indeterminate={state === 'partly'}
      disabled={isLocked}
      // A box that is partly set is filled first.
      onChange={() => onChange(state !== 'granted')}
    />
  )
  if (!isLocked) return box
  return (
    <Tooltip label="Your own role does not grant this, so you cannot grant it either.">
      <span>{box}</span>
    </Tooltip>
  )
}
