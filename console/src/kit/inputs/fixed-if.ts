// Properties of an input whose value cannot change once the record exists: it stays readable, which a disabled one hardly
// is.

export function fixedIf(isFixed: boolean): { readOnly: boolean; required: boolean; variant: 'filled' | 'default' } {
  return { readOnly: isFixed, required: !isFixed, variant: isFixed ? 'filled' : 'default' }
}
