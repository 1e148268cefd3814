// What can be done with an institution in its present state.

import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../../api/gateway.ts'
import { askDigital, head } from '../digital-request.ts'
import { partyMoves } from '../parties/party-moves.ts'
import { StatusMoves } from '../status-moves.tsx'

export interface InstitutionMovesProps {
  readonly partnerId: string
  readonly institution: model.DigitalInstitutionDetail
}

export function InstitutionMoves({ partnerId, institution }: InstitutionMovesProps) {
  const { id: institutionId, state, version } = institution
  const { name } = institution.institution
  return (
    <StatusMoves
      partnerId={partnerId}
      attemptName={`digital-${institutionId}-${version}`}
      moves={partyMoves<'OFFBOARDED'>(state, {
        name,
        kind: 'institution',
        accepted: 'The institution can take users, open accounts and issue tokens.',
        suspended:
          'New users, accounts and deposits are refused, and so are transfers in both directions. Work that has begun finishes, and customers can still redeem their tokens.',
        resumed: 'Users, accounts, deposits and transfers are possible again.',
        end: {
          target: 'OFFBOARDED',
          label: 'Offboard',
          title: `Offboard ${name}?`,
          message:
            'The institution leaves the platform for good. This is possible only when no token is in circulation, no money is held behind tokens, and nothing is under way.',
          color: 'red',
          done: `${name} has left the platform.`,
        },
      })}
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
