import { formatWord } from '../../../kit/show/format.ts'

export function stateChoices(states: readonly string[]): { value: string; label: string }[] {
  return states.map((state) => ({ value: state, label: formatWord(state) }))
}
