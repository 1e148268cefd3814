// What the tabs of one browser tell each other. They share the session's cookie, so what one does concerns all.

export type TabNews =
  | { readonly kind: 'signed-in'; readonly userId: string }
  | { readonly kind: 'signed-out' }
  /** The user did something, so no tab may sign out for idleness. */
  | { readonly kind: 'active' }

const channel = new BroadcastChannel('tillgate-session')

export function tellTabs(news: TabNews): void {
  channel.postMessage(news)
}

/** Called for the news of other tabs only. */
export function onTabNews(listener: (news: TabNews) => void): void {
  channel.addEventListener('message', ({ data }: MessageEvent<TabNews>) => listener(data))
}
