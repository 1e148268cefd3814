// Names of the contract as TypeScript identifiers.

/** A type: `error-body` becomes `ErrorBody`. */
export function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

/** A function: `ErrorBody` becomes `errorBody`. */
export function camel(name: string): string {
  const whole = pascal(name)
  return whole[0]!.toLowerCase() + whole.slice(1)
}

/** A value as a literal. */
export function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
    : JSON.stringify(value)
}

/** A property name, quoted if necessary. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

/** A property access on an object that may be absent: `parameters?.id`. */
export function propertyOf(object: string, name: string): string {
  return propertyName(name) === name
    ? `${object}.${name}`
    : `${object}${object.endsWith('?') ? '.' : ''}[${literal(name)}]`
}
