// The currencies of ISO 4217 that the browser knows, as choices of a form.

const names = new Intl.DisplayNames('en', { type: 'currency' })

export const CURRENCY_CHOICES: readonly { readonly value: string; readonly label: string }[] = Intl.supportedValuesOf(
  'currency',
).map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }))
