// The buttons of a record that is active or not, in the order of every page (see `PageFrame`).

import type { ReactNode } from 'react'
import type { Action, ModuleId, ScopeNeeded } from '../../session/entitlements.ts'
import { Allowed } from '../page/allowed.tsx'
import { EditButton } from '../page/edit-button.tsx'
import { ActionButton, type Confirmation } from './action-button.tsx'
import { DeleteButton } from './delete-button.tsx'

export interface RecordActionsProps {
  readonly module: ModuleId
  /** Closed to users of a narrower scope. */
  readonly scope?: ScopeNeeded
  /** `biller City Power`. */
  readonly what: string
  /** The list; the record's form is below it. */
  readonly list: string
  readonly id: string
  readonly isActive: boolean
  /** The keys of the cache to read again. */
  readonly invalidates: readonly (readonly unknown[])[]
  readonly deletion: { readonly message: string; run(): Promise<unknown> }
  /** Asked before it stops working. */
  readonly deactivation: Confirmation
  setActive(isActive: boolean): Promise<unknown>
  /** Said afterwards. */
  done(isActive: boolean): string
  readonly labels?: { readonly on: string; readonly off: string }
  /** What else can be done: left of Edit. */
  readonly more?: ReactNode
  /** The right that activation needs. */
  readonly activationNeeds?: Action
}

export function RecordActions(props: RecordActionsProps) {
  const { module, scope, what, list, id, isActive, invalidates, deletion, deactivation, setActive, done } = props
  const { labels = { on: 'Activate', off: 'Deactivate' }, more, activationNeeds = 'ACTIVATE' } = props
  const within = scope === undefined ? {} : { scope }
  return (
    <>
      <Allowed module={module} {...within} action="DELETE">
        <DeleteButton what={what} message={deletion.message} run={deletion.run} to={list} invalidates={invalidates} />
      </Allowed>
      {isActive && (
        <Allowed module={module} {...within} action={activationNeeds}>
          <ActionButton
            label={labels.off}
            color="red"
            variant="light"
            confirm={deactivation}
            run={() => setActive(false)}
            invalidates={invalidates}
            done={done(false)}
          />
        </Allowed>
      )}
      {more}
      <Allowed module={module} {...within} action="UPDATE">
        <EditButton to={`${list}/${id}/edit`} />
      </Allowed>
      {!isActive && (
        <Allowed module={module} {...within} action={activationNeeds}>
          <ActionButton
            label={labels.on}
            variant="filled"
            run={() => setActive(true)}
            invalidates={invalidates}
            done={done(true)}
          />
        </Allowed>
      )}
    </>
  )
}
