// The rules that the platform asks. Files of other names in the folder are not loaded.

/** Asked for every order of account services. */
export const ORDER_RULES = ['limits', 'velocity', 'fees', 'fraud'] as const
export type OrderRule = (typeof ORDER_RULES)[number]

export const RULE_NAMES = [...ORDER_RULES, 'lending-decision'] as const
export type RuleName = (typeof RULE_NAMES)[number]

/** The name in `limits` or `limits.json`; undefined when there are no rules of that name. */
export function ruleNameOf(text: string): RuleName | undefined {
  const name = text.endsWith(EXTENSION) ? text.slice(0, -EXTENSION.length) : text
  return RULE_NAMES.find((known) => known === name)
}

const EXTENSION = '.json'
