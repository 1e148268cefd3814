// Packages that the bundle of the gateway leaves out: native code, WebAssembly, packages that read files of their own, and
// those that few gateways load. An image needs them, and what they depend on, beside the bundle.

export const EXTERNAL_PACKAGES: readonly (RegExp | string)[] = [
  /^@electric-sql\//,
  /^@gorules\//,
  /^@node-rs\//,
  /^@scalar\//,
  /^@opentelemetry\/(?!api$)/,
  'pg-native',
]

export function isExternal(name: string): boolean {
  return EXTERNAL_PACKAGES.some((one) => (typeof one === 'string' ? one === name : one.test(name)))
}
