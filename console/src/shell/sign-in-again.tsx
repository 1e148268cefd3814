// The session ended under an open page: asks the same user to sign in again, without leaving it.

export function SignInAgain() {
  return null
}
