// What the codes of application properties mean.

import type { onboarding } from '@tillgate/sdk'
import type { ScopeNeeded } from '../../session/entitlements.ts'

export type Environment = onboarding.ApplicationProperty['environment']
export type ValueType = onboarding.ApplicationProperty['valueType']

export const ENVIRONMENTS: readonly { readonly value: Environment; readonly label: string }[] = [
  { value: 'sandbox', label: 'Sandbox' },
  { value: 'qa', label: 'QA' },
  { value: 'uat', label: 'UAT' },
  { value: 'prod', label: 'Production' },
]

export function environmentWord(environment: string): string {
  return ENVIRONMENTS.find(({ value }) => value === environment)?.label ?? environment
}

export function environmentOf(text: string | undefined): Environment | undefined {
  return ENVIRONMENTS.find(({ value }) => value === text)?.value
}

export const VALUE_TYPES: readonly { readonly value: ValueType; readonly label: string }[] = [
  { value: 'STRING', label: 'Text' },
  { value: 'INT', label: 'Whole number' },
  { value: 'DECIMAL', label: 'Decimal number' },
  { value: 'BOOLEAN', label: 'Yes or no' },
  { value: 'JSON', label: 'JSON' },
  { value: 'DURATION', label: 'Duration' },
]

export function valueTypeWord(type: string): string {
  return VALUE_TYPES.find(({ value }) => value === type)?.label ?? type
}

/** The application that stands for all. */
export const ALL_APPLICATIONS = '*'

export function applicationWord(application: string): string {
  return application === ALL_APPLICATIONS ? 'All applications' : application
}

/** What the gateway shows instead of a secret value. */
export const MASK = '********'

/** Who keeps a property: the users of its institution, or those of the platform when it is for all. */
export function keptBy({ institutionId }: Pick<onboarding.ApplicationProperty, 'institutionId'>): ScopeNeeded {
  return institutionId === undefined ? 'platform' : 'institution'
}
