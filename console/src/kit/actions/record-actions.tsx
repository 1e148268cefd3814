// The buttons of a record that is active or not, in the order of every page (see `PageFrame`).

import type { ReactNode } from 'react'
import type { Action, ModuleId, ScopeNeeded } from '../../session/entitlements.ts'
import { Allowed } from '../page/allowed.tsx'
import { EditButton } from '../page/edit-button.tsx'
import { ActionButton, type Confirmation } from './action-button.tsx'
import { DeleteButton } from './delete-button.tsx'

type Keys = readonly (readonly unknown[])[]

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
  readonly invalidates: Keys
  /** Undefined where it cannot be deleted now. */
  readonly deletion?: Deletion | undefined
  /** Asked before it stops working; undefined where it can do neither more nor less now. */
  readonly deactivation: Confirmation | undefined
  /** Asked before it works. */
  readonly activation?: Confirmation
  setActive(isActive: boolean): Promise<unknown>
  /** Said afterwards. */
  done(isActive: boolean): string
  readonly labels?: { readonly on: string; readonly off: string }
  /** What else stops or ends something: left of the button that deactivates. */
  readonly ends?: ReactNode
  /** What else can be done: left of Edit. */
  readonly more?: ReactNode
  /** What else is done next: right of Edit. */
  readonly next?: ReactNode
  /** The right that activation needs. */
  readonly activationNeeds?: Action
  /** It is over for good, or not the user's to change. */
  readonly canEdit?: boolean
  readonly canActivate?: boolean
}

interface Deletion {
  readonly message: string
  run(): Promise<unknown>
  /** Where not all of `invalidates`: the record's own page would read it again. */
  readonly invalidates?: Keys
}

export function RecordActions(props: RecordActionsProps) {
  const { module, scope, what, list, id, isActive, invalidates, deletion, deactivation, activation } = props
  const { labels = { on: 'Activate', off: 'Deactivate' }, ends, more, next, activationNeeds = 'ACTIVATE' } = props
  const { setActive, done, canEdit = true, canActivate = true } = props
  const within = scope === undefined ? {} : { scope }
  return (
    <>
      {deletion !== undefined && (
        <Allowed module={module} {...within} action="DELETE">
          <DeleteButton what={what} to={list} invalidates={invalidates} {...deletion} />
        </Allowed>
      )}
      {ends}
      {isActive && deactivation !== undefined && (
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
      {canEdit && (
        <Allowed module={module} {...within} action="UPDATE">
          <EditButton to={`${list}/${id}/edit`} />
        </Allowed>
      )}
      {next}
      {!isActive && canActivate && (
        <Allowed module={module} {...within} action={activationNeeds}>
          <ActionButton
            label={labels.on}
            variant="filled"
            {...(activation !== undefined && { confirm: activation })}
            run={() => setActive(true)}
            invalidates={invalidates}
            done={done(true)}
          />
        </Allowed>
      )}
    </>
  )
}
