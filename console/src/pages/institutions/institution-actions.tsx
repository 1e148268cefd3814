// What can be done with an institution in its present state, by this user.

import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton, type Confirmation } from '../../kit/actions/action-button.tsx'
import { EditButton } from '../../kit/page/edit-button.tsx'
import { type Action, useMay } from '../../session/entitlements.ts'
import { useFourEyes } from './four-eyes.ts'
import { type Institution, type InstitutionStatus, isEditable, isNew } from './institution.ts'
import { missingFields, useReadiness } from './onboarding/readiness.ts'

interface Move {
  readonly label: string
  readonly from: readonly InstitutionStatus[]
  readonly action: Action
  readonly color?: string
  readonly isMain?: boolean
  readonly done: string
  confirm(institution: Institution): Confirmation
  run(id: string, reason: string): Promise<unknown>
}

const MOVES: readonly Move[] = [
  {
    label: 'Submit',
    from: ['DRAFT'],
    action: 'UPDATE',
    isMain: true,
    done: 'It is submitted. A second person decides about it.',
    confirm: ({ displayName }) => ({
      title: `Submit ${displayName} for approval?`,
      message: 'It cannot be changed until it is rejected or activated. You cannot approve it yourself.',
    }),
    run: (id) => ask(admin.submitInstitution({ id })),
  },
  {
    label: 'Approve',
    from: ['SUBMITTED'],
    action: 'APPROVE',
    isMain: true,
    done: 'It is approved. It takes traffic once it is activated.',
    confirm: ({ displayName }) => ({
      title: `Approve ${displayName}?`,
      message: 'You confirm that its fields are right. It can then be activated.',
    }),
    run: (id) => ask(admin.approveInstitution({ id })),
  },
  {
    label: 'Reject',
    from: ['SUBMITTED', 'APPROVED'],
    action: 'APPROVE',
    color: 'red',
    done: 'It is rejected.',
    confirm: ({ displayName }) => ({
      title: `Reject ${displayName}?`,
      message: 'It goes back to its author. Say what has to change.',
      reason: 'required',
    }),
    run: (id, reason) => ask(admin.rejectInstitution({ id }, { reason })),
  },
  {
    label: 'Activate',
    from: ['APPROVED'],
    action: 'ACTIVATE',
    isMain: true,
    done: 'It is active: its channels are served.',
    confirm: ({ displayName, businessDate }) => ({
      title: `Activate ${displayName}?`,
      message: `Its channels are served at once, and its first business day is ${businessDate}.`,
    }),
    run: (id) => ask(admin.activateInstitution({ id })),
  },
  {
    label: 'Resume',
    from: ['SUSPENDED'],
    action: 'ACTIVATE',
    isMain: true,
    done: 'It is active again.',
    confirm: ({ displayName }) => ({
      title: `Resume ${displayName}?`,
      message: 'Its channels are served again at once.',
    }),
    run: (id) => ask(admin.resumeInstitution({ id })),
  },
  {
    label: 'Suspend',
    from: ['ACTIVE'],
    action: 'ACTIVATE',
    color: 'red',
    done: 'It is suspended.',
    confirm: ({ displayName }) => ({
      title: `Suspend ${displayName}?`,
      message: 'Every order of its channels is declined (912) at once, reversals too, until it is resumed.',
      reason: 'required',
    }),
    run: (id, reason) => ask(admin.suspendInstitution({ id }, { reason })),
  },
  {
    label: 'Terminate',
    from: ['SUSPENDED'],
    action: 'ACTIVATE',
    color: 'red',
    done: 'It is terminated.',
    confirm: ({ displayName }) => ({
      title: `Terminate ${displayName} for good?`,
      message: 'It can never take traffic again, and nothing of it can be changed. Its records stay.',
      reason: 'required',
    }),
    run: (id, reason) => ask(admin.terminateInstitution({ id }, { reason })),
  },
]

/** The one move that users of the institution make themselves. */
const BY_ITS_USERS = 'Submit'
/** Moves that need readiness. */
const NEED_READINESS = new Set(['Activate', 'Resume'])
/** Moves that the user who submitted or last edited it cannot make. */
const NEED_ANOTHER = new Set(['Approve', 'Reject'])

export function InstitutionActions({ institution }: { institution: Institution }) {
  const may = useMay()
  const navigate = useNavigate()
  const { isOwnWork, cannotApprove } = useFourEyes(institution)
  const { data: readiness } = useReadiness(institution)
  const { id, status, displayName } = institution

  function whyNot({ label }: Move): string | undefined {
    if (readiness === undefined) return undefined
    if (NEED_READINESS.has(label) && !readiness.ready) return 'Something is missing: see Readiness'
    if (label === BY_ITS_USERS && missingFields(readiness.missing).length > 0) return 'Something is missing: see below'
    return undefined
  }

  const moves = MOVES.filter(({ from }) => from.includes(status))
    .filter(({ label, action }) => may('INSTITUTIONS', action, label === BY_ITS_USERS ? 'institution' : 'platform'))
    .filter(({ label }) => !NEED_ANOTHER.has(label) || (isOwnWork === false && cannotApprove === undefined))
  const button = (move: Move): ReactNode => {
    const hindrance = whyNot(move)
    return (
      <ActionButton
        key={move.label}
        label={move.label}
        variant={move.isMain === true ? 'filled' : 'light'}
        {...(move.color !== undefined && { color: move.color })}
        disabled={hindrance !== undefined}
        {...(hindrance !== undefined && { title: hindrance })}
        confirm={move.confirm(institution)}
        run={(reason) => move.run(id, reason ?? '')}
        invalidates={[['institutions']]}
        done={move.done}
      />
    )
  }
  return (
    <>
      {isNew(status) && may('INSTITUTIONS', 'DELETE') && (
        <ActionButton
          label="Delete"
          color="red"
          variant="light"
          confirm={{
            title: `Delete ${displayName}?`,
            message:
              'Its draft is gone for good. Its connectivity, terminals, users and so on have to be deleted first.',
          }}
          run={() => ask(admin.deleteInstitution({ id }))}
          invalidates={[['institutions', 'list']]}
          done={`${displayName} is deleted.`}
          onDone={() => void navigate({ to: '/institutions' })}
        />
      )}
      {moves.filter(({ isMain }) => isMain !== true).map(button)}
      {isEditable(status) && may('INSTITUTIONS', 'UPDATE') && (
        <EditButton to={`/institutions/${id}/edit`} label={isNew(status) ? 'Continue editing' : 'Edit'} />
      )}
      {moves.filter(({ isMain }) => isMain === true).map(button)}
    </>
  )
}
