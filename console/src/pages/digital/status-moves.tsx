// Buttons that move an institution, a user or an account to another state. Each asks for the reason, which is kept.

import type { ReactNode } from 'react'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { useAttemptKey } from '../../kit/form/attempt-key.ts'

export interface StatusMove<Target extends string> {
  readonly target: Target
  readonly label: string
  readonly title: string
  readonly message: ReactNode
  readonly color?: string
  /** The next step of the record, which an operator comes here for. */
  readonly isNext?: boolean
  readonly done: string
}

export interface StatusMovesProps<Target extends string> {
  readonly partnerId: string
  /** Tells attempts apart: the record and the version that is changed. */
  readonly attemptName: string
  readonly moves: readonly StatusMove<Target>[]
  change(target: Target, reason: string, ref: string): Promise<unknown>
}

export function StatusMoves<Target extends string>({
  partnerId,
  attemptName,
  moves,
  change,
}: StatusMovesProps<Target>) {
  return moves.map((move) => (
    <MoveButton key={move.target} partnerId={partnerId} attemptName={attemptName} move={move} change={change} />
  ))
}

interface MoveButtonProps<Target extends string>
  extends Pick<StatusMovesProps<Target>, 'partnerId' | 'attemptName' | 'change'> {
  readonly move: StatusMove<Target>
}

function MoveButton<Target extends string>({ partnerId, attemptName, move, change }: MoveButtonProps<Target>) {
  const { target, label, title, message, color, isNext = false, done } = move
  const attempt = useAttemptKey(`${attemptName}-${target}`)
  return (
    <ActionButton
      label={label}
      confirm={{ title, message, reason: 'required' }}
      {...(color !== undefined && { color, variant: 'light' })}
      {...(isNext && { variant: 'filled' })}
      run={async (reason = '') => {
        await change(target, reason, attempt.key())
        attempt.renew()
      }}
      invalidates={[['digital', partnerId]]}
      done={done}
    />
  )
}
