// Where to go after signing in. The address may come from a link of anybody, so it must stay inside the console.

const BASE = '/console'

/** A path of the console with query and fragment, or the start page for everything else. */
export function targetOf(to: string | undefined): string {
  if (to === undefined || !/^\/(?![/\\])/.test(to)) return '/'
  const url = URL.parse(BASE + to, window.location.origin)
  if (url === null || url.origin !== window.location.origin) return '/'
  if (!url.pathname.startsWith(`${BASE}/`) || url.pathname.startsWith(`${BASE}/sign-in`)) return '/'
  return url.pathname.slice(BASE.length) + url.search + url.hash
}

const KEPT = 'tillgate-sso-target'

/** Kept in this tab while the browser is at the identity provider. */
export function keepTarget(to: string): void {
  sessionStorage.setItem(KEPT, to)
}

export function keptTarget(): string {
  return targetOf(sessionStorage.getItem(KEPT) ?? undefined)
}
