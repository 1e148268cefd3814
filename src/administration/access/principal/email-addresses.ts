// The e-mail addresses by which users are known. They are plain ASCII, so lower case is unambiguous.

/** The form in which an address is looked up: letter case makes no difference. */
export function emailKeyOf(email: string): string {
  return email.toLowerCase()
}
