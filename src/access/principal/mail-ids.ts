// Mail ids: the addresses by which users are known. They are plain ASCII, so lower case has one meaning.

/** The form by which a user is found: letter case makes no difference. */
export function mailKeyOf(mailId: string): string {
  return mailId.toLowerCase()
}
