// The families of the API, as the catalogue of codes names them.

export const FAMILIES = [
  { value: 'A', label: 'A · Account services' },
  { value: 'B', label: 'B · Onboarding' },
  { value: 'C', label: 'C · Digital banking' },
  { value: 'D', label: 'D · Lending' },
]

export function familyWords(family: string): string {
  return FAMILIES.find(({ value }) => value === family)?.label ?? family
}
