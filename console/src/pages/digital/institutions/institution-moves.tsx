// What can be done with an institution in its present state.

import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../../api/gateway.ts'
import { askDigital, head } from '../digital-request.ts'
import { type StatusMove, StatusMoves } from '../status-moves.tsx'

type State = model.DigitalInstitutionDetail['state']
type Target = model.ChangeInstitutionStatusRequest['status']['target']

export interface InstitutionMovesProps {
  readonly partnerId: string
  readonly institution: model.DigitalInstitutionDetail
}

export function InstitutionMoves({ partnerId, institution }: InstitutionMovesProps) {
  const { id: institutionId, state, version } = institution
  return (
    <StatusMoves
      partnerId={partnerId}
      attemptName={`digital-${institutionId}-${version}`}
      moves={movesOf(state, institution.institution.name)}
      change={(target, reason, ref) =>
        askDigital(
          digital(partnerId).changeInstitutionStatus(
            { institutionId },
            {
              ...head('FI_ONBOARDING_STATUS', ref),
              status: { target, reason },
              ...(version !== undefined && { expectedVersion: version }),
            },
          ),
        )
      }
    />
  )
}

function movesOf(state: State, name: string): StatusMove<Target>[] {
  const offboard: StatusMove<Target> = {
    target: 'OFFBOARDED',
    label: 'Offboard',
    title: `Offboard ${name}?`,
    message:
      'The institution leaves the platform for good. This is possible only when no token is in circulation, no money is held behind tokens, and nothing is under way.',
    color: 'red',
    done: `${name} has left the platform.`,
  }
  switch (state) {
    case 'PENDING_REVIEW':
      return [
        {
          target: 'ACTIVE',
          label: 'Accept',
          title: `Accept ${name}?`,
          message: 'The institution can take users, open accounts and issue tokens.',
          done: `${name} is active.`,
        },
        {
          target: 'REJECTED',
          label: 'Reject',
          title: `Reject ${name}?`,
          message: 'This is final. The institution can be onboarded again as a new one.',
          color: 'red',
          done: `${name} is rejected.`,
        },
      ]
    case 'ACTIVE':
      return [
        {
          target: 'SUSPENDED',
          label: 'Suspend',
          title: `Suspend ${name}?`,
          message:
            'New users, accounts and deposits are refused, and so are transfers in both directions. Work that has begun finishes, and customers can still redeem their tokens. It can be lifted again.',
          color: 'orange',
          done: `${name} is suspended.`,
        },
        offboard,
      ]
    case 'SUSPENDED':
      return [
        {
          target: 'ACTIVE',
          label: 'Lift the suspension',
          title: `Lift the suspension of ${name}?`,
          message: 'Users, accounts, deposits and transfers are possible again.',
          done: `${name} is active again.`,
        },
        offboard,
      ]
    default:
      return []
  }
}
